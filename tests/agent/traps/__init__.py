"""Traps of tool loops, each with a test that fails on the naive version.

First number 1: stopping by artifact (test_stopping.py). 2: the loop built by hand (test_looping.py). 3: what was
met besides (test_besides.py). What the library does, as far as we lean on it, is pinned in test_library.py.

| trap | held by |
|---|---|
| 1.1, 1.2 static return_direct, old agents | test_trap_1_1, test_trap_1_2 |
| 1.3 the artifact stays in the app, a failure is read in the content | test_trap_1_3 |
| 1.4 success and fatal: one model call, transient: two | test_trap_1_4, test_forced_outcomes.py |
| 1.5 Command(goto) adds to the edges | test_library.py: test_goto_adds_to_the_edges_of_a_node; test_trap_1_5 |
| 1.6 a relay between the answers of a round | test_trap_1_6 |
| 1.7, 1.10 what return_direct means | test_library.py: test_return_direct_* |
| 1.8 jump_to ends, and only this turn | test_trap_1_8 |
| 1.9 the last message alone decides | test_trap_1_9, test_stop.py |
| 1.11 one call a message | test_trap_1_11, transcripts "two devices in two rounds" |
| 1.12 relay of the last round only, or of everything | test_trap_1_12 |
| 1.13 a refusal without artifact | test_trap_1_13 |
| 1.14 artifacts in checkpoints | test_trap_1_14 |
| 2.1, 2.2, 2.3 a raising tool | test_library.py: test_tool_node_raises; test_trap_2_3 |
| 2.4 a message built anew loses its artifact | test_trap_2_4 |
| 2.5 one shape of content | test_trap_2_5 |
| 2.6 the synchronous path skips the wrapper | test_library.py: test_invoke_skips_the_wrapper; test_trap_2_6 |
| 2.7, 2.8 an orphan answer | test_trap_2_7 |
| 2.9 only the first call checked, all of them run | test_library.py: test_tool_node_runs_every_call; test_trap_2_9 |
| 2.10 rejections that nobody counts | test_trap_2_10 |
| 2.11 counters that live on | test_loop_traps.py: test_counters_start_anew_each_turn |
| 2.12 streak a round, budget in a batch | test_loop_traps.py: test_two_failures_*, test_budget_cuts_* |
| 2.13 enforce | test_loop_traps.py: test_lazy_words_*; transcripts "lazy model ..." |
| 2.14 a plain answer made twice | test_loop_traps.py: test_plain_answer_is_generated_once |
| 2.15 finalize with tool_choice none | test_trap_2_15 |
| 2.16 undeclared state | test_library.py: test_undeclared_key_is_lost; test_trap_2_16 |
| 2.17, 2.18 search_tools and not loaded | test_trap_2_17, test_loop_traps.py: test_not_loaded_* |
| 3.x ids, broken calls, interrupts, retries, caches | test_besides.py |
"""

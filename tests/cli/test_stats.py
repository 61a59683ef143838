"""`hearth stats` and what `hearth trace` tells of a turn's cost."""

from tests.cli.shell import Shell


def test_stats_counts_each_turn_once(lived: Shell) -> None:
    before = turns(lived)
    lived.run("ask", "is the front door locked?", "-q")
    lived.run("ask", "turn on the hall light", "-q")
    assert turns(lived) == before + 2
    shown = lived.run("stats", "-q").out
    assert "offline" in shown
    assert "by stopping" in shown


def test_stats_of_a_home_without_turns_says_so_and_starts_nothing(empty: Shell) -> None:
    done = empty.run("stats")
    assert (done.code, done.out) == (0, "")
    assert "no turn since" in done.err


def test_stats_with_days_out_of_range_is_a_usage_error(empty: Shell) -> None:
    assert empty.run("stats", "--days", "0").code == 2


def test_trace_of_an_offline_turn_claims_no_saved_tokens(lived: Shell) -> None:
    lived.run("ask", "turn on the hall light", "-q")
    traced = lived.run("trace", "--json", "-q").document()
    assert traced["saved"] == {"calls": 0, "by_stopping": 0, "by_groups": 0}
    assert traced["tokens"] == {"in": 0, "out": 0, "cached": 0, "guessed": 0}


def turns(shell: Shell) -> int:
    models = shell.run("stats", "--json", "-q").document()["models"]
    assert isinstance(models, dict)
    offline = models.get("offline", {"turns": 0})
    assert isinstance(offline, dict)
    return int(str(offline["turns"]))

"""When a turn is over: the order of the decisions, and that the order of the results plays no part."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, HumanMessage, ToolCall

from assistant.agent.bridge import answer
from assistant.agent.judge.stop import Answered, Flags, answers, decide, relay
from assistant.agent.scene import StopMode
from assistant.agent.turn import StopReason
from tools.outcome import Ending, ToolResult

CALM = Flags(calls=1, streak=0, seconds_left=60)
DONE = Answered("c1", "control_device", Ending.COMPLETED, "On.", stop=True, writes=True, receipts=True)
READ = Answered("c2", "list_devices", Ending.COMPLETED, "Many.")
BLOCK = Answered("c3", "control_device", Ending.POLICY_BLOCK, "No.", stop=True, reason="declined")
BROKEN = Answered("c4", "read_state", Ending.TRANSIENT, "", error="busy")
UNKNOWN = Answered("c5", "control_device", Ending.FATAL, "Which?", stop=True, reason="unknown_name")
some = st.lists(st.sampled_from([DONE, READ, BLOCK, BROKEN, UNKNOWN]), min_size=1, max_size=4)


def reason_of(*results: Answered, flags: Flags = CALM) -> str | None:
    stop = decide(results, flags)
    return stop["reason"] if stop else None


def test_stop_when_all_say_stop() -> None:
    assert reason_of(DONE, DONE) == StopReason.ANSWERED


def test_go_on_when_one_result_does_not_stop() -> None:
    for order in permutations([DONE, READ]):
        assert reason_of(*order) is None


@given(some)
def test_decision_never_depends_on_the_order(results: list[Answered]) -> None:
    verdicts = {reason_of(*order) for order in permutations(results)}
    assert len(verdicts) == 1


@given(some)
def test_policy_outranks_everything(results: list[Answered]) -> None:
    spent = Flags(calls=99, streak=9, seconds_left=-1)
    assert reason_of(*results, BLOCK, flags=spent) == StopReason.DECLINED


def test_budget_and_breaker_come_before_stop() -> None:
    assert reason_of(DONE, flags=Flags(10, 0, 60)) == StopReason.STEP_LIMIT
    assert reason_of(DONE, flags=Flags(1, 0, 0)) == StopReason.TIME_LIMIT
    assert reason_of(DONE, flags=Flags(2, 2, 60)) == StopReason.TOOL_FAILED


def test_veto_of_any_call_goes_on() -> None:
    more = Answered("c9", "control_device", Ending.COMPLETED, "On.", stop=True, more=True)
    for order in permutations([DONE, more]):
        assert reason_of(*order) is None


def test_fatal_stop_ends_in_every_mode() -> None:
    for mode in StopMode:
        assert reason_of(UNKNOWN, flags=Flags(1, 1, 60, mode)) == StopReason.NO_TARGET


def test_mode_never_goes_on_after_success() -> None:
    assert reason_of(DONE, flags=Flags(1, 0, 60, StopMode.NEVER)) is None


def test_mode_polish_asks_for_words_only_without_receipts() -> None:
    shown = Answered("c1", "read_state", Ending.COMPLETED, "21 °C.", stop=True)
    polished = decide([shown], Flags(1, 0, 60, StopMode.POLISH))
    kept = decide([DONE], Flags(1, 0, 60, StopMode.POLISH))
    assert polished is not None
    assert kept is not None
    assert (polished["how"], kept["how"]) == ("finalize", "relay")


def test_relay_keeps_earlier_rounds_and_leaks_no_words_for_the_model() -> None:
    inner = Answered("c1", "why", Ending.TRANSIENT, "", error="was not loaded; call it again")
    assert relay([DONE, inner, READ, BLOCK]) == "On.\nNo."


def test_relay_says_a_sentence_once() -> None:
    assert relay([DONE, DONE]) == "On."


def test_answers_are_those_after_the_last_call_although_ids_repeat() -> None:
    call = {"name": "why", "args": {}, "id": "call_0", "type": "tool_call"}
    old = answer("call_0", "why", None, ToolResult(Ending.TRANSIENT, "old"))
    new = answer("call_0", "why", None, ToolResult(Ending.COMPLETED, "new", stop=True))
    history = [
        HumanMessage("?"),
        AIMessage("", tool_calls=[call]),
        old,
        AIMessage("", tool_calls=[call]),
        new,
    ]
    assert [a.text for a in answers(history)] == ["new"]


def test_two_channels_share_no_control_word() -> None:
    message = answer(
        "c1", "why", None, ToolResult(Ending.FATAL, "Text.", error="e", stop=True, reason="unknown_name")
    )
    assert "stop" not in message.text
    assert "unknown_name" not in message.text
    assert set(message.artifact) >= {"outcome", "stop", "reason", "changes", "load", "progress"}
    assert "Text." not in str(message.artifact)


@pytest.mark.parametrize("name", ["more_steps", "moreSteps", "MORE_STEPS", "More steps"])
def test_veto_however_a_model_spells_it(name: str) -> None:
    call = ToolCall(name="control_device", args={name: True}, id="c1", type="tool_call")
    done = answer("c1", "control_device", None, ToolResult(Ending.COMPLETED, "On.", stop=True))
    (result,) = answers([HumanMessage("on"), AIMessage("", tool_calls=[call]), done])
    assert result.more

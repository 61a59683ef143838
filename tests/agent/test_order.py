"""Policy, spend limit and masking come before the stop decision: by the pure judge, by the record of real turns."""

from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import ToolMessage

from assistant.agent.judge import breaker
from assistant.agent.judge.stop import Answered, Flags, decide
from assistant.agent.scene import StopMode
from assistant.agent.turn import StopReason, Thinking
from tests.agent.harness import ROUND, SENTENCES, Forced, Stage, forcing, one_call
from tests.agent.house import played, small_home
from tests.agent.lines import UNLOCK
from tests.fakes.model import calls, words
from tools.outcome import Ending

DONE = Answered("c1", "control_device", Ending.COMPLETED, "On.", stop=True, writes=True, receipts=True)
READ = Answered("c2", "list_devices", Ending.COMPLETED, "Many.")
BUSY = Answered("c3", "read_state", Ending.TRANSIENT, "", error="busy")
LOST = Answered("c4", "control_device", Ending.FATAL, "Which?", stop=True, reason="unknown_name")
BLOCK = Answered("c5", "control_device", Ending.POLICY_BLOCK, "No.", stop=True, reason="declined")
KEY = "gsk_1234567890abcdefghijklmnopqrstuvwxyz1234567890abcd"
RANK = (
    StopReason.DECLINED,
    StopReason.TOKEN_LIMIT,
    StopReason.STEP_LIMIT,
    StopReason.TIME_LIMIT,
    StopReason.TOOL_FAILED,
    StopReason.ANSWERED,
)
"""Of all that would end a turn at once, the first decides."""


def flags(causes: frozenset[StopReason], mode: StopMode = StopMode.HARD) -> Flags:
    """Counters of a turn that all these causes would end."""
    return Flags(
        calls=breaker.MOST_CALLS if StopReason.STEP_LIMIT in causes else 1,
        streak=breaker.FAILED_ROUNDS if StopReason.TOOL_FAILED in causes else 0,
        seconds_left=0.0 if StopReason.TIME_LIMIT in causes else 9.0,
        mode=mode,
        tokens=100,
        token_limit=100 if StopReason.TOKEN_LIMIT in causes else 101,
    )


@given(st.frozensets(st.sampled_from(RANK), min_size=1), st.sampled_from(StopMode))
def test_first_cause_of_the_order_decides(causes: frozenset[StopReason], mode: StopMode) -> None:
    results = [BLOCK if StopReason.DECLINED in causes else LOST if causes == {StopReason.ANSWERED} else DONE]
    stop = decide(results, flags(causes, mode))
    first = next(cause for cause in RANK if cause in causes)
    wanted = StopReason.NO_TARGET if first is StopReason.ANSWERED else first
    assert stop is not None
    assert stop["reason"] == wanted


@given(
    st.lists(st.sampled_from([DONE, READ, BUSY, LOST, BLOCK]), min_size=1, max_size=4),
    st.frozensets(st.sampled_from(RANK[1:5])),
    st.sampled_from(StopMode),
)
def test_decision_is_free_of_the_order_of_results_whatever_the_counters(
    results: list[Answered], causes: frozenset[StopReason], mode: StopMode
) -> None:
    stops = [decide(order, flags(causes, mode)) for order in permutations(results)]
    assert len({(stop["how"], stop["reason"]) if stop else None for stop in stops}) == 1


def test_no_spend_limit_never_ends_a_turn() -> None:
    assert decide([READ], Flags(1, 0, 9.0, tokens=10**9)) is None


@pytest.mark.parametrize("limit", [109, 110])
async def test_spend_limit_ends_the_turn_by_a_template_without_a_model_call(
    tmp_path: Path, limit: int
) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small, token_limit=limit)
        ended = await stage.play(
            {"list_devices": Forced([Ending.COMPLETED], stop=False)},
            SENTENCES["list_devices"][0],
            one_call("list_devices"),
        )
        assert (ended.turn.stop, ended.asked) == (StopReason.TOKEN_LIMIT, 1)
        assert ended.turn.path == ("begin", "agent", *ROUND, "finalize")
        assert "list_devices ended completed." in ended.turn.answer
        assert "token limit" in ended.turn.answer


async def test_spend_limit_above_what_was_used_does_not_end_the_turn(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small, token_limit=111)
        ended = await stage.play({}, SENTENCES["read_state"][0], one_call("read_state"))
        assert ended.turn.stop is StopReason.ANSWERED


@pytest.mark.parametrize("mode", list(StopMode))
async def test_refusal_is_told_before_a_spent_limit_and_before_success(
    tmp_path: Path, mode: StopMode
) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small, mode, token_limit=1)
        plan = {"read_state": Forced([Ending.COMPLETED]), "why": Forced([Ending.POLICY_BLOCK])}
        asks = calls(*((name, SENTENCES[name][1]) for name in plan))
        ended = await stage.play(plan, "is the front door locked and why is the kitchen light on?", asks)
        assert (ended.turn.stop, ended.asked) == (StopReason.POLICY, 1)
        assert "was refused" in ended.turn.stop_rule


@pytest.mark.parametrize(("ending", "mode"), list(product(Ending, StopMode)))
async def test_secret_is_masked_before_the_stop_decision_whatever_it_is(
    tmp_path: Path, ending: Ending, mode: StopMode
) -> None:
    async with small_home(tmp_path) as small:
        plan = {"read_state": Forced([ending], text=f"The key is {KEY}.")}
        session, model = small.session(
            one_call("read_state"), words("Well."), words("Well."), stop_mode=mode, tools=forcing(plan)
        )
        turn, signs = await played(session, SENTENCES["read_state"][0])
        told = [m.text for heard in model.heard for m in heard.messages if isinstance(m, ToolMessage)]
        assert KEY not in f"{turn!r} {signs!r} {told!r}"


async def test_trace_shows_the_gate_before_the_run_and_the_decision_after_it(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK))
        turn, signs = await played(session, "unlock the front door", True)
        nodes = [sign.node for sign in signs if isinstance(sign, Thinking)]
        # the node of the question runs again from its top when the answer has come
        assert [*dict.fromkeys(nodes)] == list(turn.path) == ["begin", "agent", *ROUND]
        assert [step.node for step in turn.steps][-1] == "update_flags"
        assert turn.steps[-1].text == turn.stop_rule

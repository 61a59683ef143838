"""The exit code of a turn: a script may trust 0, and the worst of several endings wins."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.agent.turn import StopReason, Turn
from assistant.cli.exit import Exit
from assistant.cli.verdict import document, failure, verdict
from devices.command import Command, Outcome, Reason, Status

REFUSED = Outcome(Command("lock.a", "lock"), Status.REFUSED, reason=Reason.POLICY)
DOWN = Outcome(Command("lock.a", "lock"), Status.REFUSED, reason=Reason.BROKER_DOWN)
KINDS = {status: Outcome(Command("light.a", "turn_on"), status) for status in Status}
OUTCOMES = st.sampled_from((*KINDS.values(), DOWN))


def turn(stop: StopReason, *outcomes: Outcome, choices: tuple[str, ...] = ()) -> Turn:
    return Turn("t1", "do it", "well", "en", stop, outcomes=outcomes, choices=choices)


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        ((), Exit.DONE),
        ((KINDS[Status.CONFIRMED], KINDS[Status.ALREADY]), Exit.DONE),
        ((KINDS[Status.CONFIRMED], KINDS[Status.SENT]), Exit.UNCONFIRMED),
        ((KINDS[Status.SENT], KINDS[Status.FAILED]), Exit.FAILED),
        ((KINDS[Status.FAILED], REFUSED), Exit.NOT_ALLOWED),
        ((REFUSED, DOWN, KINDS[Status.CONFIRMED]), Exit.BROKER_DOWN),
    ],
)
def test_verdict_is_the_worst_outcome(outcomes: tuple[Outcome, ...], code: Exit) -> None:
    assert verdict(turn(StopReason.ANSWERED, *outcomes)) is code


@pytest.mark.parametrize(
    ("stop", "code"),
    [
        (StopReason.NO_TARGET, Exit.NO_TARGET),
        (StopReason.DECLINED, Exit.NOT_ALLOWED),
        (StopReason.NEEDS_CONFIRMATION, Exit.NOT_ALLOWED),
        (StopReason.POLICY, Exit.NOT_ALLOWED),
        (StopReason.RATE_LIMITED, Exit.NO_MODEL),
        (StopReason.MODEL_UNAVAILABLE, Exit.NO_MODEL),
        (StopReason.STOPPED, Exit.INTERRUPTED),
        (StopReason.TIME_LIMIT, Exit.FAILED),
        (StopReason.NOT_DONE, Exit.FAILED),
        (StopReason.NEEDS_ANSWER, Exit.FAILED),
    ],
)
def test_verdict_of_a_turn_that_did_not_end_well(stop: StopReason, code: Exit) -> None:
    assert verdict(turn(stop)) is code


def test_verdict_of_a_question_with_candidates_is_no_target() -> None:
    assert verdict(turn(StopReason.NEEDS_ANSWER, choices=("light.a", "light.b"))) is Exit.NO_TARGET


def test_verdict_of_a_wish_that_the_device_can_not_take_is_a_refusal() -> None:
    out_of_range = Outcome(
        Command("climate.a", "set_temperature"), Status.REFUSED, reason=Reason.OUT_OF_RANGE
    )
    assert verdict(turn(StopReason.TOOL_FAILED, out_of_range)) is Exit.NOT_ALLOWED


@given(st.sampled_from(StopReason), st.lists(OUTCOMES, max_size=4))
def test_zero_means_answered_and_every_action_confirmed(stop: StopReason, outcomes: list[Outcome]) -> None:
    ended = turn(stop, *outcomes)
    code = verdict(ended)
    sure = {Status.CONFIRMED, Status.ALREADY}
    good = stop is StopReason.ANSWERED and {outcome.status for outcome in outcomes} <= sure
    assert (code is Exit.DONE) is good
    assert document(ended, code)["ok"] is good


def test_a_turn_that_never_began_has_the_same_keys() -> None:
    assert failure("why", "failed").keys() - document(turn(StopReason.ANSWERED), Exit.DONE).keys() == {
        "error"
    }

"""Confirmation: an answer binds to exactly what was asked, acts once, and nothing but a clear yes acts."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from assistant.agent.judge.consent import Reply, asks_of, reply_of
from assistant.agent.turn import Asked, CallEnded, Finished, Given, Sign, StopReason, Turn
from devices.command import Approval, Command, Denial, Reason, Status
from devices.kinds.spec import Risk
from devices.model import Json
from devices.policy import Judgement, judge
from devices.view import View
from tests.agent.house import Small, small_home
from tests.agent.lines import LIGHT_ON, UNLOCK, Line, control
from tests.devices.test_policy import VIEW
from tests.fakes.model import calls, words

BOTH: Line = ("control_device", {"targets": ["kitchen light", "front door"], "action": "toggle"})
TOGGLE: Line = control("front door", "toggle")
SAYS_BOTH = "toggle the kitchen light and the front door"
FIVE: Line = (
    "control_device",
    {
        "targets": [
            "kitchen light",
            "light.hall_lamp",
            "light.bedroom_lamp",
            "living room fan",
            "bedroom plug",
        ],
        "action": "turn_on",
    },
)
SAYS_FIVE = "turn on the kitchen light, both lamps, the living room fan and the bedroom plug"


async def answered(
    small: Small, line: Line, text: str, *rounds: tuple[Given, ...], meanwhile: Callable[[], object] = bool
) -> tuple[Turn, list[Sign]]:
    """One turn; each round of questions gets its answers, `meanwhile` happens before the first ones."""
    session, _model = small.session(calls(line), words("Anything else?"))
    given, signs = list(rounds), []
    async for sign in session.ask(text):
        signs.append(sign)
        if isinstance(sign, Asked):
            if len(given) == len(rounds):
                meanwhile()
                await asyncio.sleep(0.05)
            sign.answers.set_result(given.pop(0))
    last = signs[-1]
    assert isinstance(last, Finished)
    return last.turn, signs


def asked(signs: list[Sign]) -> list[tuple[str, ...]]:
    return [tuple(q.action for q in sign.questions) for sign in signs if isinstance(sign, Asked)]


async def test_unclear_answer_is_asked_once_more_and_a_yes_then_acts_once(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON, UNLOCK))
        given, signs = ["maybe", "yes"], []
        async for sign in session.ask("unlock the front door and turn on the kitchen light"):
            signs.append(sign)
            if isinstance(sign, Asked):
                assert small.commands == []
                sign.answers.set_result((given.pop(0),))
        assert asked(signs) == [("unlock",), ("unlock",)]
        assert sorted(small.commands) == ["light.kitchen_light ON", "lock.front_door UNLOCK"]
        ended = [sign for sign in signs if isinstance(sign, CallEnded)]
        assert [e.ending for e in ended] == ["completed", "completed"]


async def test_answer_that_stays_unclear_is_a_no(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        turn, signs = await answered(small, UNLOCK, "unlock the front door", ("maybe",), ("well, perhaps",))
        assert (small.commands, len(asked(signs))) == ([], 2)
        assert turn.stop is StopReason.UNANSWERED
        assert turn.outcomes[0].reason is Reason.UNCLEAR
        assert "not a clear yes" in turn.answer


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (True, Reply.YES),
        (False, Reply.NO),
        (None, Reply.UNANSWERED),
        ("Yes!", Reply.YES),
        ("да", Reply.YES),
        ("好的。", Reply.YES),
        ("нет", Reply.NO),
        ("不要", Reply.NO),
        ("don’t", Reply.NO),
        ("yes?", Reply.UNCLEAR),
        ("yes, but not the lock", Reply.UNCLEAR),
        ("yes no", Reply.UNCLEAR),
        ("unlock the back door", Reply.UNCLEAR),
        ("не да", Reply.UNCLEAR),
        ("", Reply.UNCLEAR),
    ],
)
def test_reply_is_a_yes_only_as_a_whole(given: Given, meant: Reply) -> None:
    assert reply_of(given) is meant


@pytest.mark.parametrize("short", [(), (True, True)])
async def test_answers_of_the_wrong_number_allow_nothing(tmp_path: Path, short: tuple[bool, ...]) -> None:
    async with small_home(tmp_path) as small:
        turn, _signs = await answered(small, UNLOCK, "unlock the front door", short)
        assert (small.commands, turn.stop) == ([], StopReason.DECLINED)


async def test_one_call_with_a_no_for_the_lock_runs_the_lamp_and_tells_both(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        turn, signs = await answered(small, BOTH, SAYS_BOTH, (False,))
        assert asked(signs) == [("unlock",)]
        assert small.commands == ["light.kitchen_light ON"]
        assert turn.stop is StopReason.DECLINED
        assert "Kitchen light is on" in turn.answer
        assert "you said no" in turn.answer
        assert [(o.command.entity_id, o.status) for o in turn.outcomes] == [
            ("light.kitchen_light", Status.CONFIRMED),
            ("lock.front_door", Status.REFUSED),
        ]


async def test_one_call_with_a_yes_for_the_lock_runs_both(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        turn, _signs = await answered(small, BOTH, SAYS_BOTH, (True,))
        assert sorted(small.commands) == ["light.kitchen_light ON", "lock.front_door UNLOCK"]
        assert turn.stop is StopReason.ANSWERED


async def test_wide_call_is_one_question_with_every_name(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        turn, signs = await answered(small, FIVE, SAYS_FIVE, (True,))
        question = next(sign for sign in signs if isinstance(sign, Asked)).questions[0]
        assert (question.risk, len(question.targets)) == (Risk.WIDE, 5)
        assert (len(small.commands), turn.stop) == (5, StopReason.ANSWERED)


async def test_two_calls_of_a_round_are_answered_each_for_itself(tmp_path: Path) -> None:
    two = (FIVE, UNLOCK)
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(*two))
        seen: list[Asked] = []
        async for sign in session.ask(f"{SAYS_FIVE}, and unlock the front door"):
            if isinstance(sign, Asked):
                seen.append(sign)
                sign.answers.set_result(tuple(q.risk is Risk.WIDE for q in sign.questions))
        assert [len(one.questions) for one in seen] == [2]
        assert (len(small.commands), "lock.front_door UNLOCK" in small.commands) == (5, False)


async def test_silence_is_no_answer_and_the_thread_goes_on(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK), calls(LIGHT_ON))
        session.answer_seconds = 0.1
        question: Asked | None = None
        async for sign in session.ask("unlock the front door"):
            question = sign if isinstance(sign, Asked) else question
        assert question is not None
        assert question.answers.cancelled()
        turn = session.turns[-1]
        assert (turn.stop, turn.outcomes[0].reason) == (StopReason.UNANSWERED, Reason.UNANSWERED)
        assert ("nobody answered in time" in turn.answer, small.commands) == (True, [])
        async for _sign in session.ask("turn on the kitchen light"):
            pass
        assert small.commands == ["light.kitchen_light ON"]


async def test_face_that_is_busy_asking_loses_its_question_in_time(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK))
        session.answer_seconds = 0.1
        async for sign in session.ask("unlock the front door"):
            if isinstance(sign, Asked):
                await asyncio.sleep(0.3)  # the dialog is open, nobody asks for the next sign
                assert sign.answers.cancelled()
        assert (session.turns[-1].stop, small.commands) == (StopReason.UNANSWERED, [])


async def test_yes_to_an_unlock_never_becomes_another_act(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:

        def unlocked_by_hand() -> None:
            small.broker.device("test/front_door/state", "UNLOCKED")

        turn, _signs = await answered(
            small, TOGGLE, "toggle the front door", (True,), meanwhile=unlocked_by_hand
        )
        assert (small.commands, turn.stop) == ([], StopReason.UNANSWERED)
        assert "changed" in turn.answer


async def test_yes_does_not_hold_for_another_lock_of_the_same_name(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:

        def replaced() -> None:
            topic = "homeassistant/lock/front_door/config"
            config = json.loads(small.broker.retained[topic].payload)
            small.broker.device(topic, "")
            other: dict[str, Json] = {
                "unique_id": "another",
                "device": {"identifiers": ["another"], "name": "Front door"},
            }
            small.broker.device("homeassistant/lock/other/config", {**config, **other}, retain=True)
            small.broker.device("test/front_door/state", "LOCKED")

        turn, signs = await answered(
            small, UNLOCK, "unlock the front door", (True,), (False,), meanwhile=replaced
        )
        assert len(asked(signs)) == 2
        assert (small.commands, turn.stop) == ([], StopReason.DECLINED)


def test_question_says_each_commands_own_values() -> None:
    def risky(entity_id: str, target: float) -> Judgement:
        command = Command(entity_id, "set_temperature", {"temperature": target})
        return Judgement(command, Risk.WIDE, "setpoint-3", allowed=False, reason=Reason.NOT_APPROVED)

    view = View()
    (two,) = asks_of("c1", [risky("climate.hall", 28), risky("climate.bath", 12)], view, lasting=False)
    assert (two.question.after, two.question.each) == ("", ("temperature 28", "temperature 12"))
    (same,) = asks_of("c1", [risky("climate.hall", 28), risky("climate.bath", 28)], view, lasting=False)
    assert (same.question.after, same.question.each) == ("temperature 28", ())
    assert two.key != same.key


def test_approval_with_values_holds_for_these_only() -> None:
    half = Command("cover.garage", "set_cover_position", {"position": 80})
    for allowed, values in ((True, {"position": 80}), (False, {"position": 20}), (False, {}), (True, None)):
        (judged,) = judge([half], VIEW, [Approval("cover.garage", "set_cover_position", values=values)])
        assert judged.allowed is allowed, values


def test_what_was_denied_is_not_done_however_harmless_it_is() -> None:
    on = Command("light.l1", "turn_on")
    (judged,) = judge([on], VIEW, denials=[Denial("light.l1", "turn_on", Reason.UNANSWERED)])
    assert (judged.allowed, judged.reason) == (False, Reason.UNANSWERED)
    (other,) = judge([on], VIEW, denials=[Denial("light.l2", "turn_on")])
    assert other.allowed

"""A rule run by hand: a yes counts for what was asked, whatever comes back while a person thinks."""

from dataclasses import replace
from datetime import time
from pathlib import Path

from assistant.agent.turn import Given
from assistant.person.run_now import Hand, run_now
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At
from devices.command import Cause, Command, Origin
from devices.mqtt.transport import Message
from tests.tools.house import Lodge, living
from tools.tool import Question

LOCK = "lock/front_door"
WISH = (
    Command("lock.front_door", "unlock"),
    Command("climate.hall_thermostat", "set_temperature", {"temperature": 27}),
    Command("fan.living_room_fan", "turn_on"),
)


def lose_the_lock(lodge: Lodge) -> None:
    """The lock goes off the air while the fan, told in the same step, answers."""
    lodge.broker.answer_with(
        "fan/living_room_fan/set",
        lambda m: (Message(f"{LOCK}/online", b"offline"), replace(m, topic="fan/living_room_fan")),
    )


async def test_lock_that_is_back_while_a_person_thinks_is_not_unlocked_unasked(tmp_path: Path) -> None:
    put: list[str] = []

    async with living(tmp_path) as lodge:

        async def asker(questions: tuple[Question, ...], _words: str) -> tuple[Given, ...]:
            put.extend(target for question in questions for target in question.targets)
            lodge.broker.device(f"{LOCK}/online", "online", retain=True)
            await lodge.clock.advance(1)
            return tuple(True for _ in questions)

        lose_the_lock(lodge)
        draft = Rule(triggers=(At(time(7)),), actions=tuple(Act(command) for command in WISH))
        rule = await lodge.house.book.add(draft)
        ran = await run_now(rule, lodge.house, lodge.bus, Hand(Cause(Origin.CLI, words="run a1"), asker))
        unlocked = (f"{LOCK}/set", "UNLOCK") in lodge.sent()
        assert unlocked is ("lock.front_door" in put)
        assert {outcome.command.entity_id for outcome in ran.outcomes} == {c.entity_id for c in WISH}

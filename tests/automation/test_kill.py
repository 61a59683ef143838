"""Killed at any moment: the same commands at the same instants as in a home that was never killed."""

import asyncio
import random
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from devices.automation.rule.action import Act, Notify, PutBack, Ramp, Wait, WaitUntil
from devices.automation.rule.condition import Stands
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import Every, Once, Threshold
from devices.command import Command
from devices.mqtt.transport import Message
from tests.automation.scene import CLIMATE, FAN, LAMP, LOCK, SENSOR, UNLOCK, Scene, living
from tests.fakes.clock import START, FakeClock, turns

END = 1200.0
READINGS: list[tuple[float, float]] = [
    (1, 25),
    (30, 27),
    (200, 23),
    (330, 19),
    (420, 26.5),
    (640, 31),
    (700, 24),
    (980, 27),
]
"""When the thermometer says what."""
ANSWERS = [(700.5, True)]
"""When a person answers the question that is open then."""


def heat(degrees: float) -> Act:
    """Set the thermostat."""
    return Act(Command(CLIMATE, "set_temperature", {"temperature": degrees}))


RULES = (
    # a `for` clock, a delay, and what is put back
    Rule(
        triggers=(Threshold((SENSOR,), above=26, for_seconds=90),),
        actions=(Act(Command(FAN, "turn_on")), Wait(75), PutBack()),
    ),
    # a latch with hysteresis, and its end
    Rule(
        triggers=(Threshold((SENSOR,), below=20, hysteresis=3),),
        actions=(heat(21),),
        until=(heat(19), Notify("warm")),
    ),
    # a ramp
    Rule(
        triggers=(Once(START + timedelta(seconds=100)),),
        actions=(Ramp(LAMP, "turn_on", "brightness_pct", 40, 400), Notify("bright", topic="lamp")),
        once=True,
    ),
    # a pending question
    Rule(triggers=(Threshold((SENSOR,), above=30),), actions=(UNLOCK, Wait(20), Act(Command(LOCK, "lock")))),
    # a wait for a condition, in line
    Rule(
        triggers=(Every(500, START),),
        actions=(WaitUntil(Stands((FAN,), ("on",)), 300, go_on=True), Act(Command(FAN, "turn_off"))),
        mode=Mode.QUEUED,
    ),
    # a job
    Rule(triggers=(Once(START + timedelta(seconds=555)),), actions=(heat(17),), once=True),
)


@dataclass
class Story:
    """What was published, when, in seconds since the start; what a device would report is what it was told."""

    clock: FakeClock = field(default_factory=lambda: FakeClock(hasty=True))
    sent: list[tuple[float, str, str]] = field(default_factory=list)
    states: dict[str, str] = field(
        default_factory=lambda: {"c/mode": "heat", "c/target": "19", "t/status": "online"}
    )

    @property
    def seconds(self) -> float:
        """Since the start."""
        return (self.clock.now() - START).total_seconds()

    def hears(self, message: Message) -> None:
        """Note a command, once an instant: given twice, it is still one."""
        if message.topic.startswith("hearth/") and "notices" not in message.topic:
            return
        line = (self.seconds, message.topic, message.payload.decode())
        if line not in self.sent:
            self.sent.append(line)
        reported = message.payload.decode() + ("ED" if message.topic == "l/set" else "")
        if message.topic.endswith("/set"):
            self.states[message.topic.removesuffix("/set") + _STATE[message.topic]] = reported

    async def lives(self, path: Path, kills: list[tuple[float, int]]) -> None:
        """Live through it, killed at these seconds after so many turns of the event loop."""
        for until, after in [*kills, (END, 1000)]:
            async with living(
                path, clock=self.clock, retained=list(self.states.items()), sent=self.hears
            ) as scene:
                if not scene.book.everything():
                    for rule in RULES:
                        await scene.book.add(rule)
                await self._passes(scene, until, after)

    async def _passes(self, scene: Scene, until: float, after: int) -> None:
        while self.seconds < until:
            nearest = scene.timer.nearest()
            due = END if nearest is None else (nearest - START).total_seconds()
            step = min(
                [until, max(due, self.seconds), *(at for at, _ in (*READINGS, *ANSWERS) if at > self.seconds)]
            )
            await self.clock.advance(step - self.seconds)
            scene.timer.reach(self.clock.now())
            if step == until and not self._told(scene):
                await turns(after)
                return
            await self._happens(scene)

    def _told(self, scene: Scene) -> bool:
        """Whether something happens just now that a process which is killed could not hear again."""
        return any(at == self.seconds for at, _ in (*READINGS, *ANSWERS)) or not scene.home.connected

    async def _happens(self, scene: Scene) -> None:
        for at, value in READINGS:
            if at == self.seconds:
                self.states["t/state"] = str(value)
                scene.broker.device("t/state", str(value))
        await scene.settle()
        for at, yes in ANSWERS:
            if at == self.seconds:
                for question in scene.works.questions.open():
                    await scene.works.questions.answer(question.id, yes, "mia")
        await scene.settle()


_STATE = {"f/set": "/state", "b/set": "/state", "l/set": "/state", "c/target/set": ""}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[float, str, str]]:
    """What happens in a home that is never killed."""
    story = Story()
    asyncio.run(story.lives(tmp_path_factory.mktemp("whole"), []))
    return story.sent


def test_story_is_one(whole: list[tuple[float, str, str]]) -> None:
    topics = [topic for _at, topic, _payload in whole]
    assert topics.count("b/set") == 40
    assert {"f/set", "c/target/set", "l/set", "hearth/home/notices/lamp"} <= set(topics)


@pytest.mark.parametrize("seed", range(10))
async def test_killed_at_random_moments(
    tmp_path: Path, seed: int, whole: list[tuple[float, str, str]]
) -> None:
    chance = random.Random(seed)  # noqa: S311 - moments of a test, no secrets
    kills = sorted((round(chance.uniform(1, END - 1), 1), chance.randrange(60)) for _ in range(8))
    story = Story()
    await story.lives(tmp_path, kills)
    assert sorted(story.sent) == sorted(whole)


@pytest.mark.parametrize("turn", range(0, 60, 6))
async def test_killed_in_the_middle_of_a_step(
    tmp_path: Path, turn: int, whole: list[tuple[float, str, str]]
) -> None:
    """At the very instants at which something is due, a few turns of the event loop after it."""
    moments = sorted({at for at, _topic, _payload in whole})
    story = Story()
    await story.lives(tmp_path, [(at, turn) for at in moments[turn % 4 :: 9]])
    assert sorted(story.sent) == sorted(whole)

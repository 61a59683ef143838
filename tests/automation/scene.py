"""A home with a thermometer, a fan, a lock, a thermostat and a lamp on the broker in memory, its rules running."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from devices.automation.almanac import Almanac
from devices.automation.books.answer_code import AnswerCode
from devices.automation.books.book import RuleBook
from devices.automation.books.notices import Notices
from devices.automation.books.permissions import Permissions
from devices.automation.books.questions import Questions
from devices.automation.engine import Engine
from devices.automation.rule.action import Act, Action
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold, Trigger
from devices.automation.run.performing import Works
from devices.automation.timer import HeapTimer
from devices.bus import Bus
from devices.command import Command
from devices.events import Event, RuleRan
from devices.home import Home
from devices.model import Json
from devices.mqtt.transport import Message
from devices.storage.database import Database
from devices.storage.settings import Settings
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock, turns

SENSOR, FAN, LOCK, CLIMATE, LAMP = (
    "sensor.living_temperature",
    "fan.living_fan",
    "lock.front_door",
    "climate.thermostat",
    "light.lamp",
)
WARM = Threshold((SENSOR,), above=26)
FAN_ON = Act(Command(FAN, "turn_on"))
UNLOCK = Act(Command(LOCK, "unlock"))

PARTS: dict[str, dict[str, Json]] = {
    "sensor/t": {
        "name": "Living temperature",
        "state_topic": "t/state",
        "unit_of_measurement": "°C",
        "device_class": "temperature",
        "availability_topic": "t/status",
    },
    "fan/f": {"name": "Living fan", "state_topic": "f/state", "command_topic": "f/set"},
    "lock/l": {"name": "Front door", "state_topic": "l/state", "command_topic": "l/set"},
    "climate/c": {
        "name": "Thermostat",
        "mode_state_topic": "c/mode",
        "mode_command_topic": "c/mode/set",
        "modes": ["off", "heat"],
        "current_temperature_topic": "c/now",
        "temperature_state_topic": "c/target",
        "temperature_command_topic": "c/target/set",
    },
    "light/b": {
        "name": "Lamp",
        "schema": "json",
        "brightness": True,
        "state_topic": "b/state",
        "command_topic": "b/set",
    },
}
INSTALL = "home"
ROUNDS, CALM = 60, 8
"""How often everything may stir until it is still, and how long a home that has just begun must be still."""


@dataclass
class Scene:
    """One session of a home; `ran` are the rule runs that the bus told of."""

    broker: FakeBroker
    clock: FakeClock
    home: Home
    book: RuleBook
    timer: HeapTimer
    database: Database
    works: Works
    settings: Settings
    ran: list[RuleRan] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    async def reads(self, value: object, *, after: float = 0, topic: str = "t/state") -> None:
        """Let so many seconds pass, then have the thermometer report."""
        await self.wait(after)
        self.broker.device(topic, str(value))
        await self.settle()

    async def wait(self, seconds: float) -> None:
        """Let time pass, waking the rules on the second."""
        for _ in range(int(seconds)):
            await self.clock.advance(1)
            nearest = self.timer.nearest()
            self.timer.reach(self.clock.now())
            if nearest is not None and nearest <= self.clock.now():
                await self.settle()
        await self.settle()

    async def settle(self, calm: int = 3) -> None:
        """Let the rules act: everything runnable runs, and the database has answered, until nothing stirs."""
        quiet = 0
        for _ in range(ROUNDS):
            mark = self._mark()
            await turns()
            await self.database.write(lambda _connection: None)
            await self.database.read(lambda _connection: None)
            await turns()
            quiet = quiet + 1 if mark == self._mark() else 0
            if quiet == calm:
                return

    def _mark(self) -> tuple[int, int, datetime | None]:
        return len(self.broker.sent), len(self.events), self.timer.nearest()

    def published(self, topic: str) -> int:
        """How often Home published there."""
        return sum(message.topic == topic for message in self.broker.sent)


@asynccontextmanager
async def living(
    path: Path,
    *,
    clock: FakeClock | None = None,
    retained: Sequence[tuple[str, str]] = (),
    scenes: Mapping[str, tuple[Command, ...]] | None = None,
    may_act: Callable[[], bool] = lambda: True,
    sent: Callable[[Message], None] = lambda _message: None,
    early: Callable[["Scene"], None] = lambda _scene: None,
) -> AsyncIterator[Scene]:
    """A home whose rules run; entering again with the same path and clock is a restart.

    `sent` is told of everything that Home publishes, at its moment; `early` is handed the scene before
    anything is heard.
    """
    broker, bus, now = FakeBroker(), Bus(), clock or FakeClock(hasty=True)
    broker.answer_with("#", partial(_noted, sent))
    _announce(broker)
    _devices(broker)
    for topic, payload in retained:
        broker.device(topic, payload, retain=True)
    database = Database.open(f"sqlite:///{path / 'home.db'}")
    scene = _scene(broker, bus, now, database, scenes or {})
    bus.listen(lambda event: _note(event, scene))
    early(scene)
    for book in (scene.book, scene.works.permissions, scene.works.notices, scene.settings):
        await book.load()
    engine = Engine(scene.works, scene.timer, may_act=may_act, install=INSTALL)
    tasks = [asyncio.create_task(scene.home.run()), asyncio.create_task(engine.run())]
    try:
        while not scene.timer.running and not tasks[1].done():
            # what the rules remember is read first, by threads that take their own time
            await scene.settle(CALM)
        await scene.settle(CALM)
        _greet(broker)
        await scene.settle(CALM)
        yield scene
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await database.close()


def _scene(
    broker: FakeBroker,
    bus: Bus,
    clock: FakeClock,
    database: Database,
    scenes: Mapping[str, tuple[Command, ...]],
) -> Scene:
    """Every part of it; questions run out in the same time in which everything else happens."""
    home, book, settings = Home(broker, bus, clock), RuleBook(database, bus, clock), Settings(database)
    works = Works(
        home,
        bus,
        clock,
        database,
        book,
        Permissions(database, bus, clock, scenes.get, lambda scene: str(scenes.get(scene)), home.find),
        Questions(database, bus, clock, wall=clock),
        Notices(database, bus, clock),
        scenes.get,
        Almanac(UTC),
        AnswerCode(settings),
    )
    return Scene(broker, clock, home, book, HeapTimer(), database, works, settings)


def _announce(broker: FakeBroker) -> None:
    for name, part in PARTS.items():
        config: dict[str, Json] = {**part, "unique_id": name}
        broker.device(f"homeassistant/{name}/config", config, retain=True)


def _greet(broker: FakeBroker) -> None:
    broker.device("t/status", "online")
    for name, off in (("f", "OFF"), ("l", "LOCKED"), ("b", '{"state": "OFF"}')):
        if f"{name}/state" not in broker.retained:
            broker.device(f"{name}/state", off)


def _devices(broker: FakeBroker) -> None:
    """Fan, lamp, lock and thermostat report what they are told."""
    broker.answer_with("c/target/set", lambda message: [replace(message, topic="c/target")])
    broker.answer_with("f/set", lambda message: [replace(message, topic="f/state")])
    broker.answer_with("b/set", lambda message: [replace(message, topic="b/state")])
    broker.answer_with("l/set", _locked)


def _noted(sent: Callable[[Message], None], message: Message) -> tuple[()]:
    sent(message)
    return ()


def _locked(message: Message) -> list[Message]:
    return [replace(message, topic="l/state", payload=message.payload + b"ED")]


def _note(event: Event, scene: Scene) -> None:
    scene.events.append(event)
    if isinstance(event, RuleRan):
        scene.ran.append(event)


def rule(trigger: Trigger = WARM, *actions: Action) -> Rule:
    """A draft that turns the fan on unless told otherwise."""
    return Rule(triggers=(trigger,), actions=actions or (FAN_ON,))

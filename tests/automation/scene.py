"""A home with a thermometer, a fan, a lock and a thermostat on the broker in memory, and its rules running."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from devices.automation.book import RuleBook
from devices.automation.engine import Engine
from devices.automation.rule import Act, Rule, Threshold
from devices.automation.timer import HeapTimer
from devices.bus import Bus
from devices.command import Command
from devices.events import Event, RuleRan
from devices.home import Home
from devices.model import Json
from devices.storage.database import Database
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock, turns

SENSOR, FAN, LOCK, CLIMATE = (
    "sensor.living_temperature",
    "fan.living_fan",
    "lock.front_door",
    "climate.thermostat",
)
WARM = Threshold(SENSOR, above=26)
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
}


@dataclass
class Scene:
    """One session of a home; `ran` are the rule runs that the bus told of."""

    broker: FakeBroker
    clock: FakeClock
    home: Home
    book: RuleBook
    timer: HeapTimer
    database: Database
    ran: list[RuleRan] = field(default_factory=list)

    async def reads(self, value: object, *, after: float = 0, topic: str = "t/state") -> None:
        """Let so many seconds pass, then have the thermometer report."""
        await self.wait(after)
        self.broker.device(topic, str(value))
        await self.settle()

    async def wait(self, seconds: float) -> None:
        """Let time pass, waking the rules on the second."""
        for _ in range(int(seconds)):
            await self.clock.advance(1)
            self.timer.reach(self.clock.now())
        await self.settle()

    async def settle(self) -> None:
        """Let the rules act: everything runnable runs, and the database has answered."""
        for _ in range(3):
            await turns()
            await self.database.write(lambda _connection: None)
            await self.database.read(lambda _connection: None)
        await turns()

    def published(self, topic: str) -> int:
        """How often Home published there."""
        return sum(message.topic == topic for message in self.broker.sent)


@asynccontextmanager
async def living(
    path: Path, *, clock: FakeClock | None = None, retained: Sequence[tuple[str, str]] = ()
) -> AsyncIterator[Scene]:
    """A home whose rules run; entering again with the same path and clock is a restart."""
    broker, bus, now = FakeBroker(), Bus(), clock or FakeClock(hasty=True)
    for topic, payload in retained:
        broker.device(topic, payload, retain=True)
    database = Database.open(f"sqlite:///{path / 'home.db'}")
    home, book, timer = Home(broker, bus, now), RuleBook(database, bus, now), HeapTimer()
    scene = Scene(broker, now, home, book, timer, database)
    bus.listen(lambda event: _note(event, scene.ran))
    await book.load()
    tasks = [asyncio.create_task(home.run()), asyncio.create_task(Engine(home, book, bus, now, timer).run())]
    try:
        await scene.settle()
        _announce(broker)
        await scene.settle()
        _greet(broker)
        await scene.settle()
        yield scene
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await database.close()


def _announce(broker: FakeBroker) -> None:
    for name, part in PARTS.items():
        config: dict[str, Json] = {**part, "unique_id": name}
        broker.device(f"homeassistant/{name}/config", config)


def _greet(broker: FakeBroker) -> None:
    broker.device("t/status", "online")
    for name, off in (("f", "OFF"), ("l", "LOCKED")):
        broker.device(f"{name}/state", off)
    broker.answer("f/set", ("f/state", "ON"))
    broker.answer("l/set", ("l/state", "UNLOCKED"))


def _note(event: Event, ran: list[RuleRan]) -> None:
    if isinstance(event, RuleRan):
        ran.append(event)


def rule(threshold: Threshold = WARM, *actions: Act) -> Rule:
    """A draft that turns the fan on unless told otherwise."""
    return Rule(triggers=(threshold,), actions=actions or (FAN_ON,))

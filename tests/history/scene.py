"""A small recorded past: entities without a home, whose events a test publishes on the bus by the minute."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from devices.bus import Bus
from devices.command import Cause, Origin
from devices.events import StateChanged, StateReported
from devices.history.queries import History
from devices.history.recorder import MEMORY, Recorder
from devices.kinds.binary_sensor import BinarySensorState
from devices.kinds.climate import ClimateState
from devices.kinds.light import LightState
from devices.kinds.power import Power
from devices.kinds.sensor import SensorState
from devices.model import Domain, Entity, KindState, Snapshot
from devices.storage.database import Database
from tests.databases import at
from tests.fakes.clock import START, FakeClock

DEVICE = Cause(Origin.DEVICE)

TEMPERATURE = Entity("sensor.living_temperature", Domain.SENSOR, "Living temperature", unit="°C")
DOOR = Entity("binary_sensor.front_door", Domain.BINARY_SENSOR, "Front door", device_class="door")
LAMP = Entity("light.kitchen", Domain.LIGHT, "Kitchen light")
THERMOSTAT = Entity("climate.living", Domain.CLIMATE, "Thermostat")


def minute(number: float) -> datetime:
    """So many minutes after the scene began."""
    return START + timedelta(minutes=number)


def on_off(word: str) -> BinarySensorState:
    """A contact's state."""
    return BinarySensorState(Power(word))


def lit(word: str, brightness: int | None = None) -> LightState:
    """A lamp's state."""
    return LightState(Power(word), brightness)


def warm(value: float | str) -> SensorState:
    """A temperature reading."""
    return SensorState(str(value))


def heat(current: float, target: float) -> ClimateState:
    """A thermostat's state."""
    return ClimateState("heat", temperature=target, current_temperature=current)


@dataclass
class Scene:
    """A recorder on a bus, a history over its database, and the snapshots as they were last published."""

    database: Database
    bus: Bus
    clock: FakeClock
    recorder: Recorder
    history: History
    snapshots: dict[str, Snapshot] = field(default_factory=dict)

    def report(
        self, entity: Entity, state: KindState, at: datetime, *, cause: Cause = DEVICE, retained: bool = False
    ) -> None:
        """What a home publishes when a device reports."""
        before = self.snapshots.get(entity.id, Snapshot(entity))
        after = replace(before, entity=entity, state=state, reported_at=at, live=not retained)
        self.snapshots[entity.id] = after
        if before.state == state:
            self.bus.publish(StateReported(after, at, retained))
        else:
            self.bus.publish(StateChanged(before, after, cause, at, retained))

    def reach(self, entity: Entity, at: datetime, *, online: bool) -> None:
        """What a home publishes when a device goes or comes back."""
        before = self.snapshots[entity.id]
        after = self.snapshots[entity.id] = replace(before, available=online)
        self.bus.publish(StateChanged(before, after, DEVICE, at))

    async def until(self, at: datetime) -> None:
        """Let time pass, store everything, and have it all watched up to here."""
        await self.clock.advance((at - self.clock.now()).total_seconds())
        self.bus.publish(StateReported(Snapshot(Entity("sensor.tick", Domain.SENSOR, "Tick")), at))
        await self.recorder.flush()


@asynccontextmanager
async def recorded(place: str | Path, *, memory: int = MEMORY) -> AsyncIterator[Scene]:
    """A scene over a fresh database, or one more session over an old one; a folder means a SQLite file in it."""
    database, bus, clock = Database.open(place if isinstance(place, str) else at(place)), Bus(), FakeClock()
    recorder = Recorder(database, bus, clock, memory=memory)
    try:
        yield Scene(database, bus, clock, recorder, History(database, clock))
    finally:
        await database.close()

"""A small real home on the broker in memory: devices that answer, a database, rules, journal, history."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

from devices.bus import Bus
from devices.command import Approval, Cause, Origin
from devices.history.recorder import Recorder
from devices.home import Home
from devices.model import Json
from devices.mqtt.transport import Message
from devices.storage.database import Database
from tests.books import housed
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock
from tools.context import House, ToolContext
from tools.outcome import ToolResult
from tools.registry import tool

SENSOR = "sensor"
DEVICES: tuple[tuple[str, str, str, str, dict[str, Json]], ...] = (
    ("light", "kitchen_light", "Kitchen light", "Kitchen", {"brightness": True}),
    ("light", "left_lamp", "Left lamp", "Bedroom", {}),
    ("light", "right_lamp", "Right lamp", "Bedroom", {}),
    ("light", "hall_light", "Hall light", "Hall", {}),
    ("light", "garage_light", "Garage light", "Garage", {}),
    ("fan", "living_room_fan", "Fan", "Living room", {}),
    ("switch", "tv_plug", "TV plug", "Living room", {}),
    ("sensor", "living_room_temperature", "Living room temperature", "Living room", {}),
    ("sensor", "kitchen_temperature", "Kitchen temperature", "Kitchen", {}),
    ("sensor", "left_power", "Left power", "Bedroom", {"device_class": "power", "unit_of_measurement": "W"}),
    (
        "sensor",
        "right_power",
        "Right power",
        "Bedroom",
        {"device_class": "power", "unit_of_measurement": "W"},
    ),
    ("lock", "front_door", "Front door lock", "Hall", {}),
    (
        "cover",
        "garage_door",
        "Garage door",
        "Garage",
        {
            "device_class": "garage",
            "position_topic": "cover/garage_door/way",
            "set_position_topic": "cover/garage_door/way/set",
        },
    ),
    ("climate", "hall_thermostat", "Hall thermostat", "Hall", {}),
    ("binary_sensor", "hall_motion", "Hall motion", "Hall", {"device_class": "motion"}),
    ("device_tracker", "anna_phone", "Anna phone", "", {"payload_home": "home", "payload_not_home": "away"}),
    ("event", "hall_button", "Hall button", "Hall", {"event_types": ["single", "double"]}),
)
STATES: dict[str, str] = {
    "sensor": "24.5",
    "lock": "LOCKED",
    "cover": "closed",
    "climate": '{"mode": "heat", "target": 21, "now": 20.5}',
    "device_tracker": "home",
    "event": '{"event_type": "single"}',
}


@dataclass(frozen=True, slots=True)
class Lodge:
    """The home under test, what holds it, and short ways to use it."""

    broker: FakeBroker
    house: House
    clock: FakeClock
    bus: Bus
    recorder: Recorder
    database: Database
    turns: Iterator[int] = field(default_factory=lambda: count(1))

    def context(
        self, language: str = "en", asked: str = "please", approvals: tuple[Approval, ...] = ()
    ) -> ToolContext:
        turn = f"t{next(self.turns)}"
        return ToolContext(self.house, Cause(Origin.CHAT, turn, asked), language, asked, approvals)

    async def call(self, name: str, context: ToolContext | None = None, /, **arguments: object) -> ToolResult:
        """Check and run a tool as the agent does: one that does not pass its check is not run."""
        called = tool(name)
        assert called is not None
        asked = called.arguments.model_validate(arguments)
        context = context or self.context()
        return called.check(asked, context) or await called.run(asked, context)

    def report(self, component: str, place: str, payload: str) -> None:
        self.broker.device(f"{component}/{place}", payload)

    def sent(self) -> list[tuple[str, str]]:
        return [(message.topic, message.payload.decode()) for message in self.broker.sent]

    def word(self, entity_id: str) -> str:
        return self.house.home.view().snapshots[entity_id].word


@asynccontextmanager
async def living(folder: Path) -> AsyncIterator[Lodge]:
    """The home, running, with all its devices announced and heard."""
    broker, clock, bus = FakeBroker(), FakeClock(hasty=True), Bus()
    database = Database.open(f"sqlite:///{folder / 'home.db'}")
    home = Home(broker, bus, clock)
    recorder = Recorder(database, bus, clock)
    house = housed(home, database, bus, clock, zone=ZoneInfo("UTC"))
    await house.book.load()
    runs = [asyncio.ensure_future(work) for work in (home.run(), recorder.run())]
    try:
        _announce(broker)
        assert await home.settled()
        _report(broker)
        _answers(broker)
        broker.sent.clear()
        yield Lodge(broker, house, clock, bus, recorder, database)
    finally:
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)
        await database.close()


def _announce(broker: FakeBroker) -> None:
    for component, place, name, area, more in DEVICES:
        at = f"{component}/{place}"
        config: dict[str, Json] = {
            "name": None,
            "unique_id": place,
            "object_id": place,
            "availability_topic": f"{at}/online",
            "device": {"identifiers": [place], "name": name, "suggested_area": area},
        }
        config |= _topics(component, at) | more
        if more.get("brightness"):
            config |= {"brightness_command_topic": f"{at}/dim/set", "brightness_state_topic": f"{at}/dim"}
            config.pop("brightness")
        broker.device(f"homeassistant/{component}/{place}/config", config, retain=True)
        broker.device(f"{at}/online", "online", retain=True)


def _topics(component: str, at: str) -> dict[str, Json]:
    match component:
        case "climate":
            value = "{{ value_json.%s }}"
            return {
                "mode_command_topic": f"{at}/mode/set",
                "temperature_command_topic": f"{at}/target/set",
                "mode_state_topic": at,
                "mode_state_template": value % "mode",
                "temperature_state_topic": at,
                "temperature_state_template": value % "target",
                "current_temperature_topic": at,
                "current_temperature_template": value % "now",
                "modes": ["off", "heat"],
                "min_temp": 5,
                "max_temp": 30,
            }
        case "sensor":
            return {"state_topic": at, "device_class": "temperature", "unit_of_measurement": "°C"}
        case "binary_sensor" | "device_tracker" | "event":
            return {"state_topic": at}
        case _:
            return {"state_topic": at, "command_topic": f"{at}/set"}


def _report(broker: FakeBroker) -> None:
    for component, place, *_rest in DEVICES:
        broker.device(f"{component}/{place}", STATES.get(component, "OFF"))


def _answers(broker: FakeBroker) -> None:
    """Every device does what it is told and reports it."""
    for component, place, *_rest in DEVICES:
        at = f"{component}/{place}"
        if component == "climate":
            broker.answer_with(f"{at}/target/set", partial(_climate, at))
        elif component not in ("sensor", "binary_sensor", "device_tracker", "event"):
            broker.answer_with(f"{at}/set", partial(_echo, at))
    dim = "light/kitchen_light/dim"
    broker.answer_with(
        f"{dim}/set", lambda m: (Message(dim, m.payload), Message("light/kitchen_light", b"ON"))
    )


def _echo(at: str, message: Message) -> tuple[Message, ...]:
    done = {b"LOCK": b"LOCKED", b"UNLOCK": b"UNLOCKED", b"OPEN": b"open", b"CLOSE": b"closed"}
    return (Message(at, done.get(message.payload, message.payload)),)


def _climate(at: str, message: Message) -> tuple[Message, ...]:
    return (Message(at, b'{"mode": "heat", "target": %s, "now": 20.5}' % message.payload),)

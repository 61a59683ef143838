"""A small home on the in-memory broker, opened as the app opens any home, and talks that follow a script."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from assistant.agent.turn import Finished, Sign, Turn
from assistant.compose import books
from assistant.config import Config
from assistant.runner import Duties, Runner, together
from assistant.runtime import Mode, Runtime, Site
from assistant.tui.app import HearthApp
from assistant.tui.face.arming import Arming
from assistant.tui.talk import Company, loader
from devices.bus import Bus
from devices.errors import HearthError
from devices.history.recorder import Recorder
from devices.home import Home
from devices.model import Json
from devices.mqtt.transport import Message
from devices.storage.database import Database
from devices.storage.lease import Lease
from devices.storage.settings import Settings
from devices.storage.turns import Turns
from tests.books import housed
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock
from tools.context import House

ON_OFF = ("light", "switch", "fan")
Line = Callable[[House, str], AsyncGenerator[Sign, None]]
"""One scripted turn: what it does to the house, and the signs it gives."""


@dataclass
class Stage:
    """Everything a test looks at."""

    app: HearthApp
    broker: FakeBroker
    clock: FakeClock
    talk: "ScriptedTalk"

    def published(self, topic: str) -> list[Message]:
        """What the home was told on this topic."""
        return [message for message in self.broker.sent if message.topic == topic]


@dataclass
class ScriptedTalk:
    """Has the shape of the agent's session; each ask plays the next line of the script."""

    script: list[Line]
    house: House | None = None
    asked: list[str] = field(default_factory=list)
    turns: tuple[Turn, ...] = ()
    left: asyncio.Event = field(default_factory=asyncio.Event)

    def go_offline(self) -> None:
        """Note that the person would not wait."""
        self.left.set()

    async def ask(self, text: str, *, language: str | None = None) -> AsyncGenerator[Sign, None]:
        """Play the next line; the last sign is Finished."""
        assert self.house is not None
        assert language is None
        self.asked.append(text)
        line = self.script[min(len(self.asked), len(self.script)) - 1]
        async for sign in line(self.house, text):
            if isinstance(sign, Finished):
                self.turns = (*self.turns, sign.turn)
            yield sign


def stage(
    folder: Path, *script: Line, arming: Arming | None = None, refusal: HearthError | None = None
) -> Stage:
    """An app on the small home, not yet running; without a script the real agent answers, offline."""
    broker, clock, talk = furnished(), FakeClock(hasty=True), ScriptedTalk(list(script))

    async def load(runtime: Runtime) -> Company:
        talk.house = runtime.house
        return Company(talk, "offline")

    wanted = load if script else loader(Config(data_dir=folder))
    app = HearthApp(lambda _progress: opened(broker, clock, folder, refusal), wanted)
    app.animation_level = "none"
    app.desk.arming = arming or Arming()
    return Stage(app, broker, clock, talk)


@asynccontextmanager
async def opened(
    broker: FakeBroker, clock: FakeClock, folder: Path, refusal: HearthError | None = None
) -> AsyncIterator[Runtime]:
    """A runtime of real parts on the fake broker, or a home that can't be opened."""
    if refusal is not None:
        raise refusal
    async with AsyncExitStack() as stack:
        database = Database.open(f"sqlite:///{folder / 'home.db'}")
        stack.push_async_callback(database.close)
        runtime = await _assembled(database, broker, clock, folder)
        await stack.enter_async_context(together(home=runtime.house.home.run()))
        yield runtime


async def _assembled(database: Database, broker: FakeBroker, clock: FakeClock, folder: Path) -> Runtime:
    bus, settings = Bus(), Settings(database)
    await settings.load()
    home = Home(broker, bus, clock)
    house = housed(home, database, bus, clock)
    for load in books(house).values():
        await load()
    duties = Duties(home, house.book, partial(Recorder, database, bus, clock), clock, rules=None)
    runner = Runner(Lease(database, "test"), duties)
    runner.active = True
    site = Site(Mode.SIMULATOR, "mqtt://127.0.0.1:1", "127.0.0.1:1", clock)
    return Runtime(house, bus, site, settings, database, Turns(database), runner, folder, ())


def furnished() -> FakeBroker:
    """A broker with eight devices in four rooms that do what they are told."""
    broker = FakeBroker()
    announce(broker, "light", "kitchen", "Kitchen light", "Kitchen", brightness=True, schema="json")
    announce(broker, "light", "desk", "Lamp", "Office")
    announce(broker, "light", "shelf", "Lamp", "Office")
    announce(broker, "fan", "living_room", "Fan", "Living room")
    announce(broker, "switch", "kettle", "Kettle plug", "Kitchen")
    announce(broker, "lock", "front_door", "Front door", "Hall")
    announce(
        broker, "sensor", "living_room_temperature", "Temperature", "Living room", unit_of_measurement="°C"
    )
    announce(broker, "binary_sensor", "kitchen_leak", "Leak", "Kitchen", device_class="moisture")
    state = {"light.kitchen": '{"state":"OFF"}', "lock.front_door": "LOCKED"}
    for entity_id in (
        "light.desk",
        "light.shelf",
        "fan.living_room",
        "switch.kettle",
        "binary_sensor.kitchen_leak",
    ):
        state[entity_id] = "OFF"
    state["sensor.living_room_temperature"] = "23.4"
    for entity_id, payload in state.items():
        broker.device(f"{entity_id}/state", payload, retain=True)
    for entity_id in state:
        broker.answer_with(f"{entity_id}/set", _obey)
    return broker


def announce(broker: FakeBroker, component: str, key: str, name: str, area: str, **more: str | bool) -> None:
    """Announce one device as Home Assistant discovery does."""
    topic = f"{component}.{key}"
    config: dict[str, Json] = {
        "name": None,
        "unique_id": f"{component}-{key}",
        "default_entity_id": topic,
        "state_topic": f"{topic}/state",
        "device": {"identifiers": [topic], "name": name, "suggested_area": area},
        **more,
    }
    if component not in ("sensor", "binary_sensor"):
        config["command_topic"] = f"{topic}/set"
    broker.device(f"homeassistant/{component}/{key}/config", config, retain=True)


def _obey(message: Message) -> list[Message]:
    words = {b"LOCK": b"LOCKED", b"UNLOCK": b"UNLOCKED"}
    payload = words.get(message.payload, message.payload)
    return [Message(message.topic.replace("/set", "/state"), payload)]

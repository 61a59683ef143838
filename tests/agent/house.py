"""A small home for the agent's tests: real parts on a broker in memory, devices that report as scripted."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage
from langgraph.checkpoint.base import BaseCheckpointSaver

from assistant.agent.session import Session
from assistant.agent.turn import Asked, Finished, Given, Sign, Turn
from assistant.models.provider import Brain
from devices.bus import Bus
from devices.clock import Clock
from devices.command import Approval
from devices.home import Home
from devices.model import Json
from devices.mqtt.transport import Message
from devices.storage.database import Database
from tests.books import housed
from tests.fakes.broker import Answer, FakeBroker
from tests.fakes.clock import FakeClock
from tests.fakes.model import ScriptedModel
from tools.context import House
from tools.registry import TOOLS
from tools.tool import Tool


@dataclass(frozen=True)
class Thing:
    """A device of the test home: where it announces itself, and its first state."""

    component: str
    id: str
    name: str
    area: str
    state: str
    more: tuple[tuple[str, Json], ...] = ()

    @property
    def state_topic(self) -> str:
        return f"test/{self.id}/state"

    @property
    def command_topic(self) -> str:
        return f"test/{self.id}/set"


THINGS = (
    Thing("light", "kitchen_light", "Kitchen light", "Kitchen", "OFF"),
    Thing("light", "hall_lamp", "Lamp", "Hall", "OFF"),
    Thing("light", "bedroom_lamp", "Lamp", "Bedroom", "OFF"),
    Thing("fan", "living_room_fan", "Living room fan", "Living room", "OFF"),
    Thing(
        "sensor",
        "living_room_temperature",
        "Living room temperature",
        "Living room",
        "24.5",
        (("device_class", "temperature"), ("unit_of_measurement", "°C"), ("state_class", "measurement")),
    ),
    Thing("lock", "front_door", "Front door", "Hall", "LOCKED"),
    Thing("switch", "bedroom_plug", "Bedroom plug", "Bedroom", "OFF"),
    Thing("cover", "blind", "Blind", "Bedroom", "open", (("device_class", "blind"),)),
)
COMMANDED = ("light", "fan", "lock", "cover", "switch")
REPORTS = {"LOCK": "LOCKED", "UNLOCK": "UNLOCKED", "OPEN": "open", "CLOSE": "closed"}


@dataclass(frozen=True)
class Small:
    """The running test home and the wire under it."""

    house: House
    broker: FakeBroker

    @property
    def commands(self) -> list[str]:
        """Everything published to devices, as `light.kitchen_light ON`."""
        things = {thing.command_topic: f"{thing.component}.{thing.id}" for thing in THINGS}
        return [f"{things[m.topic]} {m.payload.decode()}" for m in self.broker.sent if m.topic in things]

    def session(
        self,
        *lines: AIMessage,
        interactive: bool = True,
        approvals: tuple[Approval, ...] = (),
        checkpointer: BaseCheckpointSaver[Any] | None = None,
        stop_mode: str = "hard",
        dependency: str = "auto",
        tools: tuple[Tool, ...] = TOOLS,
        seconds: float = 120.0,
        token_limit: int | None = None,
        number: int = 0,
    ) -> tuple[Session, ScriptedModel]:
        """A session whose model says these lines."""
        model = ScriptedModel(lines=list(lines))
        made = Session(
            self.house,
            Brain("scripted", model),
            interactive=interactive,
            approvals=approvals,
            checkpointer=checkpointer,
            stop_mode=stop_mode,
            dependency=dependency,
            tools=tools,
            seconds=seconds,
            token_limit=token_limit,
            number=number,
        )
        return made, model


@asynccontextmanager
async def small_home(
    folder: Path,
    *,
    silent: Iterable[str] = (),
    refusing: Iterable[str] = (),
    given: Clock | None = None,
    names: Mapping[str, str] | None = None,
) -> AsyncIterator[Small]:
    """The home, running; `silent` devices never answer, `refusing` ones report their old state.

    Its clock is hasty unless another is `given`; `names` are what devices call themselves instead.
    """
    broker, bus, clock = FakeBroker(), Bus(), given or FakeClock(hasty=True)
    database = Database.open(f"sqlite:///{folder / 'home.db'}")
    for thing in THINGS:
        _announce(broker, replace(thing, name=(names or {}).get(thing.id, thing.name)))
        if thing.component in COMMANDED and thing.id not in silent:
            broker.answer_with(thing.command_topic, _device(thing, obeys=thing.id not in refusing))
    home = Home(broker, bus, clock)
    house = housed(home, database, bus, clock)
    running = asyncio.create_task(home.run(), name="home")
    try:
        assert await home.settled(quiet=0.05)
        for thing in THINGS:
            broker.device(thing.state_topic, thing.state)
        yield Small(house, broker)
    finally:
        running.cancel()
        await asyncio.wait([running])
        await database.close()


def _announce(broker: FakeBroker, thing: Thing) -> None:
    config: dict[str, Json] = {
        "name": None,
        "unique_id": thing.id,
        "default_entity_id": f"{thing.component}.{thing.id}",
        "state_topic": thing.state_topic,
        "device": {"identifiers": [thing.id], "name": thing.name, "suggested_area": thing.area},
        **dict(thing.more),
    }
    if thing.component in COMMANDED:
        config["command_topic"] = thing.command_topic
    topic = f"homeassistant/{thing.component}/{thing.id}/config"
    broker.retained[topic] = Message(topic, json.dumps(config).encode(), retain=True)
    broker.retained[thing.state_topic] = Message(thing.state_topic, thing.state.encode(), retain=True)


def _device(thing: Thing, *, obeys: bool) -> Answer:
    def answer(message: Message) -> list[Message]:
        asked = message.payload.decode()
        told = REPORTS.get(asked, asked) if obeys else thing.state
        return [Message(thing.state_topic, told.encode())]

    return answer


async def played(session: Session, text: str, *answers: Given) -> tuple[Turn, list[Sign]]:
    """One turn to its end, questions answered in order; every sign that it gave."""
    signs: list[Sign] = []
    given = list(answers)
    async for sign in session.ask(text):
        signs.append(sign)
        if isinstance(sign, Asked):
            taken, given = given[: len(sign.questions)], given[len(sign.questions) :]
            sign.answers.set_result(tuple(taken))
    last = signs[-1]
    assert isinstance(last, Finished)
    return last.turn, signs

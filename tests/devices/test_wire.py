"""The device layer against the golden wire samples that the simulator's firmware is pinned to as well."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from devices.command import Approval, Command, Request, Status
from devices.events import EventFired, StateChanged
from devices.model import Json
from devices.mqtt.transport import Message
from tests.devices.houses import CHAT, House, house, wire_lines
from tests.fakes.broker import wire
from tests.fakes.clock import turns

FAMILIES = ("esphome", "zigbee2mqtt")


@asynccontextmanager
async def family(name: str) -> AsyncIterator[tuple[House, list[dict[str, Json]]]]:
    """A home that has heard all of one family's announcements and states, and the commands to try."""
    async with house() as built:
        commands = []
        for line in wire_lines(name):
            if "command" in line:
                commands.append(line)
            else:
                built.broker.device(str(line["topic"]), line["payload"], retain=bool(line.get("retain")))
                await turns(3)
        yield built, commands


@pytest.mark.parametrize("name", FAMILIES)
async def test_announce_gives_every_entity_a_state(name: str) -> None:
    async with family(name) as (built, _commands):
        snapshots = built.home.view().snapshots
        assert len(snapshots) > 5
        mute = [i for i, s in snapshots.items() if s.entity.enabled and s.word in ("unknown", "unavailable")]
        assert mute == []


async def test_buttons_and_phones_tell_what_happened() -> None:
    async with family("zigbee2mqtt") as (built, _commands):
        presses = [e.event_type for e in built.events if isinstance(e, EventFired)]
        assert presses == ["single", "double", "hold"]
        assert built.see("event.bedside_button_action").entity.device is not None
    async with family("wifi_presence") as (built, _commands):
        moved = [e for e in built.events if isinstance(e, StateChanged) and not e.retained]
        words = [e.after.word for e in moved if e.after.entity.id == "device_tracker.ada_phone"]
        assert words[-2:] == ["home", "not_home"]


@pytest.mark.parametrize("name", FAMILIES)
async def test_command_is_written_as_the_device_expects_and_confirmed(name: str) -> None:
    async with family(name) as (built, commands):
        assert commands
        for line in commands:
            await _try(built, line)


async def _try(built: House, line: dict[str, Json]) -> None:
    asked, expected, answers = line["command"], line["publishes"], line["then"]
    assert isinstance(asked, dict)
    assert isinstance(expected, list)
    assert isinstance(answers, list)
    service, entity_id, values = str(asked["service"]).partition(".")[2], str(asked["entity"]), asked["data"]
    assert isinstance(values, dict)
    built.broker.sent.clear()
    last = expected[-1]
    assert isinstance(last, dict)
    replies = [Message(str(a["topic"]), wire(a["payload"])) for a in answers if isinstance(a, dict)]
    built.broker.silence()
    built.broker.answer_with(str(last["topic"]), lambda _message: replies)
    plain = {name: value for name, value in values.items() if not isinstance(value, list | dict)}
    command = Command(entity_id, service, plain)
    approvals = (Approval(entity_id, service),)
    (outcome,) = await built.home.execute(Request((command,), CHAT, approvals))
    sent = [{"topic": m.topic, "payload": m.payload.decode()} for m in built.broker.sent]
    assert sent == [{"topic": p["topic"], "payload": p["payload"]} for p in expected if isinstance(p, dict)]
    assert outcome.status is Status.CONFIRMED, outcome

"""The weather grid of commands: every ending, and what must and must not go out."""

import asyncio

import pytest

from devices.command import Approval, Command, Origin, Outcome, Reason, Request, Status
from devices.events import CommandEnded, StateChanged
from devices.model import Json, Scalar
from tests.devices.houses import CHAT, House, announce, house
from tests.fakes.clock import turns

LAMP: dict[str, Json] = {"schema": "json", "command_topic": "l/set", "state_topic": "l", "brightness": True}
LOCK: dict[str, Json] = {"command_topic": "k/set", "state_topic": "k"}
DOOR: dict[str, Json] = {
    "command_topic": "d/set",
    "state_topic": "d",
    "position_topic": "d/pos",
    "set_position_topic": "d/pos/set",
}
HEAT: dict[str, Json] = {
    "modes": ["off", "heat"],
    "mode_command_topic": "h/m/set",
    "mode_state_topic": "h/m",
    "temperature_command_topic": "h/t/set",
    "temperature_state_topic": "h/t",
    "min_temp": "5",
    "max_temp": 30,
}
UNLOCK = Approval("lock.door", "unlock")


async def lamp(built: House, state: str = "OFF", **more: Json) -> None:
    await announce(built, "light", "Lamp", **LAMP, **more)
    built.broker.device("l", {"state": state, "brightness": 100})


def sent(built: House) -> list[tuple[str, str]]:
    return [(message.topic, message.payload.decode()) for message in built.broker.sent]


def ending(outcome: Outcome) -> tuple[Status, Reason]:
    return outcome.status, outcome.reason


async def test_command_confirmed_by_a_new_report() -> None:
    async with house() as built:
        await lamp(built)
        built.broker.answer("l/set", ("l", {"state": "ON", "brightness": 102}))
        outcome = await built.tell("light.lamp", "turn_on", brightness_pct=40)
        assert ending(outcome) == (Status.CONFIRMED, Reason.NONE)
        assert (outcome.before, outcome.after, outcome.attributes["brightness"]) == ("off", "on", 102)
        assert sent(built) == [("l/set", '{"state":"ON","brightness":102}')]
        assert built.events[-1] == CommandEnded(outcome, CHAT, built.clock.now(), built.clock.now())


async def test_command_confirmed_late_but_within_its_deadline() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        telling = asyncio.ensure_future(built.tell("light.lamp", "turn_on"))
        await built.clock.advance(4.5)
        assert not telling.done()
        built.broker.device("l", {"state": "ON"})
        assert (await telling).status is Status.CONFIRMED


async def test_command_sent_when_the_device_is_silent() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        telling = asyncio.ensure_future(built.tell("light.lamp", "turn_on"))
        await built.clock.advance(5.1)
        outcome = await telling
        assert ending(outcome) == (Status.SENT, Reason.NO_ANSWER)
        assert (outcome.before, outcome.after) == ("off", "off")


async def test_command_already_when_a_live_report_showed_it_and_none_follows() -> None:
    async with house(hasty=False) as built:
        await lamp(built, "ON")
        telling = asyncio.ensure_future(built.tell("light.lamp", "turn_on"))
        await built.clock.advance(1.1)
        outcome = await telling
        assert ending(outcome) == (Status.ALREADY, Reason.NONE)
        reported_at = built.see("light.lamp").reported_at
        assert reported_at is not None
        assert outcome.detail == reported_at.isoformat()
        assert len(built.broker.sent) == 1


async def test_command_is_not_already_on_the_word_of_a_retained_state() -> None:
    async with house() as built:
        built.broker.device("l", {"state": "ON"}, retain=True)
        await announce(built, "light", "Lamp", **LAMP)
        assert built.see("light.lamp").word == "on"
        assert ending(await built.tell("light.lamp", "turn_on")) == (Status.SENT, Reason.NO_ANSWER)


async def test_command_optimistic_is_sent_at_once_and_shows_nothing() -> None:
    async with house(hasty=False) as built:
        await announce(built, "switch", "Relay", command_topic="r/set")
        outcome = await built.tell("switch.relay", "turn_on")
        assert ending(outcome) == (Status.SENT, Reason.OPTIMISTIC)
        assert built.see("switch.relay").word == "unknown"


async def test_command_failed_when_the_report_contradicts_and_nothing_better_comes() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        telling = asyncio.ensure_future(built.tell("light.lamp", "turn_on"))
        await turns()
        built.broker.device("l", {"state": "OFF"})
        await built.clock.advance(1.1)
        assert ending(await telling) == (Status.FAILED, Reason.CONTRADICTED)


async def test_command_confirmed_when_an_older_report_was_overtaken() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        telling = asyncio.ensure_future(built.tell("light.lamp", "turn_on"))
        await turns()
        built.broker.device("l", {"state": "OFF"})
        await built.clock.advance(0.5)
        built.broker.device("l", {"state": "ON"})
        assert (await telling).status is Status.CONFIRMED


async def test_command_is_not_confirmed_by_a_report_about_something_else() -> None:
    async with house(hasty=False) as built:
        await lamp(built, "ON")
        telling = asyncio.ensure_future(built.tell("light.lamp", "turn_on"))
        await turns()
        built.broker.device("l", {"linkquality": 80, "effect": "none"})
        await built.clock.advance(1.1)
        assert (await telling).status is Status.ALREADY


async def test_command_failed_when_the_lock_jams() -> None:
    async with house() as built:
        await announce(built, "lock", "Door", **LOCK)
        built.broker.device("k", "UNLOCKED")
        built.broker.answer("k/set", ("k", "LOCKING"), ("k", "JAMMED"))
        outcome = await built.tell("lock.door", "lock")
        assert ending(outcome) == (Status.FAILED, Reason.JAMMED)
        assert (outcome.after, outcome.detail) == ("jammed", "jammed")


async def test_command_of_a_cover_waits_while_it_moves() -> None:
    async with house(hasty=False) as built:
        await announce(built, "cover", "Blind", **DOOR)
        built.broker.device("d/pos", "0")
        built.broker.device("d", "closed")
        telling = asyncio.ensure_future(built.tell("cover.blind", "open"))
        for position in (10, 50, 90):
            await built.clock.advance(40)
            built.broker.device("d", "opening")
            built.broker.device("d/pos", str(position))
        await built.clock.advance(40)
        assert not telling.done()
        built.broker.device("d", "open")
        built.broker.device("d/pos", "100")
        outcome = await telling
        assert (outcome.status, outcome.attributes["current_position"]) == (Status.CONFIRMED, 100)


async def test_command_of_a_cover_that_stops_short_failed() -> None:
    async with house(hasty=False) as built:
        await announce(built, "cover", "Blind", **DOOR)
        built.broker.device("d", "closed")
        telling = asyncio.ensure_future(built.tell("cover.blind", "open"))
        await turns()
        built.broker.device("d", "opening")
        built.broker.device("d/pos", "40")
        built.broker.device("d", "stopped")
        await built.clock.advance(1.1)
        assert ending(await telling) == (Status.FAILED, Reason.CONTRADICTED)


async def test_command_refused_while_the_broker_is_down_and_never_sent_later() -> None:
    async with house() as built:
        await lamp(built)
        built.broker.drop()
        assert ending(await built.tell("light.lamp", "turn_on")) == (Status.REFUSED, Reason.BROKER_DOWN)
        built.broker.restore()
        await turns()
        assert built.broker.sent == []


async def test_command_under_way_ends_when_the_broker_goes() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        telling = asyncio.ensure_future(built.tell("light.lamp", "turn_on"))
        await turns()
        built.broker.drop()
        assert ending(await telling) == (Status.SENT, Reason.BROKER_DOWN)


@pytest.mark.parametrize(
    ("entity_id", "control", "values", "reason", "detail"),
    [
        ("light.pool", "turn_on", {}, Reason.UNKNOWN_ENTITY, "unknown"),
        ("light.lamp", "dance", {}, Reason.NOT_SUPPORTED, ""),
        ("light.lamp", "turn_on", {"color_temp_kelvin": 2700}, Reason.NOT_SUPPORTED, "color_temp_kelvin"),
        ("light.lamp", "turn_on", {"brightness_pct": 150}, Reason.OUT_OF_RANGE, "0..100"),
        ("light.lamp", "turn_on", {"brightness_pct": "nan"}, Reason.NOT_SUPPORTED, "brightness_pct"),
        ("climate.heat", "set_temperature", {"temperature": 31}, Reason.OUT_OF_RANGE, "5..30"),
        ("climate.heat", "set_hvac_mode", {"hvac_mode": "cool"}, Reason.NOT_SUPPORTED, "off, heat"),
        ("sensor.air", "turn_on", {}, Reason.NOT_SUPPORTED, ""),
    ],
)
async def test_command_refused_for_what_it_asks(
    entity_id: str, control: str, values: dict[str, Scalar], reason: Reason, detail: str
) -> None:
    async with house() as built:
        await lamp(built)
        await announce(built, "climate", "Heat", **HEAT)
        await announce(built, "sensor", "Air", state_topic="t")
        outcome = await built.tell(entity_id, control, **values)
        assert (outcome.status, outcome.reason, outcome.detail) == (Status.REFUSED, reason, detail)
        assert built.broker.sent == []


async def test_command_refused_while_unavailable() -> None:
    async with house() as built:
        await lamp(built, availability_topic="lwt")
        outcome = await built.tell("light.lamp", "turn_on")
        assert ending(outcome) == (Status.REFUSED, Reason.UNAVAILABLE)
        assert built.broker.sent == []


async def test_command_refused_when_control_is_not_allowed() -> None:
    async with house(control_allowed=False) as built:
        await lamp(built)
        outcome = await built.tell("light.lamp", "turn_on")
        assert ending(outcome) == (Status.REFUSED, Reason.CONTROL_NOT_ALLOWED)
        assert built.broker.sent == []


async def test_unlock_needs_confirmation_and_goes_out_only_with_it() -> None:
    async with house() as built:
        await announce(built, "lock", "Door", **LOCK)
        built.broker.device("k", "LOCKED")
        built.broker.answer("k/set", ("k", "UNLOCKED"))
        outcome = await built.tell("lock.door", "unlock")
        assert ending(outcome) == (Status.NEEDS_CONFIRMATION, Reason.NOT_APPROVED)
        assert built.broker.sent == []
        assert (await built.tell("lock.door", "unlock", UNLOCK)).status is Status.CONFIRMED
        assert sent(built) == [("k/set", "UNLOCK")]


async def test_setpoint_and_mode_go_out_mode_first() -> None:
    async with house() as built:
        await announce(built, "climate", "Heat", **HEAT)
        built.broker.answer("h/m/set", ("h/m", "heat"))
        built.broker.answer("h/t/set", ("h/t", "21.5"))
        outcome = await built.tell("climate.heat", "set_temperature", temperature=21.5, hvac_mode="heat")
        assert outcome.status is Status.CONFIRMED
        assert sent(built) == [("h/m/set", "heat"), ("h/t/set", "21.5")]


async def test_toggle_becomes_what_the_state_calls_for() -> None:
    async with house() as built:
        await lamp(built, "ON")
        built.broker.answer("l/set", ("l", {"state": "OFF"}))
        outcome = await built.tell("light.lamp", "toggle")
        assert (outcome.command.control, outcome.status, outcome.after) == ("toggle", Status.CONFIRMED, "off")


async def test_commands_of_one_entity_keep_their_order_and_others_do_not_wait() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        await announce(built, "switch", "Relay", command_topic="r/set", state_topic="r")
        built.broker.answer("r/set", ("r", "ON"))
        commands = (Command("light.lamp", "turn_on"), Command("switch.relay", "turn_on"), Command("light.lamp", "turn_off"))  # fmt: skip
        running = asyncio.ensure_future(built.home.execute(Request(commands, CHAT)))
        await turns()
        assert sent(built) == [("l/set", '{"state":"ON"}'), ("r/set", "ON")]
        built.broker.device("l", {"state": "ON"})
        await turns()
        assert sent(built)[-1] == ("l/set", '{"state":"OFF"}')
        built.broker.device("l", {"state": "OFF"})
        outcomes = await running
        assert [o.command for o in outcomes] == list(commands)
        assert {o.status for o in outcomes} == {Status.CONFIRMED}


async def test_cancelled_request_leaves_nothing_running_and_sends_no_more() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        commands = (Command("light.lamp", "turn_on"), Command("light.lamp", "turn_off"))
        running = asyncio.ensure_future(built.home.execute(Request(commands, CHAT)))
        await turns()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await built.clock.advance(10)
        assert sent(built) == [("l/set", '{"state":"ON"}')]


async def test_change_after_a_command_has_its_cause_and_later_ones_do_not() -> None:
    async with house(hasty=False) as built:
        await lamp(built)
        built.broker.answer("l/set", ("l", {"state": "ON"}))
        await built.tell("light.lamp", "turn_on")
        built.broker.device("l", {"state": "OFF"})
        await built.clock.advance(11)
        built.broker.device("l", {"state": "ON"})
        causes = [e.cause.origin for e in built.happened(StateChanged) if isinstance(e, StateChanged)]
        assert causes == [Origin.DEVICE, Origin.CHAT, Origin.DEVICE, Origin.DEVICE]


@pytest.mark.parametrize(("wish", "level"), [(10, "1"), (25, "1"), (26, "2"), (60, "3"), (100, "4")])
async def test_fan_of_four_speeds_takes_the_next_higher(wish: int, level: str) -> None:
    async with house() as built:
        await announce(
            built, "fan", "Fan", command_topic="f/set", state_topic="f", percentage_command_topic="f/p/set",
            percentage_state_topic="f/p", speed_range_max=4,
        )  # fmt: skip
        built.broker.answer("f/p/set", ("f", "ON"), ("f/p", level))
        assert (await built.tell("fan.fan", "turn_on", percentage=wish)).status is Status.CONFIRMED
        assert sent(built) == [("f/set", "ON"), ("f/p/set", level)]


async def test_cover_turned_round_writes_its_own_numbers() -> None:
    async with house() as built:
        await announce(
            built, "cover", "Blind", position_topic="d/pos", set_position_topic="d/set", position_open=0,
            position_closed=255,
        )  # fmt: skip
        built.broker.answer("d/set", ("d/pos", "153"))
        outcome = await built.tell("cover.blind", "set_position", position=40)
        assert sent(built) == [("d/set", "153")]
        assert (outcome.status, outcome.after, outcome.attributes["current_position"]) == (
            Status.CONFIRMED,
            "open",
            40,
        )

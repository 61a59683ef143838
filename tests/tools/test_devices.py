"""The device tools: what is commanded, what is told, and how each weather ends."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from devices.command import Approval, Reason, Status
from devices.events import CommandEnded, Event
from tests.tools.house import Lodge, living
from tools.outcome import Ending
from tools.registry import tool


async def test_control_when_confirmed(lodge: Lodge) -> None:
    result = await lodge.call("control_device", targets=["light.kitchen_light"], action="turn_on")
    assert (result.ending, result.reason, result.stop) == (Ending.COMPLETED, "", True)
    assert lodge.sent() == [("light/kitchen_light/set", "ON")]
    assert [o.status for o in result.outcomes] == [Status.CONFIRMED]
    assert result.text == "Kitchen light is on."
    assert result.undo == "u1"


async def test_control_when_already_so(lodge: Lodge) -> None:
    lodge.broker.silence()
    result = await lodge.call("control_device", targets=["Hall light"], action="turn_off")
    assert (result.ending, result.reason) == (Ending.COMPLETED, "already_applied")
    assert result.undo == ""
    assert "already" in result.text


async def test_control_when_silent_is_told_as_sent_and_not_tried_again(lodge: Lodge) -> None:
    lodge.broker.silence()
    result = await lodge.call("control_device", targets=["Hall light"], action="turn_on")
    assert (result.ending, result.reason, result.stop) == (Ending.COMPLETED, "no_answer", True)
    assert "has not answered" in result.text
    assert len(lodge.sent()) == 1


async def test_control_when_unavailable(lodge: Lodge) -> None:
    lodge.broker.device("light/hall_light/online", "offline")
    result = await lodge.call("control_device", targets=["Hall light"], action="turn_on")
    assert (result.ending, result.reason) == (Ending.FATAL, "unavailable")
    assert lodge.sent() == []


async def test_control_when_broker_is_down(lodge: Lodge) -> None:
    lodge.broker.drop()
    result = await lodge.call("control_device", targets=["Hall light"], action="turn_on")
    assert (result.ending, result.reason, result.stop) == (Ending.FATAL, "broker_down", True)


async def test_control_when_contradicted(lodge: Lodge) -> None:
    lodge.broker.silence()
    lodge.broker.answer("lock/front_door/set", ("lock/front_door", "JAMMED"))
    result = await lodge.call("control_device", targets=["Front door lock"], action="lock")
    assert (result.ending, result.reason) == (Ending.FATAL, "jammed")


async def test_control_when_one_of_two_is_away(lodge: Lodge) -> None:
    lodge.broker.device("light/left_lamp/online", "offline")
    result = await lodge.call("control_device", targets=["Left lamp", "Right lamp"], action="turn_on")
    assert (result.ending, result.reason) == (Ending.COMPLETED, "partial")
    assert "light.left_lamp: refused, unavailable" in result.error
    assert "Right lamp is on." in result.text
    assert "Left lamp is not reachable" in result.text


@pytest.mark.parametrize("name", ["pool heater", "light.pool", "泳池加热器", "бассейн"])
async def test_control_when_name_is_unknown(lodge: Lodge, name: str) -> None:
    result = await lodge.call("control_device", targets=["Hall light", name], action="turn_on")
    assert (result.ending, result.reason, result.stop) == (Ending.FATAL, "unknown_name", True)
    assert name in result.text
    assert lodge.sent() == []


async def test_control_when_kind_is_ambiguous_in_the_room(lodge: Lodge) -> None:
    result = await lodge.call("control_device", targets=["bedroom light"], action="turn_on")
    assert (result.ending, result.reason) == (Ending.FATAL, "ambiguous")
    assert result.choices == ("light.left_lamp", "light.right_lamp")
    assert "Left lamp" in result.text
    assert "Right lamp" in result.text
    assert lodge.sent() == []


@pytest.mark.parametrize(
    "name", ["hall light", "HALL LIGHT", "lamp in hall", "走廊灯", "走廊的灯", "свет в коридоре", "门厅灯"]
)
async def test_control_by_area_and_kind_in_any_language_or_not_at_all(lodge: Lodge, name: str) -> None:
    result = await lodge.call("control_device", targets=[name], action="turn_on")
    assert lodge.sent() in ([("light/hall_light/set", "ON")], [])
    assert bool(lodge.sent()) is (result.ending is Ending.COMPLETED)


async def test_control_by_area_and_kind_in_chinese(lodge: Lodge) -> None:
    result = await lodge.call("control_device", lodge.context("zh"), targets=["走廊灯"], action="turn_on")
    assert result.ending is Ending.COMPLETED
    assert lodge.sent() == [("light/hall_light/set", "ON")]


async def test_control_by_the_only_one_of_a_kind(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["fan"], action="turn_on")
    assert lodge.sent() == [("fan/living_room_fan/set", "ON")]


async def test_control_of_a_room_leaves_sensors_out(lodge: Lodge) -> None:
    result = await lodge.call("control_device", areas=["living room"], action="turn_off")
    assert {o.command.entity_id for o in result.outcomes} == {"fan.living_room_fan", "switch.tv_plug"}


async def test_control_of_all_lights_but_one(lodge: Lodge) -> None:
    wide = (Approval("*", "turn_on"),)
    result = await lodge.call(
        "control_device",
        lodge.context(approvals=wide),
        domain="light",
        everything=True,
        excluding=["Hall light"],
        action="turn_on",
    )
    assert {o.command.entity_id.partition(".")[2] for o in result.outcomes} == {
        *("kitchen_light", "left_lamp", "right_lamp", "garage_light")
    }


async def test_control_when_an_exception_is_unknown_does_nothing(lodge: Lodge) -> None:
    result = await lodge.call(
        "control_device", domain="light", everything=True, excluding=["the piano lamp"], action="turn_on"
    )
    assert result.ending is Ending.FATAL
    assert lodge.sent() == []


async def test_control_of_five_when_not_approved(lodge: Lodge) -> None:
    result = await lodge.call("control_device", domain="light", everything=True, action="turn_on")
    assert (result.ending, result.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert lodge.sent() == []


async def test_unlock_when_not_approved(lodge: Lodge) -> None:
    result = await lodge.call("control_device", targets=["lock.front_door"], action="unlock")
    assert (result.ending, result.reason, result.stop) == (Ending.POLICY_BLOCK, "needs_confirmation", True)
    assert lodge.sent() == []


async def test_unlock_when_approved(lodge: Lodge) -> None:
    yes = (Approval("lock.front_door", "unlock"),)
    result = await lodge.call(
        "control_device", lodge.context(approvals=yes), targets=["lock.front_door"], action="unlock"
    )
    assert result.ending is Ending.COMPLETED
    assert lodge.sent() == [("lock/front_door/set", "UNLOCK")]


async def test_unlock_asks_before_it_runs(lodge: Lodge) -> None:
    called = tool("control_device")
    assert called is not None
    asked = called.arguments.model_validate({"targets": ["front door lock"], "action": "unlock"})
    assert [(c.entity_id, c.control) for c in called.asks(asked, lodge.context())] == [
        ("lock.front_door", "unlock")
    ]


async def test_control_when_home_does_not_allow_it(lodge: Lodge) -> None:
    lodge.house.home.control_allowed = False
    result = await lodge.call("control_device", targets=["Hall light"], action="turn_on")
    assert (result.ending, result.reason) == (Ending.POLICY_BLOCK, "control_not_allowed")


@pytest.mark.parametrize(
    ("target", "action", "values", "reason"),
    [
        ("Hall thermostat", "set_temperature", {"temperature": 50}, "out_of_range"),
        ("Hall thermostat", "set_temperature", {}, "needs_value"),
        ("Hall light", "turn_on", {"brightness_pct": 40}, "not_supported"),
        ("Hall light", "open", {}, "not_supported"),
        ("Kitchen light", "turn_on", {"brightness_pct": 140}, "out_of_range"),
        ("Kitchen light", "turn_off", {"brightness_pct": 40}, "not_supported"),
        ("Living room temperature", "turn_on", {}, "not_supported"),
    ],
)
async def test_control_when_it_does_not_fit(
    lodge: Lodge, target: str, action: str, values: dict[str, float], reason: str
) -> None:
    result = await lodge.call("control_device", targets=[target], action=action, **values)
    assert (result.ending, result.reason, result.stop) == (Ending.FATAL, reason, True)
    assert lodge.sent() == []
    assert result.text


async def test_dim_when_confirmed(lodge: Lodge) -> None:
    result = await lodge.call(
        "control_device", targets=["kitchen light"], action="turn on", brightness_pct="40%"
    )
    assert result.ending is Ending.COMPLETED
    assert result.text == "Kitchen light is on at 40 %."


@pytest.mark.parametrize(("before", "sent"), [("ON", "OFF"), ("OFF", "ON")])
async def test_toggle_when_state_is_known(lodge: Lodge, before: str, sent: str) -> None:
    lodge.report("light", "hall_light", before)
    await lodge.call("control_device", targets=["hall light"], action="toggle")
    assert lodge.sent() == [("light/hall_light/set", sent)]


async def test_toggle_of_a_closed_garage_asks(lodge: Lodge) -> None:
    result = await lodge.call("control_device", targets=["garage door"], action="toggle")
    assert result.ending is Ending.POLICY_BLOCK
    assert lodge.sent() == []


async def test_read_when_reported(lodge: Lodge) -> None:
    result = await lodge.call("read_state", targets=["living room temperature"])
    assert (result.ending, result.stop) == (Ending.COMPLETED, True)
    assert "24.5 °C" in result.text


async def test_read_when_unavailable_says_last_known(lodge: Lodge) -> None:
    lodge.broker.device("sensor/kitchen_temperature/online", "offline")
    result = await lodge.call("read_state", targets=["sensor.kitchen_temperature"])
    assert "last known" in result.text


async def test_read_of_a_class_in_a_room_named_in_another_language(lodge: Lodge) -> None:
    result = await lodge.call("read_state", area="гостиная", device_class="temperature")
    assert isinstance(result.data, list)
    assert [d["id"] for d in result.data if isinstance(d, dict)] == ["sensor.living_room_temperature"]


async def test_read_when_room_is_unknown(lodge: Lodge) -> None:
    result = await lodge.call("read_state", area="sauna")
    assert (result.ending, result.reason) == (Ending.FATAL, "unknown_area")


async def test_list_by_kind_and_state(lodge: Lodge) -> None:
    lodge.report("light", "hall_light", "ON")
    result = await lodge.call("list_devices", domain="lights", state="on")
    assert isinstance(result.data, list)
    assert len(result.data) == 1
    assert result.text == "Hall light is on."
    assert not result.stop


async def test_list_when_none_is_left(lodge: Lodge) -> None:
    result = await lodge.call("list_devices", domain="light", state="on")
    assert (result.ending, result.data) == (Ending.COMPLETED, [])
    assert result.text == "None of them is on."


async def test_control_when_one_named_thing_cannot_do_it_does_nothing(lodge: Lodge) -> None:
    result = await lodge.call("control_device", targets=["Hall light", "Front door lock"], action="turn_on")
    assert (result.ending, result.reason) == (Ending.FATAL, "not_supported")
    assert lodge.sent() == []


async def test_control_of_a_whole_kind_tells_which_one_could_not(lodge: Lodge) -> None:
    result = await lodge.call(
        "control_device",
        domain="light",
        everything=True,
        excluding=["Bedroom", "Garage"],
        action="turn_on",
        brightness_pct=40,
    )
    assert (result.ending, result.reason) == (Ending.COMPLETED, "partial")
    assert "Kitchen light is on at 40 %." in result.text
    assert "Hall light can't do that" in result.text


async def test_control_when_silent_and_so_before_tells_when_it_was_reported(lodge: Lodge) -> None:
    lodge.broker.silence()
    await lodge.clock.advance(180)
    result = await lodge.call("control_device", targets=["Hall light"], action="turn_off")
    assert result.text == "Hall light was already off. It reported that 3 minutes ago."


async def test_control_when_stopped_on_its_way_is_recorded_and_undone_first(lodge: Lodge) -> None:
    heard: list[Event] = []
    lodge.bus.listen(heard.append)
    lodge.broker.silence()
    async with asyncio.TaskGroup() as group:
        wish = lodge.call("control_device", targets=["Hall light"], action="turn_on")
        turn = group.create_task(wish)
        for _ in range(10):
            if not lodge.sent():
                await asyncio.sleep(0)
        turn.cancel()
    (ended,) = [event.outcome for event in heard if isinstance(event, CommandEnded)]
    assert (ended.status, ended.reason) == (Status.SENT, Reason.STOPPED)
    result = await lodge.call("undo")
    assert lodge.sent()[-1] == ("light/hall_light/set", "OFF")
    assert result.ending is Ending.COMPLETED


async def test_list_when_counted_gives_the_number_first(lodge: Lodge) -> None:
    lodge.report("light", "hall_light", "ON")
    lodge.report("light", "left_lamp", "ON")
    result = await lodge.call("list_devices", domain="light", state="on", count=True)
    assert result.text == "2: Hall light and Left lamp."
    none = await lodge.call("list_devices", domain="fan", state="on", count=True)
    assert none.text == "None of them is on."


@pytest.mark.parametrize(
    ("language", "no", "yes"),
    [
        ("en", "No, everything is closed.", "Yes: Garage door is open."),
        ("zh", "没有，都关着。", "有：Garage door："),
        ("ru", "Нет, всё закрыто.", "Да: Garage door: "),
    ],
)
async def test_read_when_asked_whether_any_begins_with_yes_or_no(
    lodge: Lodge, language: str, no: str, yes: str
) -> None:
    ids = ["garage door", "front door lock"]
    closed = await lodge.call("read_state", lodge.context(language), targets=ids, any_in="open")
    assert closed.text == no
    lodge.report("cover", "garage_door", "open")
    opened = await lodge.call("read_state", lodge.context(language), targets=ids, any_in="open")
    assert opened.text.startswith(yes)


async def test_read_when_asked_whether_any_counts_an_unlocked_door_as_open(lodge: Lodge) -> None:
    lodge.report("lock", "front_door", "UNLOCKED")
    result = await lodge.call("read_state", targets=["front door lock"], any_in="open")
    assert result.text == "Yes: Front door lock is unlocked."


async def test_read_when_asked_whether_any_and_one_is_not_reachable(lodge: Lodge) -> None:
    lodge.report("cover", "garage_door/online", "offline")
    result = await lodge.call("read_state", targets=["garage door", "front door lock"], any_in="open")
    assert result.text.startswith("No, none that I can see is open. Garage door is not reachable")


async def test_act_that_can_not_be_written_down_is_told_all_the_same(tmp_path: Path) -> None:
    async with living(tmp_path) as lodge:
        with closing(sqlite3.connect(tmp_path / "home.db")) as other:
            other.execute("DROP TABLE change_set")
        result = await lodge.call("control_device", targets=["hall light"], action="turn_on")
        assert (result.ending, result.undo, lodge.word("light.hall_light")) == (Ending.COMPLETED, "", "on")
        assert result.text == "Hall light is on.\nI could not write that down, so undo will not know of it."
        again = await lodge.call("control_device", targets=["hall light"], action="turn_on")
        assert "write that down" not in again.text

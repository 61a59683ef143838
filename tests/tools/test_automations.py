"""The tools for rules: what is stored, what is said, what is never granted by a dialog, and undo."""

import pytest

from devices.automation.rule import Act, Threshold
from devices.command import Approval, Command, Origin
from tests.tools.house import Lodge
from tools.outcome import Ending
from tools.registry import tool

FAN = {"targets": ["fan"], "action": "turn_on"}
UNLOCK = {"targets": ["front door lock"], "action": "unlock"}


async def test_create_with_measure_of_the_targets_room(lodge: Lodge) -> None:
    result = await lodge.call(
        "create_automation", lodge.context(asked="hot? fan!"), sensor="temperature", above=26, **FAN
    )
    assert (result.ending, result.stop, result.undo) == (Ending.COMPLETED, True, "u1")
    (rule,) = lodge.house.book.rules()
    assert rule.triggers == (Threshold("sensor.living_room_temperature", above=26.0),)
    assert rule.actions == (Act(Command("fan.living_room_fan", "turn_on")),)
    assert (rule.id, rule.words, rule.grants) == ("a1", "hot? fan!", ())
    assert rule.created_at == lodge.clock.now()
    assert lodge.sent() == []
    assert "26 °C" in result.text
    assert "24.5 °C" in result.text


@pytest.mark.parametrize(
    ("language", "sensor"),
    [("zh", "温度"), ("ru", "температура"), ("en", "living room temperature"), ("zh", "客厅温度")],
)
async def test_create_in_every_language(lodge: Lodge, language: str, sensor: str) -> None:
    result = await lodge.call(
        "create_automation", lodge.context(language), sensor=sensor, above="30 °C", **FAN
    )
    assert result.ending is Ending.COMPLETED
    (rule,) = lodge.house.book.rules()
    assert rule.triggers == (Threshold("sensor.living_room_temperature", above=30.0),)


async def test_create_with_for_below_and_value(lodge: Lodge) -> None:
    await lodge.call(
        "create_automation",
        sensor="sensor.kitchen_temperature",
        below=18,
        for_seconds=600,
        targets=["Kitchen light"],
        action="turn_on",
        brightness_pct=30,
    )
    (rule,) = lodge.house.book.rules()
    assert rule.triggers[0] == Threshold("sensor.kitchen_temperature", below=18.0, for_seconds=600.0)
    assert rule.commands == (Command("light.kitchen_light", "turn_on", {"brightness_pct": 30}),)


async def test_create_with_thermostat_when_room_has_no_sensor(lodge: Lodge) -> None:
    await lodge.call(
        "create_automation", sensor="temperature", below=18, targets=["Hall light"], action="turn_on"
    )
    (rule,) = lodge.house.book.rules()
    assert rule.triggers == (
        Threshold("climate.hall_thermostat", below=18.0, attribute="current_temperature"),
    )


async def test_create_when_already_true_and_wished_runs_now(lodge: Lodge) -> None:
    result = await lodge.call(
        "create_automation", sensor="temperature", above=20, run_now_if_true=True, **FAN
    )
    assert lodge.sent() == [("fan/living_room_fan/set", "ON")]
    assert "Fan is on." in result.text
    assert [run.outcomes[0].after for run in lodge.house.book.last_runs("a1")] == ["on"]
    change = await lodge.house.journal.last()
    assert len(change[0].changes) == 2


async def test_create_when_already_true_and_not_wished_says_so(lodge: Lodge) -> None:
    result = await lodge.call("create_automation", sensor="temperature", above=20, **FAN)
    assert lodge.sent() == []
    assert "already past the limit" in result.text


async def test_create_when_not_yet_true_does_not_run(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, run_now_if_true=True, **FAN)
    assert lodge.sent() == []


async def test_create_when_sensor_is_away_waits(lodge: Lodge) -> None:
    lodge.broker.device("sensor/living_room_temperature/online", "offline")
    result = await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    assert result.ending is Ending.COMPLETED
    assert "no value now" in result.text


async def test_create_with_unlock_when_not_approved_stores_nothing(lodge: Lodge) -> None:
    result = await lodge.call("create_automation", sensor="temperature", above=40, **UNLOCK)
    assert (result.ending, result.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert lodge.house.book.rules() == ()


async def test_create_with_unlock_when_approved_gives_no_grant_and_does_not_run_now(lodge: Lodge) -> None:
    yes = (Approval("lock.front_door", "unlock"),)
    result = await lodge.call(
        "create_automation",
        lodge.context(approvals=yes),
        sensor="Hall thermostat",
        above=15,
        run_now_if_true=True,
        **UNLOCK,
    )
    (rule,) = lodge.house.book.rules()
    assert rule.grants == ()
    assert lodge.sent() == []
    assert lodge.word("lock.front_door") == "locked"
    assert "skipped until you allow it" in result.text


async def test_create_asks_lastingly(lodge: Lodge) -> None:
    called = tool("create_automation")
    assert called is not None
    asked = called.arguments.model_validate({"sensor": "temperature", "above": 40, **UNLOCK})
    assert called.lasting
    assert [c.control for c in called.asks(asked, lodge.context())] == ["unlock"]


async def test_create_when_the_same_rule_is_there(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    result = await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    assert result.reason == "already_applied"
    assert len(lodge.house.book.rules()) == 1


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"above": None}, "rule_needs_limit"),
        ({"above": 30, "below": 20}, "rule_needs_limit"),
        ({"targets": []}, "rule_needs_action"),
        ({"targets": ["pool heater"]}, "unknown_name"),
        ({"targets": ["bedroom light"]}, "ambiguous"),
        ({"sensor": "Hall motion"}, "rule_not_a_number"),
        ({"sensor": "pool temperature"}, "unknown_name"),
        ({"sensor": "humidity"}, "nothing_of_kind_in_area"),
        ({"sensor": "bedroom power"}, "ambiguous"),
        ({"action": "set_percentage"}, "needs_value"),
        ({"action": "open"}, "not_supported"),
    ],
)
async def test_create_when_it_is_not_clear(lodge: Lodge, wrong: dict[str, object], reason: str) -> None:
    wish = {"sensor": "temperature", "above": 26, **FAN, **wrong}
    result = await lodge.call("create_automation", **wish)
    assert (result.ending, result.reason, result.stop) == (Ending.FATAL, reason, True)
    assert result.text
    assert lodge.house.book.rules() == ()


async def test_list_when_empty(lodge: Lodge) -> None:
    result = await lodge.call("list_automations")
    assert (result.data, result.text) == ([], "There are no rules yet.")


async def test_list_delete_and_undo(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    assert "a1:" in (await lodge.call("list_automations")).text
    deleted = await lodge.call("delete_automation", id="1")
    assert "Deleted rule a1" in deleted.text
    assert lodge.house.book.rules() == ()
    back = await lodge.call("undo")
    assert back.ending is Ending.COMPLETED
    (rule,) = lodge.house.book.rules()
    assert (rule.id, rule.triggers[0].above) == ("a1", 26.0)


async def test_delete_when_unknown_names_what_there_is(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    result = await lodge.call("delete_automation", id="a9")
    assert (result.ending, result.reason) == (Ending.FATAL, "unknown_rule")
    assert "a1" in result.text
    assert len(lodge.house.book.rules()) == 1


async def test_disable_enable_and_undo(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    off = await lodge.call("enable_automation", id="a1", enabled="false")
    assert off.text.startswith("Rule a1 is off")
    assert not lodge.house.book.rules()[0].enabled
    again = await lodge.call("enable_automation", id="a1", enabled=False)
    assert again.reason == "already_applied"
    await lodge.call("undo")
    assert lodge.house.book.rules()[0].enabled


async def test_undo_of_a_new_rule(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    result = await lodge.call("undo")
    assert result.ending is Ending.COMPLETED
    assert lodge.house.book.rules() == ()
    assert (await lodge.call("undo")).reason == "nothing_to_undo"


async def test_undo_of_a_command_when_confirmed(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["hall light"], action="turn_on")
    result = await lodge.call("undo")
    assert lodge.word("light.hall_light") == "off"
    assert result.text == "Undone. Hall light is off."
    assert [o.after for o in result.outcomes] == ["off"]
    assert (await lodge.call("undo")).reason == "nothing_to_undo"


async def test_undo_takes_the_newest_first(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["hall light"], action="turn_on")
    await lodge.call("control_device", targets=["garage light"], action="turn_on")
    await lodge.call("undo")
    assert (lodge.word("light.garage_light"), lodge.word("light.hall_light")) == ("off", "on")


async def test_undo_takes_back_all_that_one_turn_changed(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["left lamp"], action="turn_on")
    turn = lodge.context(asked="hall light on, and the fan when it is hot")
    lit = await lodge.call("control_device", turn, targets=["hall light"], action="turn_on")
    ruled = await lodge.call("create_automation", turn, sensor="temperature", above=26, **FAN)
    assert lit.undo == ruled.undo
    await lodge.call("undo")
    assert (lodge.word("light.hall_light"), lodge.house.book.rules()) == ("off", ())
    assert lodge.word("light.left_lamp") == "on"


async def test_undo_of_two(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["hall light"], action="turn_on")
    await lodge.call("create_automation", sensor="temperature", above=26, **FAN)
    await lodge.call("undo", count=2)
    assert lodge.word("light.hall_light") == "off"
    assert lodge.house.book.rules() == ()


async def test_undo_when_a_person_put_it_back_already(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["hall light"], action="turn_on")
    lodge.report("light", "hall_light", "OFF")
    lodge.broker.sent.clear()
    result = await lodge.call("undo")
    assert result.ending is Ending.COMPLETED
    assert lodge.sent() == []


async def test_undo_when_changed_since_says_so(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["kitchen light"], action="turn_on", brightness_pct=40)
    lodge.report("light", "kitchen_light/dim", "255")
    result = await lodge.call("undo")
    assert "was changed since" in result.text
    assert lodge.word("light.kitchen_light") == "off"


async def test_undo_of_a_lock_goes_through_the_gate(lodge: Lodge) -> None:
    lodge.report("lock", "front_door", "UNLOCKED")
    await lodge.call("control_device", targets=["front door lock"], action="lock")
    lodge.broker.sent.clear()
    blocked = await lodge.call("undo")
    assert (blocked.ending, blocked.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert lodge.sent() == []
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    allowed = await lodge.call("undo", yes)
    assert allowed.ending is Ending.COMPLETED
    assert lodge.word("lock.front_door") == "unlocked"


async def test_undo_when_device_is_away_can_be_tried_again(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["hall light"], action="turn_on")
    lodge.broker.device("light/hall_light/online", "offline")
    assert (await lodge.call("undo")).ending is Ending.FATAL
    lodge.broker.device("light/hall_light/online", "online")
    assert (await lodge.call("undo")).ending is Ending.COMPLETED
    assert lodge.word("light.hall_light") == "off"


async def test_undo_is_the_cause_of_what_it_does(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["hall light"], action="turn_on")
    await lodge.call("undo")
    await lodge.recorder.flush()
    last = await lodge.house.history.last_change("light.hall_light")
    assert last is not None
    assert (last.cause.origin, last.cause.ref) == (Origin.UNDO, "u1")


async def test_undo_asks_for_what_it_would_command(lodge: Lodge) -> None:
    lodge.report("lock", "front_door", "UNLOCKED")
    await lodge.call("control_device", targets=["front door lock"], action="lock")
    called = tool("undo")
    assert called is not None
    once = called.arguments.model_validate({"count": 1})
    assert [(c.entity_id, c.control) for c in called.asks(once, lodge.context())] == [
        ("lock.front_door", "unlock")
    ]
    await lodge.call("undo", lodge.context(approvals=(Approval("lock.front_door", "unlock"),)))
    assert called.asks(once, lodge.context()) == ()


async def test_undo_of_a_lock_that_was_changed_since_is_left(lodge: Lodge) -> None:
    lodge.report("lock", "front_door", "UNLOCKED")
    await lodge.call("control_device", targets=["front door lock"], action="lock")
    lodge.report("lock", "front_door", "JAMMED")
    lodge.broker.sent.clear()
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    result = await lodge.call("undo", yes)
    assert (result.ending, lodge.sent()) == (Ending.FATAL, [])
    assert "was changed since" in result.text

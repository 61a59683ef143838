"""The tools for rules: what is stored, what is said, what is never granted by a dialog."""

import pytest

from devices.automation.rule.action import Act
from devices.automation.rule.trigger import Threshold
from devices.automation.watch.spec import Phase
from devices.command import Approval, Command
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
    assert rule.triggers == (Threshold(("sensor.living_room_temperature",), above=26.0),)
    assert rule.actions == (Act(Command("fan.living_room_fan", "turn_on")),)
    assert (rule.id, rule.words) == ("a1", "hot? fan!")
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
    assert rule.triggers == (Threshold(("sensor.living_room_temperature",), above=30.0),)


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
    assert rule.triggers[0] == Threshold(("sensor.kitchen_temperature",), below=18.0, for_seconds=600.0)
    assert rule.commands == (Command("light.kitchen_light", "turn_on", {"brightness_pct": 30}),)


async def test_create_with_thermostat_when_room_has_no_sensor(lodge: Lodge) -> None:
    await lodge.call(
        "create_automation", sensor="temperature", below=18, targets=["Hall light"], action="turn_on"
    )
    (rule,) = lodge.house.book.rules()
    assert rule.triggers == (
        Threshold(("climate.hall_thermostat",), below=18.0, attribute="current_temperature"),
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


async def test_create_when_already_true_and_it_takes_its_time_is_left_to_the_engine(lodge: Lodge) -> None:
    steps = [{"seconds": 60}, {"kind": "put_back"}]
    result = await lodge.call(
        "create_automation", sensor="temperature", above=20, run_now_if_true=True, then=steps, **FAN
    )
    assert lodge.sent() == []
    assert lodge.house.book.jobs() == ()
    assert "whoever runs the rules runs it at once" in result.text
    assert "I ran it" not in result.text
    (memory,) = (await lodge.house.book.memories("a1")).values()
    assert memory.phase is Phase.WAITING


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
    assert lodge.house.permissions.of(rule) == ()
    assert lodge.sent() == []
    assert lodge.word("lock.front_door") == "locked"
    assert "it asks you each time" in result.text
    assert "hearth grant a1 lock.front_door=unlock" in result.text


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
    (trigger,) = rule.triggers
    assert isinstance(trigger, Threshold)
    assert (rule.id, trigger.above) == ("a1", 26.0)


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

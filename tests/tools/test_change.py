"""The tool that changes a rule: what is named becomes another, all else stays; gate, permissions and undo."""

from datetime import time

import pytest

from devices.automation.rule.action import Act, Notify
from devices.automation.rule.condition import During
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import At, Days, Threshold, Trigger, Weekday
from devices.command import Approval, Command
from tests.tools.house import Lodge
from tools.outcome import Ending, ToolResult

FAN = {"targets": ["fan"], "action": "turn_on"}
LIMIT = {"sensor": "kitchen temperature", "above": 26, "until": 24, "for_seconds": 600}
KITCHEN = "sensor.kitchen_temperature"


async def changed(lodge: Lodge, made: dict[str, object], **parts: object) -> tuple[Rule, ToolResult]:
    await lodge.call("create_automation", **made)
    result = await lodge.call("change_automation", id="a1", **parts)
    rule = lodge.house.book.rule("a1")
    assert rule is not None
    return rule, result


async def test_new_limit_keeps_the_rest_and_shows_before_and_after(lodge: Lodge) -> None:
    rule, result = await changed(lodge, {**LIMIT, **FAN}, above=27)
    assert rule.triggers == (Threshold((KITCHEN,), above=27.0, for_seconds=600.0, hysteresis=2.0),)
    assert rule.actions == (Act(Command("fan.living_room_fan", "turn_on")),)
    assert (result.ending, result.undo) == (Ending.COMPLETED, "u2")
    assert result.text.startswith("Changed rule a1. Before: When Kitchen temperature rises above 26 °C")
    assert "\nNow: When Kitchen temperature rises above 27 °C" in result.text


@pytest.mark.parametrize(
    ("parts", "trigger"),
    [
        ({"below": 18}, Threshold((KITCHEN,), below=18.0, for_seconds=600.0, hysteresis=2.0)),
        ({"for_seconds": 0}, Threshold((KITCHEN,), above=26.0, hysteresis=2.0)),
        ({"until": 25}, Threshold((KITCHEN,), above=26.0, for_seconds=600.0, hysteresis=1.0)),
        ({"sensor": "temperature", "above": 26}, Threshold(("sensor.living_room_temperature",), above=26.0)),
        ({"when": [{"at": "07:00"}]}, At(time(7))),
    ],
)
async def test_trigger_that_is_named(lodge: Lodge, parts: dict[str, object], trigger: Trigger) -> None:
    rule, _ = await changed(lodge, {**LIMIT, **FAN}, **parts)
    assert rule.triggers == (trigger,)


async def test_new_time_keeps_the_days(lodge: Lodge) -> None:
    monday: dict[str, object] = {"when": [{"at": "07:00", "days": ["mon"]}], **FAN}
    rule, _ = await changed(lodge, monday, when=[{"kind": "time", "at": "08:00"}])
    assert rule.triggers == (At(time(8), Days((Weekday.MON,))),)


@pytest.mark.parametrize(
    ("parts", "action"),
    [
        ({"action": "turn_off"}, Command("fan.living_room_fan", "turn_off")),
        ({"targets": ["kitchen light"]}, Command("light.kitchen_light", "turn_on")),
        (
            {"targets": ["kitchen light"], "brightness_pct": 30},
            Command("light.kitchen_light", "turn_on", {"brightness_pct": 30}),
        ),
    ],
)
async def test_action_that_is_named(lodge: Lodge, parts: dict[str, object], action: Command) -> None:
    rule, _ = await changed(lodge, {**LIMIT, **FAN}, **parts)
    assert rule.actions == (Act(action),)
    (trigger,) = rule.triggers
    assert isinstance(trigger, Threshold)
    assert trigger.above == 26.0


async def test_conditions_end_and_mode(lodge: Lodge) -> None:
    rule, _ = await changed(
        lodge,
        {**LIMIT, **FAN},
        only_if=[{"after": "22:00"}],
        at_end=[{"kind": "notify"}],
        mode="restart",
        cooldown_seconds=60,
    )
    assert rule.conditions == (During(time(22)),)
    assert (rule.until, rule.mode, rule.cooldown_seconds) == ((Notify(),), Mode.RESTART, 60.0)


async def test_undo_brings_the_rule_back_as_it_was(lodge: Lodge) -> None:
    await lodge.call("create_automation", **LIMIT, **FAN)
    before = lodge.house.book.rule("a1")
    await lodge.call("change_automation", id="a1", above=27)
    await lodge.call("undo")
    assert lodge.house.book.rule("a1") == before


async def test_change_to_the_same_is_no_change(lodge: Lodge) -> None:
    _, result = await changed(lodge, {**LIMIT, **FAN}, above=26)
    assert (result.reason, result.undo) == ("already_applied", "")


async def test_change_of_an_unknown_rule_or_to_nonsense_changes_nothing(lodge: Lodge) -> None:
    rule, result = await changed(lodge, {**LIMIT, **FAN}, targets=["pool pump"])
    assert (result.ending, result.reason) == (Ending.FATAL, "unknown_name")
    assert rule.actions == (Act(Command("fan.living_room_fan", "turn_on")),)
    assert (await lodge.call("change_automation", id="a9", above=1)).reason == "unknown_rule"


async def test_change_to_an_unlock_needs_a_yes_and_voids_what_was_allowed(lodge: Lodge) -> None:
    unlock = {"targets": ["front door lock"], "action": "unlock"}
    yes = (Approval("lock.front_door", "unlock"),)
    await lodge.call("create_automation", **LIMIT, **FAN)
    blocked = await lodge.call("change_automation", id="a1", **unlock)
    assert (blocked.ending, blocked.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    await lodge.call("change_automation", lodge.context(approvals=yes), id="a1", **unlock)
    rule = lodge.house.book.rule("a1")
    assert rule is not None
    await lodge.house.permissions.give(rule, "lock.front_door", "unlock", "owner")
    changed_again = await lodge.call("change_automation", lodge.context(approvals=yes), id="a1", above=30)
    after = lodge.house.book.rule("a1")
    assert after is not None
    assert lodge.house.permissions.of(after) == ()
    assert "holds no more" in changed_again.text

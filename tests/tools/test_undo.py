"""Undo: everything a turn changed, in reverse; what people changed since is asked, never overwritten."""

import asyncio
from dataclasses import replace

import pytest

from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import RuleChanged
from devices.command import Approval, Denial, Origin, Reason
from devices.events import CommandEnded, RulesChanged
from tests.fakes.clock import turns
from tests.tools.house import Lodge
from tools.outcome import Ending, ToolResult
from tools.receipt import remember
from tools.registry import tool
from tools.tool import KEEP, OVERWRITE, Doubt

FAN = {"targets": ["fan"], "action": "turn_on"}


def doubts(lodge: Lodge, count: int = 1) -> tuple[Doubt, ...]:
    called = tool("undo")
    assert called is not None
    return called.doubts(called.arguments.model_validate({"count": count}), lodge.context())


async def answered(lodge: Lodge, *, yes: bool, count: int = 1) -> ToolResult:
    """Undo, with the same answer to everything that it asks."""
    asked = [doubt.consent for doubt in doubts(lodge, count)]
    context = lodge.context()
    if yes:
        given = tuple(Approval(c.entity_id, c.control, values=c.values) for c in asked)
        context = replace(context, approvals=given)
    else:
        context = replace(context, denials=tuple(Denial(c.entity_id, c.control) for c in asked))
    return await lodge.call("undo", context, count=count)


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


async def test_undo_when_changed_since_asks_and_leaves_it(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["kitchen light"], action="turn_on", brightness_pct=40)
    lodge.report("light", "kitchen_light/dim", "255")
    lodge.broker.sent.clear()
    result = await lodge.call("undo")
    assert (result.ending, result.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert result.text == "Kitchen light was changed since then: it is on at 100 % now. Put it back to off?"
    assert lodge.sent() == []
    (doubt,) = doubts(lodge)
    assert (doubt.consent.entity_id, doubt.consent.control) == ("light.kitchen_light", OVERWRITE)
    assert doubt.question.now == "on at 100 %"


async def test_undo_when_changed_since_and_the_person_says_yes(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["kitchen light"], action="turn_on", brightness_pct=40)
    lodge.report("light", "kitchen_light/dim", "255")
    result = await answered(lodge, yes=True)
    assert result.ending is Ending.COMPLETED
    assert lodge.word("light.kitchen_light") == "off"
    assert (await lodge.call("undo")).reason == "nothing_to_undo"


async def test_undo_when_changed_since_and_the_person_says_no(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["kitchen light"], action="turn_on", brightness_pct=40)
    lodge.report("light", "kitchen_light/dim", "255")
    result = await answered(lodge, yes=False)
    assert (result.ending, result.text) == (Ending.COMPLETED, "Kitchen light is left as it is.")
    assert lodge.word("light.kitchen_light") == "on"
    assert (await lodge.call("undo")).reason == "nothing_to_undo"


async def test_yes_to_what_stood_there_counts_for_nothing_else(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["kitchen light"], action="turn_on", brightness_pct=40)
    lodge.report("light", "kitchen_light/dim", "255")
    (doubt,) = doubts(lodge)
    yes = Approval(doubt.consent.entity_id, OVERWRITE, values=doubt.consent.values)
    lodge.report("light", "kitchen_light/dim", "128")
    result = await lodge.call("undo", lodge.context(approvals=(yes,)))
    assert result.ending is Ending.POLICY_BLOCK
    assert lodge.word("light.kitchen_light") == "on"


async def test_force_overwrites_but_never_unlocks(lodge: Lodge) -> None:
    lodge.report("lock", "front_door", "UNLOCKED")
    await lodge.call("control_device", targets=["front door lock"], action="lock")
    lodge.report("lock", "front_door", "JAMMED")
    lodge.broker.sent.clear()
    result = await lodge.call("undo", lodge.context(approvals=(Approval("*", OVERWRITE),)))
    assert (result.ending, lodge.sent()) == (Ending.POLICY_BLOCK, [])
    both = (Approval("*", OVERWRITE), Approval("lock.front_door", "unlock"))
    await lodge.call("undo", lodge.context(approvals=both))
    assert lodge.word("lock.front_door") == "unlocked"


async def test_undo_of_two_never_opens_a_door_on_the_way(lodge: Lodge) -> None:
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    await lodge.call("control_device", yes, targets=["front door lock"], action="unlock")
    await lodge.call("control_device", targets=["front door lock"], action="lock")
    lodge.broker.sent.clear()
    result = await lodge.call("undo", count=2)
    assert (result.ending, lodge.sent()) == (Ending.COMPLETED, [])
    assert (await lodge.call("undo")).reason == "nothing_to_undo"


async def test_undo_of_two_when_a_person_came_between(lodge: Lodge) -> None:
    light = "kitchen light"
    await lodge.call("control_device", targets=[light], action="turn_on", brightness_pct=40)
    lodge.report("light", "kitchen_light/dim", "255")
    await lodge.call("control_device", targets=[light], action="turn_on", brightness_pct=20)
    result = await lodge.call("undo", count=2)
    brightness = lodge.house.home.view().snapshots["light.kitchen_light"].attributes()["brightness"]
    assert (result.reason, brightness) == ("needs_confirmation", 255)
    assert [found.id for found in await lodge.house.journal.last(5)] == ["u1"]


async def test_undo_of_two_when_a_person_took_the_newest_back_already(lodge: Lodge) -> None:
    light = "kitchen light"
    for percent in (40, 80):
        await lodge.call("control_device", targets=[light], action="turn_on", brightness_pct=percent)
    lodge.report("light", "kitchen_light/dim", "102")
    assert doubts(lodge, 2) == ()
    result = await lodge.call("undo", count=2)
    assert (result.ending, lodge.word("light.kitchen_light")) == (Ending.COMPLETED, "off")
    assert await lodge.house.journal.last(5) == ()


async def test_rules_go_before_the_devices_are_told_and_come_back_after(lodge: Lodge) -> None:
    parts = {"sensor": "living room temperature", "above": 26}
    await lodge.call("create_automation", **parts, **FAN)
    await lodge.call("delete_automation", id="a1")
    await lodge.call("create_automation", **{**parts, "above": 27}, **FAN)
    await lodge.call("control_device", **FAN)
    seen: list[str] = []
    lodge.bus.listen(
        lambda event: (
            seen.append("rules" if isinstance(event, RulesChanged) else "fan")
            if isinstance(event, RulesChanged | CommandEnded)
            else None
        )
    )
    await lodge.call("undo", count=3)
    assert [rule.id for rule in lodge.house.book.rules()] == ["a1"]
    assert seen == ["rules", "fan", "rules"]


async def test_undo_of_a_new_rule_that_was_changed_since(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="living room temperature", above=26, **FAN)
    rule = lodge.house.book.rule("a1")
    assert rule is not None
    await lodge.house.book.replace(replace(rule, cooldown_seconds=60.0))
    assert (await lodge.call("undo")).text == "Rule a1 was changed since then. Delete it all the same?"
    assert lodge.house.book.rule("a1") is not None
    await answered(lodge, yes=True)
    assert lodge.house.book.rule("a1") is None


async def test_undo_of_a_changed_rule(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="living room temperature", above=26, **FAN)
    rule = lodge.house.book.rule("a1")
    assert rule is not None
    after = replace(rule, cooldown_seconds=60.0)
    await lodge.house.book.replace(after)
    await remember((), lodge.context(), RuleChanged(rule_to_json(rule), rule_to_json(after)))
    result = await lodge.call("undo")
    assert lodge.house.book.rule("a1") == rule
    assert result.text.startswith("Undone: rule a1 is as it was. When")


async def test_undo_that_would_bring_back_an_unlocking_rule_asks(lodge: Lodge) -> None:
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    door = {"targets": ["front door lock"], "action": "unlock"}
    made = await lodge.call("create_automation", yes, sensor="living room temperature", above=26, **door)
    assert made.ending is Ending.COMPLETED
    await lodge.call("delete_automation", id="a1")
    blocked = await lodge.call("undo")
    assert (blocked.reason, lodge.house.book.rules()) == ("needs_confirmation", ())
    (doubt,) = doubts(lodge)
    assert (doubt.consent.control, doubt.question.lasting) == (KEEP, True)
    assert "unlock Front door lock" in doubt.question.text
    await answered(lodge, yes=True)
    assert [rule.id for rule in lodge.house.book.rules()] == ["a1"]


@pytest.mark.parametrize("whom", ["*", "a*"])
async def test_undo_that_would_bring_back_an_unlocking_rule_with_a_yes_to_everything(
    lodge: Lodge, whom: str
) -> None:
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    door = {"targets": ["front door lock"], "action": "unlock"}
    await lodge.call("create_automation", yes, sensor="living room temperature", above=26, **door)
    await lodge.call("delete_automation", id="a1")
    blocked = await lodge.call("undo", lodge.context(approvals=(Approval(whom, KEEP),)))
    assert (blocked.reason, lodge.house.book.rules()) == ("needs_confirmation", ())


async def test_undo_after_silence_keeps_asking(lodge: Lodge) -> None:
    await lodge.call("control_device", targets=["kitchen light"], action="turn_on", brightness_pct=40)
    lodge.report("light", "kitchen_light/dim", "255")
    (doubt,) = doubts(lodge)
    silence = Denial(doubt.consent.entity_id, OVERWRITE, Reason.UNANSWERED)
    result = await lodge.call("undo", replace(lodge.context(), denials=(silence,)))
    assert result.reason == "needs_confirmation"
    assert len(doubts(lodge)) == 1


async def test_undo_of_what_nobody_answered_is_given_again(lodge: Lodge) -> None:
    lodge.broker.silence()
    await lodge.call("control_device", targets=["hall light"], action="turn_on")
    lodge.broker.sent.clear()
    result = await lodge.call("undo")
    assert lodge.sent() == [("light/hall_light/set", "OFF")]
    assert "changed since" not in result.text


async def test_undo_knows_of_a_command_that_was_stopped_on_its_way(lodge: Lodge) -> None:
    lodge.broker.silence()
    call = lodge.call("control_device", targets=["hall light", "garage light"], action="turn_on")
    stopped = asyncio.ensure_future(call)
    await turns()
    assert len(lodge.sent()) == 2
    stopped.cancel()
    await asyncio.gather(stopped, return_exceptions=True)
    assert stopped.cancelled()
    lodge.broker.sent.clear()
    await lodge.call("undo")
    assert sorted(lodge.sent()) == [("light/garage_light/set", "OFF"), ("light/hall_light/set", "OFF")]

"""Security actions in rules, jobs and scenes: nothing is kept or done before the yes a direct command needs."""

from datetime import time

import pytest

from devices.automation.books.scenes import Member, Scene
from devices.automation.rule.action import ApplyScene
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At
from devices.command import Approval
from tests.tools.house import Lodge
from tools.outcome import Ending
from tools.registry import tool

UNLOCK = {"targets": ["front door lock"], "action": "unlock"}
OPEN = {"targets": ["garage door"], "action": "open"}
HALF_OPEN = {"targets": ["garage door"], "action": "set_position", "position": 50}
GARAGE, LOCK = ("cover.garage_door", "open_cover"), ("lock.front_door", "unlock")
WISHES = [
    ("create_automation", {"when": [{"kind": "presence", "coming": "arrive"}], **UNLOCK}, LOCK),
    ("create_automation", {"when": [{"at": "07:00"}], **UNLOCK}, LOCK),
    ("create_automation", {"sensor": "kitchen temperature", "above": 20, **OPEN}, GARAGE),
    (
        "create_automation",
        {"when": [{"at": "07:00"}], "then": [{"seconds": 5}, {"kind": "command", **OPEN}]},
        GARAGE,
    ),
    (
        "create_automation",
        {
            "sensor": "kitchen temperature",
            "above": 30,
            "targets": ["fan"],
            "action": "turn_on",
            "at_end": [{"kind": "command", **UNLOCK}],
        },
        LOCK,
    ),
    (
        "create_automation",
        {
            "when": [{"at": "07:00"}],
            "then": [
                {
                    "kind": "ramp",
                    "targets": ["garage door"],
                    "value": "position",
                    "to": 100,
                    "over_seconds": 60,
                }
            ],
        },
        GARAGE,
    ),
    ("create_automation", {"when": [{"at": "07:00"}], **HALF_OPEN}, GARAGE),
    ("schedule", {"after_seconds": 60, **UNLOCK}, LOCK),
    ("schedule", {"when": {"entities": ["hall motion"], "to": "on"}, **OPEN}, GARAGE),
]


@pytest.mark.parametrize(("name", "wish", "action"), WISHES)
async def test_nothing_is_kept_or_done_before_the_yes(
    lodge: Lodge, name: str, wish: dict[str, object], action: tuple[str, str]
) -> None:
    called = tool(name)
    assert called is not None
    assert called.lasting
    asks = called.asks(called.arguments.model_validate(wish), lodge.context())
    assert action in [(c.entity_id, c.control) for c in asks]
    blocked = await lodge.call(name, **wish)
    assert (blocked.ending, blocked.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert (lodge.house.book.everything(), lodge.sent()) == ((), [])
    allowed = await lodge.call(name, lodge.context(approvals=(Approval(*action),)), **wish)
    assert allowed.ending is Ending.COMPLETED
    (rule,) = lodge.house.book.everything()
    assert f"hearth grant {rule.id} {action[0]}={action[1]}" in allowed.text
    assert lodge.house.permissions.of(rule) == ()
    assert lodge.sent() == []


async def test_position_is_weighed_as_an_opening_though_the_door_stands_open_now(lodge: Lodge) -> None:
    lodge.report("cover", "garage_door", "open")
    blocked = await lodge.call("create_automation", when=[{"at": "07:00"}], **HALF_OPEN)
    assert blocked.reason == "needs_confirmation"
    assert lodge.house.book.rules() == ()


async def test_scene_with_an_unlocked_door_is_weighed_by_what_it_holds(lodge: Lodge) -> None:
    lodge.report("lock", "front_door", "UNLOCKED")
    await lodge.call("save_scene", name="Party", targets=["front door lock", "hall light"])
    rule = {"when": [{"at": "19:00"}], "then": [{"scene": "party"}]}
    blocked = await lodge.call("create_automation", **rule)
    assert (blocked.ending, blocked.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert lodge.house.book.rules() == ()


async def test_two_locks_in_one_rule_are_never_opened_together(lodge: Lodge) -> None:
    yes = lodge.context(approvals=(Approval(*LOCK), Approval(*GARAGE)))
    both = [{"kind": "command", **UNLOCK}, {"kind": "command", **OPEN}]
    result = await lodge.call("create_automation", yes, when=[{"at": "07:00"}], then=both)
    assert result.ending is Ending.POLICY_BLOCK
    assert lodge.house.book.rules() == ()


async def test_rule_that_locks_needs_no_yes(lodge: Lodge) -> None:
    lock = {"targets": ["front door lock"], "action": "lock"}
    result = await lodge.call("create_automation", when=[{"at": "22:00"}], **lock)
    assert result.ending is Ending.COMPLETED
    assert "hearth grant" not in result.text


async def test_conflict_with_another_rule_and_rehearsal_are_told_when_a_rule_is_made(lodge: Lodge) -> None:
    warm = {"sensor": "temperature", "above": 26, "targets": ["fan"]}
    await lodge.call("create_automation", **warm, action="turn_on")
    second = await lodge.call("create_automation", **{**warm, "above": 28}, action="turn_off")
    assert "Careful: rule a1 also moves Fan" in second.text
    assert "on record" in second.text


async def test_permission_does_not_outlive_the_picture_of_a_scene(lodge: Lodge) -> None:
    scenes, permissions = lodge.house.scenes, lodge.house.permissions

    async def kept(scene_id: str, position: int) -> str:
        members = {"cover.garage_door": Member("open", {"current_position": position})}
        return (await scenes.save(Scene(scene_id, "Airing", members))).id

    airing = await kept("", 10)
    draft = Rule(triggers=(At(time(7)),), actions=(ApplyScene(airing),))
    rule = await lodge.house.book.add(draft)
    control = (scenes.may_give(airing, lodge.house.home.view()) or ())[0].control
    await permissions.give(rule, "cover.garage_door", control, "owner")
    await kept(airing, 10)
    assert [given.entity_id for given in permissions.of(rule)] == ["cover.garage_door"]
    await kept(airing, 100)
    assert permissions.of(rule) == ()

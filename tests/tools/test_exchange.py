"""Rules as a document: out and in again, everything checked, all or nothing, security asked anew."""

import json
from dataclasses import replace

import pytest

from devices.command import Approval
from devices.model import Json
from tests.tools.house import Lodge
from tools.automations.exchange import Lacks, exported, import_rules, look_through
from tools.outcome import Ending

FAN = {"targets": ["fan"], "action": "turn_on"}


async def two_rules(lodge: Lodge) -> dict[str, Json]:
    await lodge.call("save_scene", name="Movie", targets=["hall light"])
    await lodge.call("create_automation", sensor="temperature", above=26, until=24, **FAN)
    await lodge.call(
        "create_automation",
        when=[{"at": "07:00", "days": "weekdays"}],
        only_if=[{"kind": "home"}],
        then=[{"scene": "movie"}],
    )
    document = exported(lodge.house.book.rules(), lodge.context())
    assert isinstance(document, dict)
    return document


async def test_document_carries_no_ids_dates_or_permissions(lodge: Lodge) -> None:
    document = await two_rules(lodge)
    assert (document["v"], document["scenes"]) == (1, {"s1": "Movie"})
    assert isinstance(document["rules"], list)
    for rule in document["rules"]:
        assert isinstance(rule, dict)
        assert not {"id", "created_at", "grants"} & rule.keys()


async def test_out_and_in_again_gives_the_same_rules_under_new_ids(lodge: Lodge) -> None:
    document = json.loads(json.dumps(await two_rules(lodge)))
    before = lodge.house.book.rules()
    result = await import_rules(document, lodge.context())
    assert (result.ending, result.data) == (Ending.COMPLETED, {"ids": ["a3", "a4"]})
    after = lodge.house.book.rules()[2:]
    assert [replace(r, id="", created_at=None) for r in after] == [
        replace(r, id="", created_at=None) for r in before
    ]
    await lodge.call("undo")
    assert [rule.id for rule in lodge.house.book.rules()] == ["a1", "a2"]


async def test_scene_is_found_by_its_name_under_another_id(lodge: Lodge) -> None:
    document = await two_rules(lodge)
    await lodge.house.scenes.remove("s1")
    await lodge.call("save_scene", name="movie", targets=["garage light"])
    read = look_through(document, lodge.context())
    assert read.rules[1].scenes == ("s2",)


async def test_everything_that_is_missing_is_told_at_once_and_nothing_is_taken(lodge: Lodge) -> None:
    text = json.dumps(await two_rules(lodge))
    strange = text.replace("sensor.living_room_temperature", "sensor.attic").replace("Movie", "Disco")
    strange = strange.replace("fan.living_room_fan", "fan.cellar")
    count = len(lodge.house.book.rules())
    read = look_through(json.loads(strange), lodge.context())
    assert {(fault.rule, fault.lacks, fault.name) for fault in read.faults} == {
        (0, Lacks.ENTITY, "sensor.attic"),
        (0, Lacks.ENTITY, "fan.cellar"),
        (1, Lacks.SCENE, "Disco"),
    }
    result = await import_rules(json.loads(strange), lodge.context())
    assert (result.ending, result.reason) == (Ending.FATAL, "missing")
    assert all(name in result.text for name in ("sensor.attic", "fan.cellar", "Disco"))
    assert len(lodge.house.book.rules()) == count


async def test_control_that_the_entity_does_not_know_is_told(lodge: Lodge) -> None:
    text = json.dumps(await two_rules(lodge)).replace('"control": "turn_on"', '"control": "open_cover"')
    faults = look_through(json.loads(text), lodge.context()).faults
    assert [(f.lacks, f.name) for f in faults] == [(Lacks.CONTROL, "fan.living_room_fan=open_cover")]


@pytest.mark.parametrize(
    "document",
    [
        "no json at all",
        {},
        {"format": "hearth-automations", "v": 9, "rules": []},
        {"format": "hearth-automations", "v": 1, "rules": [{"v": 2}]},
        {
            "format": "hearth-automations",
            "v": 1,
            "rules": [{"v": 2, "triggers": [{"type": "magic"}], "actions": []}],
        },
        {"format": "hearth-automations", "v": 1, "scenes": 3, "rules": 4},
        {"format": "hearth-automations", "v": 10**400, "rules": []},
        {"format": "hearth-automations", "v": 1, "rules": [], "scenes": {"s1": "\ud800"}},
        '{"format": "hearth-automations", "v": 1, "rules": ' + "[" * 100_000,
    ],
)
async def test_document_that_can_not_be_read_says_where(lodge: Lodge, document: object) -> None:
    result = await import_rules(document, lodge.context())  # type: ignore[arg-type] # whatever a file holds
    assert (result.ending, result.reason) == (Ending.FATAL, "missing")
    assert lodge.house.book.rules() == ()


@pytest.mark.parametrize("position", [50, "50", "1e2", True])
async def test_position_that_opens_needs_a_yes_however_it_is_written_and_however_it_stands(
    lodge: Lodge, position: Json
) -> None:
    lodge.report("cover", "garage_door/way", "100")
    told: dict[str, Json] = {"entity_id": "cover.garage_door", "control": "set_cover_position"}
    act: Json = {"type": "act", **told, "values": {"position": position}}
    rule: Json = {"v": 2, "triggers": [{"type": "at", "time": "07:00"}], "actions": [act]}
    document: Json = {"format": "hearth-automations", "v": 1, "scenes": {}, "rules": [rule]}
    blocked = await import_rules(document, lodge.context())
    assert (blocked.reason, lodge.house.book.rules()) == ("needs_confirmation", ())


async def test_unlock_that_comes_in_needs_a_yes_and_brings_no_permission(lodge: Lodge) -> None:
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    unlock = {"targets": ["front door lock"], "action": "unlock"}
    await lodge.call("create_automation", yes, when=[{"at": "07:00"}], **unlock)
    (rule,) = lodge.house.book.rules()
    await lodge.house.permissions.give(rule, "lock.front_door", "unlock", "owner")
    document = exported((rule,), lodge.context())
    blocked = await import_rules(document, lodge.context())
    assert (blocked.ending, blocked.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert len(lodge.house.book.rules()) == 1
    await import_rules(document, yes)
    copy = lodge.house.book.rules()[1]
    assert lodge.house.permissions.of(copy) == ()

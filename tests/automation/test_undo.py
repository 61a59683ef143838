"""Taking back: the inverse of every kind of change, what was touched since, and the journal."""

from dataclasses import replace
from pathlib import Path

import pytest

from devices.automation.books.scenes import Member, Scene, scene_to_json
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import (
    AliasesChanged,
    Change,
    ChangeSet,
    CommandChange,
    RuleAdded,
    RuleChanged,
    RuleRemoved,
    RuleSwitched,
    SceneRemoved,
    SceneSaved,
    change_of,
)
from devices.automation.undo.journal import Journal
from devices.automation.undo.plan import (
    Course,
    DropRule,
    DropScene,
    GiveCommands,
    Impossible,
    Nothing,
    PutRule,
    PutScene,
    SetAliases,
    Step,
    courses,
    done_sets,
    step,
)
from devices.automation.undo.standing import Present
from devices.command import Cause, Command, Origin, Outcome, Reason, Status
from devices.kinds.climate import ClimateState
from devices.kinds.cover import CoverState, Leaf
from devices.kinds.fan import FanState
from devices.kinds.light import LightState
from devices.kinds.lock import Bolt, LockState
from devices.kinds.power import Power
from devices.kinds.switch import SwitchState
from devices.model import Domain, Entity, KindState, Snapshot
from devices.storage.database import Database
from devices.storage.record import Attributes
from devices.view import View
from tests.automation.scene import rule
from tests.fakes.clock import START, FakeClock

CAUSE = Cause(Origin.CHAT, "t1", "turn it on")


def turn(number: int) -> Cause:
    return replace(CAUSE, ref=f"t{number}")


def course_of(present: Present, *changes: Change) -> Course:
    """The way back of the one thing that these changes, each of a turn of its own, were about."""
    sets = [ChangeSet(f"u{n}", START, (change,), CAUSE) for n, change in enumerate(changes, 1)]
    (course,) = courses(sets[::-1], present)
    return course


def back(present: Present, *changes: Change) -> Step:
    """What takes these changes back all the way."""
    course = course_of(present, *changes)
    return step(course, course.beyond, present.view)


def view_of(entity_id: str, state: KindState) -> View:
    entity = Entity(entity_id, Domain(entity_id.partition(".")[0]), entity_id)
    return View({entity_id: Snapshot(entity, state)})


@pytest.mark.parametrize(
    ("entity_id", "before", "attributes", "now", "commands"),
    [
        ("switch.s", "off", {}, SwitchState(Power.ON), [("turn_off", {})]),
        ("light.l", "off", {}, LightState(Power.ON, 255), [("turn_off", {})]),
        ("light.l", "on", {"brightness": 102}, LightState(Power.ON, 255), [("turn_on", {"brightness": 102})]),
        (
            "light.l",
            "on",
            {"brightness": 102, "color_temp_kelvin": 2700, "color_mode": "color_temp"},
            LightState(Power.OFF),
            [("turn_on", {"brightness": 102, "color_temp_kelvin": 2700})],
        ),
        ("fan.f", "on", {"percentage": 40}, FanState(Power.OFF), [("turn_on", {"percentage": 40})]),
        ("fan.f", "off", {"percentage": 0}, FanState(Power.ON), [("turn_off", {})]),
        ("lock.d", "locked", {}, LockState(Bolt.UNLOCKED), [("lock", {})]),
        ("lock.d", "unlocked", {}, LockState(Bolt.LOCKED), [("unlock", {})]),
        (
            "cover.c",
            "open",
            {"current_position": 40},
            CoverState(Leaf.CLOSED, 0),
            [("set_cover_position", {"position": 40})],
        ),
        ("cover.c", "open", {"current_position": 100}, CoverState(Leaf.CLOSED, 0), [("open_cover", {})]),
        ("cover.c", "closed", {}, CoverState(Leaf.OPEN), [("close_cover", {})]),
        (
            "climate.c",
            "heat",
            {"temperature": 19.5},
            ClimateState("heat", 22),
            [("set_temperature", {"temperature": 19.5})],
        ),
        (
            "climate.c",
            "off",
            {"temperature": 19.5},
            ClimateState("heat", 22),
            [("set_temperature", {"temperature": 19.5}), ("set_hvac_mode", {"hvac_mode": "off"})],
        ),
        (
            "climate.c",
            "heat",
            {"temperature": 19.5},
            ClimateState("off", 22),
            [("set_hvac_mode", {"hvac_mode": "heat"}), ("set_temperature", {"temperature": 19.5})],
        ),
    ],
)
def test_inverse_of_a_command(
    entity_id: str,
    before: str,
    attributes: Attributes,
    now: KindState,
    commands: list[tuple[str, dict[str, float]]],
) -> None:
    change = CommandChange(entity_id, before, attributes, now.word, now.attributes())
    present = Present(view_of(entity_id, now))
    assert back(present, change) == GiveCommands(tuple(Command(entity_id, *told) for told in commands))
    assert not course_of(present, change).touched


def test_inverse_after_somebody_changed_it_since() -> None:
    change = CommandChange("light.l", "off", {}, "on", {"brightness": 102})
    dimmed = course_of(Present(view_of("light.l", LightState(Power.ON, 30))), change)
    assert (dimmed.touched, dimmed.free) == (True, ())
    assert step(dimmed, dimmed.goal, view_of("light.l", LightState(Power.ON, 30))) == Nothing()
    rounded = Present(view_of("light.l", LightState(Power.ON, 101)))
    assert not course_of(rounded, change).touched
    assert back(rounded, change) == GiveCommands((Command("light.l", "turn_off"),))


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (CommandChange("light.l", "off", {}, "on"), Nothing()),
        (CommandChange("light.gone", "off", {}, "on"), Nothing(gone=True)),
        (CommandChange("light.l", "unavailable", {}, "on"), Impossible()),
        (RuleRemoved({"v": 99, "id": "a1"}), Impossible()),
        (RuleAdded("a1"), Nothing(gone=True)),
        (SceneSaved({"v": 1, "id": "s1", "name": "Evening", "members": {}}), Nothing(gone=True)),
    ],
)
def test_inverse_that_there_is_none_of(change: Change, found: Step) -> None:
    assert back(Present(view_of("light.l", LightState(Power.OFF))), change) == found


def test_inverse_of_rules() -> None:
    kept = replace(rule(), id="a1", created_at=START)
    stored, slower = rule_to_json(kept), replace(kept, cooldown_seconds=60.0)
    here = Present(View(), rule=lambda _id: kept)
    assert back(here, RuleAdded("a1", stored)) == DropRule(kept)
    assert back(here, RuleAdded("a1")) == DropRule(kept)
    assert back(Present(View()), RuleRemoved(stored)) == PutRule(kept, None)
    assert back(here, RuleSwitched("a1", before=False)) == PutRule(replace(kept, enabled=False), kept)
    assert back(here, RuleChanged(rule_to_json(slower), stored)) == PutRule(slower, kept)
    assert course_of(here, RuleAdded("a1", rule_to_json(slower))).touched


def test_inverse_of_scenes_and_names() -> None:
    old, new = (Scene(i, "Évening", {"light.l": Member(w)}, START) for i, w in (("s1", "on"), ("s2", "off")))
    there = Present(View(), scene=lambda name: new if name == "evening" else None)
    assert back(there, SceneSaved(scene_to_json(new))) == DropScene(new)
    assert back(there, SceneSaved(scene_to_json(new), scene_to_json(old))) == PutScene(old, new)
    removed = course_of(there, SceneRemoved(scene_to_json(old)))
    assert (removed.touched, removed.beyond) == (True, old)
    named = Present(View(), aliases=lambda _id: ("b",))
    assert back(named, AliasesChanged("light.l", ("a",), ("b",))) == SetAliases("light.l", ("a",))
    assert course_of(named, AliasesChanged("light.l", ("a",), ("c",))).touched


def test_way_back_over_several_turns_stops_where_somebody_came_between() -> None:
    def told(before: int, after: int) -> CommandChange:
        return CommandChange("light.l", "on", {"brightness": before}, "on", {"brightness": after})

    view = view_of("light.l", LightState(Power.ON, 200))
    course = course_of(Present(view), told(10, 40), told(120, 160), told(160, 200))
    goals = [step(course, goal, view) for goal in (course.goal, course.beyond)]
    levels = [g.commands[0].values["brightness"] for g in goals if isinstance(g, GiveCommands)]
    assert (levels, course.free) == ([120, 10], ("u3", "u2"))
    sets = [ChangeSet(f"u{n}", START, (), CAUSE) for n in (3, 2, 1)]
    assert done_sets(sets, [course], [frozenset(course.free)]) == ("u3", "u2")


def test_unanswered_command_can_be_taken_back_although_nothing_shows() -> None:
    sent = Outcome(Command("light.l", "turn_on"), Status.SENT, "off", "off", Reason.NO_ANSWER)
    change = change_of(sent)
    assert change is not None
    for now in (LightState(Power.OFF), LightState(Power.ON, 255)):
        present = Present(view_of("light.l", now))
        assert back(present, change) == GiveCommands((Command("light.l", "turn_off"),))
        assert not course_of(present, change).touched


@pytest.mark.parametrize(
    ("status", "before", "after", "changed"),
    [
        (Status.CONFIRMED, "off", "on", True),
        (Status.CONFIRMED, "unknown", "on", False),
        (Status.CONFIRMED, "on", "on", False),
        (Status.ALREADY, "on", "on", False),
        (Status.REFUSED, "off", "off", False),
        (Status.NEEDS_CONFIRMATION, "locked", "locked", False),
        (Status.FAILED, "closed", "opening", True),
        (Status.FAILED, "closed", "closed", False),
    ],
)
def test_change_of_a_receipt(status: Status, before: str, after: str, *, changed: bool) -> None:
    outcome = Outcome(Command("light.l", "turn_on"), status, before, after)
    assert (change_of(outcome) is not None) is changed


async def test_journal_keeps_every_kind_of_change_over_a_restart(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'home.db'}"
    changes: tuple[Change, ...] = (
        CommandChange("light.l", "on", {"brightness": 102, "hs_color": (30.0, 80.0)}, "off", {}),
        RuleAdded("a1"),
        RuleRemoved(rule_to_json(replace(rule(), id="a2"))),
        RuleSwitched("a3", before=False),
        RuleAdded("a4", rule_to_json(rule())),
        RuleChanged(rule_to_json(rule()), rule_to_json(replace(rule(), once=True))),
        CommandChange("light.m", "off", {}, "unknown", {}, Command("light.m", "turn_on", {"brightness": 9})),
        SceneSaved({"id": "s1"}),
        SceneSaved({"id": "s1"}, {"id": "s0"}),
        SceneRemoved({"id": "s1"}),
        AliasesChanged("light.l", (), ("лампа", "灯")),
    )
    database = Database.open(url)
    assert await Journal(database, FakeClock()).record(changes, CAUSE) == "u1"
    await database.close()
    again = Database.open(url)
    (found,) = await Journal(again, FakeClock()).last()
    assert (found.id, found.at, found.changes, found.cause) == ("u1", START, changes, CAUSE)
    await again.close()


async def test_journal_last_passes_over_what_was_undone(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    journal = Journal(database, FakeClock())
    assert await journal.record((), CAUSE) == ""
    ids = [await journal.record((RuleAdded(f"a{number}"),), turn(number)) for number in range(3)]
    assert ids == ["u1", "u2", "u3"]
    await journal.mark_undone("u3")
    assert [found.id for found in await journal.last(5)] == ["u2", "u1"]
    assert [found.id for found in journal.recent(5)] == ["u2", "u1"]
    undone = await journal.find("u3")
    assert undone is not None
    assert undone.undone
    assert await journal.find("u9") is None
    assert await journal.find("nonsense") is None
    await database.close()


async def test_journal_keeps_what_one_turn_changed_together(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    journal = Journal(database, FakeClock())
    changes = (
        CommandChange("light.l", "off", {}, "on", {"brightness": 255}),
        RuleAdded("a1"),
        CommandChange("light.l", "on", {"brightness": 255}, "on", {"brightness": 102}),
    )
    assert [await journal.record((change,), CAUSE) for change in changes] == ["u1", "u1", "u1"]
    assert await journal.record((RuleAdded("a2"),), turn(2)) == "u2"
    found = (await journal.last(5))[1]
    assert found == journal.recent(5)[1]
    assert found.changes == (
        CommandChange("light.l", "off", {}, "on", {"brightness": 102}),
        RuleAdded("a1"),
    )
    await database.close()


async def test_journal_begins_anew_when_the_turn_was_undone_or_has_no_name(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    journal = Journal(database, FakeClock())
    await journal.record((RuleAdded("a1"),), CAUSE)
    await journal.mark_undone("u1")
    assert await journal.record((RuleAdded("a2"),), CAUSE) == "u2"
    nameless = Cause(Origin.APP, "key", "toggle the light")
    assert [await journal.record((RuleAdded("a3"),), nameless) for _ in range(2)] == ["u3", "u4"]
    await database.close()


def test_inverse_when_a_cover_only_went_on_to_its_end() -> None:
    change = CommandChange("cover.c", "open", {"current_position": 100}, "closed", {"current_position": 4})
    ended = Present(view_of("cover.c", CoverState(Leaf.CLOSED, 0)))
    assert back(ended, change) == GiveCommands((Command("cover.c", "open_cover"),))
    assert not course_of(ended, change).touched
    moved = CommandChange("cover.c", "closed", {"current_position": 0}, "open", {"current_position": 40})
    assert course_of(Present(view_of("cover.c", CoverState(Leaf.OPEN, 60))), moved).touched


async def test_journal_knows_after_loading_what_was_changed_before(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    first, second = Journal(database, FakeClock()), Journal(database, FakeClock())
    for number in range(3):
        await first.record((RuleAdded(f"a{number}"),), turn(number))
    assert second.recent(2) == ()
    await second.load()
    assert second.recent(2) == await first.last(2)
    await second.mark_undone("u3")
    assert [found.id for found in second.recent()] == ["u2"]
    await database.close()


async def test_journal_never_joins_what_another_process_wrote(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'home.db'}"
    databases = Database.open(url), Database.open(url)
    ours, other = (Journal(database, FakeClock()) for database in databases)
    assert await ours.record((RuleAdded("a1"),), CAUSE) == "u1"
    assert await other.record((RuleAdded("a2"),), CAUSE) == "u2"
    assert await ours.record((RuleAdded("a3"),), CAUSE) == "u3"
    for database in databases:
        await database.close()

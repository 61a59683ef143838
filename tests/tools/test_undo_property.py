"""Whatever turns did, and whatever people did between them: undo restores the one and spares the other."""

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from devices.automation.books.scenes import Member, Scene
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import Change, RuleAdded, RuleChanged, RuleRemoved, RuleSwitched
from devices.command import Approval, Command, Denial
from tests.tools.house import Lodge, living
from tools.receipt import remember
from tools.registry import tool

LAMP, HALL, PLUG = "light.kitchen_light", "light.hall_light", "switch.tv_plug"
THEIRS = 600.0
"""Cooldowns from here on, levels above 50 and names that begin with F are what people chose meanwhile."""
Op: TypeAlias = tuple[str, int]
OURS = ("dim", "hall", "plug", "add", "edit", "switch", "drop", "scene", "forget", "alias")
PEOPLE = ("they dim", "they edit", "they drop", "they keep", "they alias")


class Town:
    """A home in which turns and people do what a number says."""

    def __init__(self, lodge: Lodge) -> None:
        self.lodge, self.house = lodge, lodge.house
        self.dropped: set[str] = set()

    def state(self) -> dict[str, object]:
        """Everything that undo may touch, as it stands."""
        view = self.house.home.view()
        told: dict[str, object] = {one: view.snapshots[one].word for one in (LAMP, HALL, PLUG)}
        told["level"] = view.snapshots[LAMP].attributes().get("brightness") if told[LAMP] == "on" else None
        told["aliases"] = self.house.names.aliases(HALL)
        told |= {f"rule {rule.id}": rule for rule in self.house.book.rules()}
        told |= {f"scene {scene.name}": scene.members for scene in self.house.scenes.scenes()}
        return told

    def theirs(self) -> dict[str, object]:
        """What of it people chose since."""
        chosen = {thing: _theirs(thing, value) for thing, value in self.state().items()}
        return {thing: part for thing, part in chosen.items() if part}

    async def ours(self, kind: str, n: int) -> None:
        call = self.lodge.call
        match kind:
            case "dim":
                await call("control_device", targets=[LAMP], action="turn_on", brightness_pct=n % 40 + 10)
            case "hall" | "plug":
                target, action = HALL if kind == "hall" else PLUG, "turn_on" if n % 2 else "turn_off"
                await call("control_device", targets=[target], action=action)
            case "scene":
                await call("save_scene", name="AB"[n % 2], targets=[LAMP, HALL][: n % 3 + 1])
            case "forget":
                await call("delete_scene", name="AB"[n % 2])
            case "alias":
                alias = f"Lamp {'xyz'[n % 3]}"
                await call("set_alias", target=HALL, alias=alias, remove=bool(n % 2))
            case _:
                await self._rule(kind, n)

    async def _rule(self, kind: str, n: int) -> None:
        book = self.house.book
        if kind == "add":
            fan = Act(Command("fan.living_room_fan", "turn_on"))
            made = await book.add(Rule(triggers=(Threshold((LAMP,), above=n),), actions=(fan,)))
            await self._note(RuleAdded(made.id, rule_to_json(made)))
            return
        rules = book.rules()
        if not rules:
            return
        rule = rules[n % len(rules)]
        match kind:
            case "edit":
                after = replace(rule, cooldown_seconds=float(n))
                await book.replace(after)
                if after != rule:
                    await self._note(RuleChanged(rule_to_json(rule), rule_to_json(after)))
            case "switch":
                await book.enable(rule.id, not rule.enabled)
                await self._note(RuleSwitched(rule.id, rule.enabled))
            case _:
                await book.remove(rule.id)
                await self._note(RuleRemoved(rule_to_json(rule)))

    async def _note(self, change: Change) -> None:
        await remember((), self.lodge.context(), change)

    async def people(self, kind: str, n: int) -> None:
        rules, scenes = self.house.book.rules(), self.house.scenes.scenes()
        match kind:
            case "they dim":
                self.lodge.report("light", "kitchen_light", "ON")
                self.lodge.report("light", "kitchen_light/dim", str(140 + n % 100))
            case "they edit" if rules:
                rule = rules[n % len(rules)]
                await self.house.book.replace(replace(rule, cooldown_seconds=THEIRS + n))
            case "they drop" if rules:
                gone = rules[n % len(rules)]
                await self.house.book.remove(gone.id)
                self.dropped.add(f"rule {gone.id}")
            case "they keep" if scenes:
                scene = scenes[n % len(scenes)]
                await self.house.scenes.save(Scene(scene.id, scene.name, {PLUG: Member("on", {})}))
            case "they alias":
                await self.house.names.set_aliases(HALL, (f"F{n}",))
            case _:
                pass

    async def undo(self, count: int, *, answer: bool | None = None) -> str:
        """Take back so many turns; answer everything that is asked alike, or not at all."""
        called = tool("undo")
        assert called is not None
        asked = called.doubts(called.arguments.model_validate({"count": count}), self.lodge.context())
        ids = [doubt.consent for doubt in asked]
        context = self.lodge.context()
        if answer:
            yes = tuple(Approval(one.entity_id, one.control, values=one.values) for one in ids)
            context = replace(context, approvals=yes)
        elif answer is False:
            context = replace(context, denials=tuple(Denial(c.entity_id, c.control) for c in ids))
        return (await self.lodge.call("undo", context, count=count)).reason

    async def undo_all(self, *, answer: bool | None = None) -> None:
        """Until nothing is left."""
        for _round in range(30):
            if await self.undo(20, answer=answer) == "nothing_to_undo":
                return
        raise AssertionError("undo never came to its end")


def _theirs(thing: str, value: object) -> object:
    """The part of a state that people chose; nothing if turns chose all of it."""
    match value:
        case int() if value > 128:
            return value
        case Rule() if value.cooldown_seconds >= THEIRS:
            return value.cooldown_seconds
        case dict() if thing.startswith("scene ") and PLUG in value:
            return value
        case tuple():
            return tuple(name for name in value if str(name).startswith("F"))
        case _:
            return None


def play(story: Callable[[Town], Coroutine[object, object, None]]) -> None:
    async def played() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with living(Path(folder)) as lodge:
                await story(Town(lodge))

    asyncio.run(played())


def ops(*kinds: str) -> st.SearchStrategy[list[Op]]:
    return st.lists(st.tuples(st.sampled_from(kinds), st.integers(0, 60)), min_size=1, max_size=14)


FEW = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@FEW
@given(ops(*OURS, "undo"))
def test_undone_home_is_as_before(story: list[Op]) -> None:
    async def told(town: Town) -> None:
        before = town.state()
        for kind, n in story:
            await (town.undo(n % 3 + 1) if kind == "undo" else town.ours(kind, n))
        await town.undo_all()
        assert town.state() == before

    play(told)


@FEW
@given(ops(*OURS, *PEOPLE, "undo"))
def test_nothing_that_people_changed_is_overwritten_without_a_yes(story: list[Op]) -> None:
    async def told(town: Town) -> None:
        for kind, n in (*story, ("undo", 0), ("undo", 2), ("undo", 5)):
            if kind == "undo":
                theirs = town.theirs()
                await town.undo(n % 4 + 1)
                left = town.theirs()
                assert {thing: left.get(thing) for thing in theirs} == theirs
                assert not town.dropped & town.state().keys()
            elif kind in PEOPLE:
                event("people came between")
                await town.people(kind, n)
            else:
                await town.ours(kind, n)

    play(told)


@FEW
@given(story=ops(*OURS, *PEOPLE), answer=st.booleans())
def test_every_answer_leads_to_an_end(story: list[Op], *, answer: bool) -> None:
    async def told(town: Town) -> None:
        for kind, n in story:
            await (town.people(kind, n) if kind in PEOPLE else town.ours(kind, n))
        theirs = town.theirs()
        await town.undo_all(answer=answer)
        if not answer:
            left = town.theirs()
            assert {thing: left.get(thing) for thing in theirs} == theirs

    play(told)

"""Taking back as a pure plan: how far each thing can go back by itself, and where a person is needed.

The changes of several sets are followed thing by thing, newest first, so that a door which was unlocked and
locked again is not opened on the way back. It does nothing itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from devices.automation.books.scenes import Scene
from devices.automation.restore import restore
from devices.automation.rule.rule import Rule
from devices.automation.undo.changes import NOT_KNOWN, Change, ChangeSet, CommandChange
from devices.automation.undo.links import about, as_before, as_left, before, same_stand
from devices.automation.undo.standing import Present, Sort, Stand, State, Unreadable
from devices.command import Command
from devices.view import View


@dataclass(frozen=True, slots=True)
class Course:
    """One thing on its way back.

    `goal` is how far it goes by itself; where somebody changed it since, `beyond` is how far it would go with
    a yes (else it is the goal). `sets` are the ids of the sets that changed it, newest first, `free` those of
    them that the goal takes back. `unsure` says that nobody knows whether the last command to it arrived.
    """

    sort: Sort
    about: str
    now: State
    goal: State
    beyond: State
    sets: tuple[str, ...]
    free: tuple[str, ...]
    touched: bool = False
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class GiveCommands:
    """Take back by these commands, through the gate like any other."""

    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class PutRule:
    """Bring this rule back: in the place of what has its id now, if anything has."""

    rule: Rule
    replaced: Rule | None


@dataclass(frozen=True, slots=True)
class DropRule:
    """Delete this rule."""

    rule: Rule


@dataclass(frozen=True, slots=True)
class PutScene:
    """Bring this scene back, in the place of the one that has its name now."""

    scene: Scene
    replaced: Scene | None


@dataclass(frozen=True, slots=True)
class DropScene:
    """Delete this scene."""

    scene: Scene


@dataclass(frozen=True, slots=True)
class SetAliases:
    """Give an entity exactly these other names."""

    entity_id: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """It stands as it should; `gone` says that it isn't there any more."""

    gone: bool = False


@dataclass(frozen=True, slots=True)
class Impossible:
    """Nothing brings it back: how it was isn't known, or not to this Hearth."""


Step = GiveCommands | PutRule | DropRule | PutScene | DropScene | SetAliases | Nothing | Impossible


def courses(sets: Sequence[ChangeSet], present: Present) -> tuple[Course, ...]:
    """The way back of everything that these sets (newest first) changed, in the order of taking it back."""
    threads: dict[tuple[Sort, str], list[tuple[str, Change]]] = {}
    for changes in sets:
        for change in reversed(changes.changes):
            threads.setdefault(about(change), []).append((changes.id, change))
    return tuple(
        _course(sort, thing, thread, present.state(sort, thing)) for (sort, thing), thread in threads.items()
    )


def step(course: Course, goal: State, view: View) -> Step:
    """What brings a thing from where it is to this goal."""
    if isinstance(goal, Unreadable):
        return Impossible()
    match course.sort:
        case Sort.DEVICE:
            return _device(course, goal, view)
        case Sort.RULE:
            return _rule(course.now, goal)
        case Sort.SCENE:
            return _scene(course.now, goal)
        case Sort.ALIASES:
            names = goal if isinstance(goal, tuple) else ()
            return Nothing() if names == course.now else SetAliases(course.about, names)


def done_sets(
    sets: Iterable[ChangeSet], taken: Iterable[Course], settled: Iterable[frozenset[str]]
) -> tuple[str, ...]:
    """The sets of which everything is taken back or settled; `settled` tells it course by course."""
    left = {
        set_id
        for course, done in zip(taken, settled, strict=True)
        for set_id in course.sets
        if set_id not in done
    }
    return tuple(changes.id for changes in sets if changes.id not in left)


def _course(sort: Sort, thing: str, thread: Sequence[tuple[str, Change]], now: State) -> Course:
    """Follow one thing back; where it isn't as a change left it, somebody changed it since."""
    at, goal, touched, free = now, now, False, []
    for index, (_, change) in enumerate(thread):
        if as_left(change, at):
            at = before(change, at)
        elif not _there(at, thread[index:]):
            if not touched:
                touched, goal, free = True, at, [earlier for earlier, _ in thread[:index]]
            at = before(change, at)
    ids = tuple(dict.fromkeys(set_id for set_id, _ in thread))
    open_sets = {set_id for set_id, _ in thread[len(free) :]} if touched else set()
    return Course(
        sort,
        thing,
        now,
        goal if touched else at,
        at,
        ids,
        tuple(set_id for set_id in ids if set_id not in open_sets),
        touched,
        _unsure(thread),
    )


def _there(at: State, rest: Sequence[tuple[str, Change]]) -> bool:
    """Whether a thing stands as it did before one of these changes: it is that far back already."""
    return any(as_before(change, at) for _, change in rest)


def _unsure(thread: Sequence[tuple[str, Change]]) -> bool:
    newest = thread[0][1]
    return isinstance(newest, CommandChange) and newest.after_word in NOT_KNOWN


def _device(course: Course, goal: State, view: View) -> Step:
    now = view.find(course.about)
    if now is None or not isinstance(goal, Stand) or not isinstance(course.now, Stand):
        return Nothing(gone=True)
    there = same_stand(course.about, goal, course.now)
    if there and not course.unsure:
        return Nothing()
    commands = restore(now, goal.word, goal.shown)
    if commands:
        return GiveCommands(commands)
    return Nothing() if there else Impossible()


def _rule(now: State, goal: State) -> Step:
    here = now if isinstance(now, Rule) else None
    if isinstance(goal, Rule):
        return Nothing() if goal == here else PutRule(goal, here)
    return Nothing(gone=True) if here is None else DropRule(here)


def _scene(now: State, goal: State) -> Step:
    here = now if isinstance(now, Scene) else None
    if isinstance(goal, Scene):
        return Nothing() if goal == here else PutScene(goal, here)
    return Nothing(gone=True) if here is None else DropScene(here)

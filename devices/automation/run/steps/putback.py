"""What a run changed: how it stood before, how the run left it, and the commands that bring it back. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from devices.automation.restore import BROUGHT_BACK, alike, kept, restore
from devices.automation.rule.action import PutBack, steps
from devices.automation.rule.rule import Rule
from devices.automation.run.course import Mark
from devices.automation.watch.spec import World
from devices.command import Command, Outcome, Status
from devices.kinds import KINDS
from devices.kinds.spec import Verdict
from devices.model import Snapshot

UNKNOWN = "unknown"
SETTLING = timedelta(seconds=10)


def needs_marks(rule: Rule) -> bool:
    """Whether this rule ever puts something back."""
    return any(isinstance(action, PutBack) for action in steps((*rule.actions, *rule.until)))


def marked(marks: Mapping[str, Mark], commands: Iterable[Command], world: World) -> dict[str, Mark]:
    """With a mark of every entity that is about to be changed for the first time."""
    found = dict(marks)
    for command in commands:
        if command.entity_id not in found:
            found[command.entity_id] = _mark(world.find(command.entity_id))
    return found


def together(first: Mapping[str, Mark], second: Mapping[str, Mark]) -> dict[str, Mark]:
    """The marks of two runs as those of one: how it stood before the first, how the second left it."""
    both = {
        one: replace(mark, word=first[one].word, attributes=first[one].attributes)
        for one, mark in second.items()
        if one in first
    }
    return {**first, **second, **both}


def left(marks: Mapping[str, Mark], outcomes: Iterable[Outcome], at: datetime) -> dict[str, Mark]:
    """With how the entities stand after these outcomes."""
    found = dict(marks)
    for outcome in outcomes:
        mark = found.get(outcome.command.entity_id)
        if mark is not None:
            stands = replace(mark, left_word=outcome.after, left=dict(outcome.attributes), at=at)
            late = outcome.status is Status.SENT
            found[outcome.command.entity_id] = replace(stands, command=outcome.command, late=late)
    return found


def followed(mark: Mark, after: Snapshot, at: datetime, *, ours: bool) -> Mark:
    """With what a device reported since: all of it when the run's own command explains it.

    Else only what it had not told yet, shortly after: lamps say that they are on before they say how bright.
    """
    if ours:
        return replace(mark, left_word=after.word, left=dict(after.attributes()), at=at)
    if mark.at is None or at - mark.at > SETTLING or after.word != mark.left_word:
        return mark
    return replace(mark, left={**after.attributes(), **mark.left})


def put_back(marks: Mapping[str, Mark], world: World) -> tuple[tuple[Command, ...], tuple[str, ...]]:
    """The commands, what was changed last first, and the entities that are left as they are.

    Left is what somebody else changed since, and what can't be told or was not known.
    """
    commands: list[Command] = []
    kept_so: list[str] = []
    for entity_id, mark in reversed(tuple(marks.items())):
        now = world.find(entity_id)
        if now is None or not mark.left_word or mark.word == UNKNOWN or not _ours(mark, now):
            kept_so += [entity_id] if mark.left_word else []
            continue
        if not alike(now.entity.domain, mark.word, mark.attributes, now):
            back = restore(now, mark.word, mark.attributes)
            commands += back
            kept_so += [] if back else [entity_id]
    return tuple(commands), tuple(kept_so)


def _mark(snapshot: Snapshot | None) -> Mark:
    held = kept(snapshot) if snapshot is not None else None
    return Mark(UNKNOWN, {}) if snapshot is None or held is None else Mark(snapshot.word, dict(held))


def _ours(mark: Mark, now: Snapshot) -> bool:
    """Whether it still stands as this run left it, or reached since what the run asked for."""
    if now.state is None or not now.available:
        return False
    domain = now.entity.domain
    shown = now.attributes()
    more = any(
        mark.left.get(name) is None and shown.get(name) is not None for name in BROUGHT_BACK.get(domain, ())
    )
    if alike(domain, mark.left_word, mark.left, now) and not more:
        return True
    unheard = mark.command is not None and KINDS[domain].achieved(mark.command, now.state)
    return mark.late and unheard in (Verdict.ACHIEVED, Verdict.MOVING)

"""What happened, as a digest: alike lines together, what matters first, causes by name. Reads no records."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from devices.command import Cause, Origin, Status
from devices.history.course.course import States
from devices.history.reading import Activity, ActivityKind
from devices.history.sight import UNAVAILABLE
from devices.model import Domain, Json, Snapshot
from devices.storage.tables import instant
from tools.context import ToolContext
from tools.history.tell.records import at, iso
from tools.insight.telling import name_of, skip_text
from tools.words.speech import describe, outcome_sentence, say

MOST_ROWS = 12
_SETTLING = 60_000
"""So many milliseconds after a start, what a device last told may still be on its way."""
_WATCHED = frozenset({Domain.LOCK, Domain.COVER})
_OPENINGS = frozenset({"door", "garage_door", "window", "opening", "smoke", "gas", "moisture", "problem"})
_BAD = frozenset({Status.FAILED, Status.REFUSED, Status.SENT})


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: `weight` is how much it matters, `kind` in a word for the model."""

    at: datetime
    what: str
    weight: int
    kind: str
    entity_id: str = ""
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Alike events: the newest of them, and how many they are."""

    event: Event
    count: int


def told_of(lines: Iterable[Activity], context: ToolContext) -> list[Event]:
    """The lines of activity in words."""
    return [_event(line, context) for line in lines]


def lost_and_back(states: Sequence[States], context: ToolContext) -> list[Event]:
    """Devices that went out of reach within the window, and came back.

    One that was not heard of yet, just after a start, was never lost.
    """
    found: list[Event] = []
    for one in states:
        name = name_of(one.entity_id, context)
        for before, span in pairwise((None, *one.spans)):
            if span is None or span.word != UNAVAILABLE or not span.began:
                continue
            seen = before is not None and before.end == span.start
            if not seen and span.end - span.start < _SETTLING:
                continue
            lost = say(context.language, "happened_lost", name=name)
            still = span.end >= one.end
            found.append(Event(instant(span.start), lost, 3 if still else 2, "lost", one.entity_id))
            if not still:
                back = say(context.language, "happened_back", name=name)
                found.append(Event(instant(span.end), back, 1, "back", one.entity_id))
    return found


def grouped(events: Iterable[Event]) -> list[Row]:
    """Alike ones together, the weightiest first, of these the newest."""
    newest: dict[tuple[str, str], Event] = {}
    count: dict[tuple[str, str], int] = {}
    for event in sorted(events, key=lambda one: one.at):
        key = (event.what, event.cause)
        newest[key], count[key] = event, count.get(key, 0) + 1
    rows = [Row(event, count[key]) for key, event in newest.items()]
    return sorted(rows, key=lambda row: (-row.event.weight, -row.event.at.timestamp()))


def lines_of(rows: Sequence[Row], context: ToolContext) -> list[str]:
    """A line each, in the order of time among those that are shown; the rest only counted."""
    shown = sorted(rows[:MOST_ROWS], key=lambda row: row.event.at, reverse=True)
    lines = [_line(row, context) for row in shown]
    if len(rows) > MOST_ROWS:
        lines.append(say(context.language, "happened_more", count=len(rows) - MOST_ROWS))
    return lines


def document(rows: Sequence[Row], context: ToolContext) -> list[Json]:
    """The shown rows for the model."""
    return [
        {
            "at": iso(row.event.at, context),
            "kind": row.event.kind,
            "what": row.event.what,
            **({"entity_id": row.event.entity_id} if row.event.entity_id else {}),
            **({"cause": row.event.cause} if row.event.cause else {}),
            **({"times": row.count} if row.count > 1 else {}),
        }
        for row in rows[:MOST_ROWS]
    ]


def _line(row: Row, context: ToolContext) -> str:
    event, language = row.event, context.language
    what = event.what
    if event.cause:
        what = say(language, "happened_cause", what=what, cause=event.cause)
    when = at(event.at, context)
    if row.count > 1:
        what = say(language, "happened_times", what=what, count=row.count, at=when)
    return say(language, "happened_row", at=when, what=what)


def _event(line: Activity, context: ToolContext) -> Event:
    language = context.language
    snapshot = context.house.home.view().find(line.entity_id)
    name = name_of(line.entity_id, context) if line.entity_id else ""
    if line.kind is ActivityKind.RULE:
        return _run(line, context)
    cause = _cause(line.cause, context)
    if line.kind is ActivityKind.COMMAND and line.outcome is not None:
        what = outcome_sentence(language, line.outcome, name).rstrip(" .。")
        bad = line.outcome.status in _BAD
        return Event(line.at, what, 3 if bad else 2, line.outcome.status.value, line.entity_id, cause)
    what = _change(line, snapshot, name, language)
    return Event(line.at, what, _weight(line, snapshot), "change", line.entity_id, cause)


def _run(line: Activity, context: ToolContext) -> Event:
    rule_id, language = line.cause.ref, context.language
    if line.skipped:
        reason = skip_text(line.skipped, context).rstrip(" .。")
        what = say(language, "happened_skipped", id=rule_id, reason=reason)
        return Event(line.at, what, 2, "rule_skipped", "")
    return Event(line.at, say(language, "happened_rule", id=rule_id), 2, "rule_ran", "")


def _change(line: Activity, snapshot: Snapshot | None, name: str, language: str) -> str:
    if snapshot is None:
        return say(language, "happened_change", name=name, state=line.after)
    if snapshot.entity.domain is Domain.SENSOR:
        before, after = (describe(language, snapshot.entity, w, {}, name) for w in (line.before, line.after))
        return say(language, "happened_value", name=name, before=before, after=after)
    state = describe(language, snapshot.entity, line.after, line.attributes, name)
    return say(language, "happened_change", name=name, state=state)


def _weight(line: Activity, snapshot: Snapshot | None) -> int:
    """A door that opened matters more than a sensor that saw somebody."""
    if snapshot is None or line.before == line.after:
        return 0
    entity = snapshot.entity
    if entity.domain in _WATCHED or entity.domain is Domain.DEVICE_TRACKER:
        return 2
    if entity.domain is Domain.BINARY_SENSOR:
        return 2 if (entity.device_class or "") in _OPENINGS else 0
    return 0 if entity.domain is Domain.SENSOR else 1


def _cause(cause: Cause, context: ToolContext) -> str:
    language = context.language
    match cause.origin:
        case Origin.CHAT | Origin.CLI if cause.words:
            return say(language, "happened_by_user", words=cause.words)
        case Origin.RULE:
            return say(language, "happened_by_rule", id=cause.ref)
        case Origin.DEVICE:
            return say(language, "happened_by_nobody")
        case _:
            key = _ROADS.get(cause.origin, "happened_by_app")
            return say(language, key)


_ROADS = {
    Origin.JOB: "happened_by_schedule",
    Origin.SCENE: "happened_by_scene",
    Origin.UNDO: "happened_by_undo",
}

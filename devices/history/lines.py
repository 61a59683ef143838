"""A stored line of activity read back into a value, and which lines say the same. No questions here."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import Row

from devices.command import Cause, Origin, Status
from devices.history.reading import Activity, ActivityKind
from devices.storage.form import form_of
from devices.storage.record import attributes_from_json, outcome_from_json
from devices.storage.tables import ACTIVITY, instant

MOVING = frozenset({"opening", "closing", "locking", "unlocking"})
"""Words of a thing on its way; it is the command's doing that it gets there."""

WENT_OUT = frozenset({Status.CONFIRMED, Status.FAILED, Status.SENT})
"""Endings of a command that a device was told of."""

_SKEW = timedelta(seconds=2)
"""Two processes see one message at slightly different times."""

LINE = (
    ACTIVITY.c.at,
    ACTIVITY.c.kind,
    ACTIVITY.c.entity_id,
    ACTIVITY.c.before,
    ACTIVITY.c.after,
    ACTIVITY.c.origin,
    ACTIVITY.c.ref,
    ACTIVITY.c.words,
    ACTIVITY.c.document,
)
"""The columns that make a line."""

SAME = timedelta(minutes=1)
"""Home time after a command within which a change that fits it is its doing."""


def activity_of(row: Row[int, str, str, str, str, str, str, str, str]) -> Activity:
    """The line as a value; ConfigError when it was stored by something else than this Hearth."""
    form = form_of(row.document, "activity")
    kind = ActivityKind(row.kind)
    outcome = outcome_from_json(form) if kind is ActivityKind.COMMAND else None
    return Activity(
        instant(row.at),
        kind,
        row.entity_id,
        row.before,
        row.after,
        Cause(Origin(row.origin), row.ref, row.words),
        outcome,
        attributes_from_json(form, "previous"),
        attributes_from_json(form, "attributes"),
        form.text("skipped", "") if kind is ActivityKind.RULE else "",
        {name: str(value) for name, value in form.object("facts").items()},
        form.instant("began"),
        form.text("approved_by", ""),
    )


def unexplained(lines: Sequence[Activity]) -> tuple[Activity, ...]:
    """The lines without those changes that another one beside them explains.

    A process that follows writes down its commands and what came of them, while the runner sees only that
    something changed.
    """
    ours = [line for line in lines if line.kind is not ActivityKind.RULE and not _foreign(line)]
    return tuple(line for line in lines if not _told_by(line, ours))


def carried_on(lines: Sequence[Activity]) -> Activity | None:
    """The newest of the lines of one entity; the end of a movement has the cause of its beginning."""
    if not lines:
        return None
    newest = lines[0]
    if not _foreign(newest) or newest.before not in MOVING:
        return newest
    began = next((line for line in lines[1:] if line.after == newest.before), None)
    return newest if began is None else replace(newest, cause=began.cause)


def _foreign(line: Activity) -> bool:
    """Whether it is a change whose cause is not ours."""
    return line.kind is ActivityKind.CHANGE and line.cause.origin is Origin.DEVICE


def _told_by(line: Activity, ours: Sequence[Activity]) -> bool:
    if line.kind is not ActivityKind.CHANGE:
        return False
    return any(
        _explains(one, line) if one.kind is ActivityKind.COMMAND else _foreign(line) and _same(one, line)
        for one in ours
        if one.entity_id == line.entity_id and one is not line
    )


def _explains(command: Activity, change: Activity) -> bool:
    """Whether a change lies in a command's time and on its way: a lock is locking before it is locked."""
    began = command.began or command.at - SAME
    sent = command.outcome is not None and command.outcome.status in WENT_OUT
    if not sent or not began - _SKEW <= change.at <= command.at + SAME:
        return False
    begins, ends = change.before == command.before, change.after == command.after
    if change.cause == command.cause and ends:
        return True
    return (begins and (ends or change.after in MOVING)) or (ends and change.before in MOVING)


def _same(one: Activity, other: Activity) -> bool:
    return (one.before, one.after) == (other.before, other.after) and abs(one.at - other.at) <= SAME

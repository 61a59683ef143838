"""A stored line of activity read back into a value, and which lines say the same. No questions here."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import Row

from devices.command import Cause, Origin
from devices.history.reading import Activity, ActivityKind
from devices.storage.form import form_of
from devices.storage.record import attributes_from_json, outcome_from_json
from devices.storage.tables import ACTIVITY, instant

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
"""Home time within which a change and the command that asked for it are one and the same."""


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
    )


def unexplained(lines: Sequence[Activity]) -> tuple[Activity, ...]:
    """The lines without those changes that a command beside them explains.

    A process that follows writes down its commands, while the runner sees only that something changed.
    """
    commands = [line for line in lines if line.kind is ActivityKind.COMMAND]
    return tuple(
        line
        for line in lines
        if line.kind is not ActivityKind.CHANGE or not any(_explains(command, line) for command in commands)
    )


def _explains(command: Activity, change: Activity) -> bool:
    return (
        command.entity_id == change.entity_id
        and (command.before, command.after) == (change.before, change.after)
        and abs(command.at - change.at) <= SAME
    )

"""What the recorder has gathered and not yet stored, and how it is stored. It decides nothing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import Connection, insert, select

from devices.command import Status
from devices.events import CommandEnded, RuleRan, StateChanged
from devices.history.reading import ActivityKind
from devices.history.sight import Mark, Series, settings
from devices.model import Json, Scalar
from devices.storage.record import outcome_to_json
from devices.storage.tables import ACTIVITY, READING, SERIES, WATCH, millis
from devices.storage.upsert import upsert

Line: TypeAlias = dict[str, Scalar]
"""A row of the activity table."""
Noted: TypeAlias = tuple[float | str, Mark]
"""A number or a word, and how it came to be known."""


@dataclass(slots=True)
class Batch:
    """Readings by series and millisecond, so that a later one of the same moment wins; activity in order."""

    readings: dict[tuple[Series, int], Noted] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    units: dict[Series, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.readings or self.lines)

    def after(self, earlier: "Batch") -> "Batch":
        """One batch of an earlier one and this."""
        return Batch(earlier.readings | self.readings, earlier.lines + self.lines, earlier.units | self.units)

    def shed(self, limit: int) -> int:
        """Drop the oldest readings and lines above a limit each; returns how many were dropped."""
        excess = max(0, len(self.readings) - limit)
        for key in list(self.readings)[:excess]:
            del self.readings[key]
        surplus = max(0, len(self.lines) - limit)
        del self.lines[:surplus]
        return excess + surplus


def store(
    connection: Connection, batch: Batch, known: Mapping[Series, int], watch: Mapping[str, int] | None
) -> dict[Series, int]:
    """Write a batch and the time watched; returns the ids of series that were not known before."""
    added = _series_ids(connection, batch, known)
    ids = {**known, **added}
    upsert(
        connection,
        READING,
        [
            {
                "series": ids[series],
                "at": at,
                "value": None if isinstance(value, str) else value,
                "word": value if isinstance(value, str) else None,
                "mark": mark.value,
            }
            for (series, at), (value, mark) in batch.readings.items()
        ],
    )
    if batch.lines:
        connection.execute(insert(ACTIVITY), batch.lines)
    if watch is not None:
        upsert(connection, WATCH, [watch])
    return added


def line_of_command(event: CommandEnded) -> Line:
    """A command with its outcome."""
    outcome = event.outcome
    moved = outcome.before != outcome.after or dict(outcome.previous) != dict(outcome.attributes)
    return {
        "at": millis(event.at),
        "kind": ActivityKind.COMMAND.value,
        "entity_id": outcome.command.entity_id,
        "before": outcome.before,
        "after": outcome.after,
        "moved": outcome.status is Status.CONFIRMED or (outcome.status is Status.FAILED and moved),
        "origin": event.cause.origin.value,
        "ref": event.cause.ref,
        "words": event.cause.words,
        "document": json.dumps(outcome_to_json(outcome) | _asked(event)),
    }


def _asked(event: CommandEnded) -> dict[str, Json]:
    """When it was given, and who allowed it."""
    began = None if event.began is None else event.began.isoformat()
    return {"began": began, "approved_by": event.approved_by}


def line_of_change(event: StateChanged) -> Line:
    """A change that no command of ours explains, or one that came after its command was over."""
    document = {"previous": settings(event.before), "attributes": settings(event.after)}
    return {
        "at": millis(event.at),
        "kind": ActivityKind.CHANGE.value,
        "entity_id": event.after.entity.id,
        "before": event.before.word,
        "after": event.after.word,
        "moved": True,
        "origin": event.cause.origin.value,
        "ref": event.cause.ref,
        "words": event.cause.words,
        "document": json.dumps(document),
    }


def line_of_run(event: RuleRan) -> Line:
    """A rule that fired; what it did stands in the lines of its commands."""
    return {
        "at": millis(event.at),
        "kind": ActivityKind.RULE.value,
        "entity_id": "",
        "before": "",
        "after": "",
        "moved": False,
        "origin": "rule",
        "ref": event.rule_id,
        "words": "",
        "document": json.dumps({"skipped": event.skipped, "facts": event.facts}),
    }


def _series_ids(connection: Connection, batch: Batch, known: Mapping[Series, int]) -> dict[Series, int]:
    missing = {series for series, _ in batch.readings if series not in known}
    if not missing:
        return {}
    found = _stored(connection, missing)
    new = [
        {"entity_id": s.entity_id, "attribute": s.attribute, "unit": batch.units.get(s, "")}
        for s in sorted(missing - found.keys(), key=lambda s: (s.entity_id, s.attribute))
    ]
    if new:
        connection.execute(insert(SERIES), new)
        found = _stored(connection, missing)
    return found


def _stored(connection: Connection, wanted: set[Series]) -> dict[Series, int]:
    names = {series.entity_id for series in wanted}
    rows = connection.execute(select(SERIES).where(SERIES.c.entity_id.in_(names)))
    found = {Series(row.entity_id, row.attribute): row.id for row in rows}
    return {series: found[series] for series in wanted if series in found}

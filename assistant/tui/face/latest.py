"""The newest changes of the home as rows: those heard since the start, before them those on record."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from assistant.tui.face.age import Moment
from assistant.tui.face.tile import face
from devices.command import Cause
from devices.events import StateChanged
from devices.history.reading import Activity, ActivityKind
from devices.model import Domain, Fields, Snapshot
from devices.view import View

UNAVAILABLE = "unavailable"
Began = Callable[[Cause, str, datetime], datetime]
"""When what led to a change of an entity began."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A state as the record keeps it: the word and what was told with it."""

    word: str
    values: Fields

    def attributes(self) -> Fields:
        """What was told with the word."""
        return self.values


@dataclass(frozen=True, slots=True)
class Row:
    """One change: when it began, of what, to which state, and why."""

    at: datetime
    glyph: str
    name: str
    word: str
    cause: Cause


def latest(
    heard: Iterable[StateChanged], past: Iterable[Activity], view: View, moment: Moment, began: Began
) -> Iterator[Row]:
    """Newest first. Sensors that drift are left out, since they would push everything else away."""
    told = chain(
        ((c.after, c.cause, c.at) for c in heard if c.before.word != c.after.word),
        ((found, item.cause, item.at) for item in past if (found := _then(item, view)) is not None),
    )
    for after, cause, at in told:
        if after.entity.domain is not Domain.SENSOR:
            seen = face(after, moment)
            yield Row(began(cause, after.entity.id, at), seen.glyph, seen.name, seen.word, cause)


def _then(item: Activity, view: View) -> Snapshot | None:
    """The entity as it was after this line; None when the line changed no word of a known one."""
    snapshot = view.find(item.entity_id)
    if snapshot is None or item.kind is ActivityKind.RULE or item.before == item.after:
        return None
    state = Recorded(item.after, item.attributes)
    return replace(snapshot, state=state, available=item.after != UNAVAILABLE, changed_at=item.at)

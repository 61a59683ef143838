"""What the view shows: which entities over which time, and where the cursor stands. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime
from math import floor

from assistant.charts.chart import Chart
from assistant.tui.history.chosen.span import DAY, Span
from devices.storage.tables import instant

MOST = 8
"""So many entities have room below each other."""


@dataclass(frozen=True, slots=True)
class Board:
    """`end` None follows the home's clock; `cursor` None is nowhere; `chosen` is a place in `entities`."""

    entities: tuple[str, ...] = ()
    span: Span = DAY
    end: datetime | None = None
    cursor: datetime | None = None
    chosen: int = 0

    @property
    def follows(self) -> bool:
        """Whether the newest reading is in sight."""
        return self.end is None

    @property
    def entity(self) -> str:
        """The chosen entity; empty when there is none."""
        return self.entities[self.chosen] if self.chosen < len(self.entities) else ""

    def window(self, now: datetime) -> tuple[datetime, datetime]:
        """The time in sight, at this moment."""
        end = self.end or now
        return end - self.span.length, end

    def over(self, span: Span) -> "Board":
        """The same over another length of time; its end stays."""
        return replace(self, span=span, cursor=None)

    def moved(self, steps: int, now: datetime) -> "Board":
        """Half a window earlier (-1) or later (1); what would reach into the future follows the clock."""
        end = (self.end or now) + steps * self.span.length / 2
        return replace(self, end=None if end >= now else end, cursor=None)

    def latest(self) -> "Board":
        """At the newest end, without a cursor."""
        return replace(self, end=None, cursor=None)

    def pointed(self, at: datetime | None) -> "Board":
        """With the cursor at an instant."""
        return replace(self, cursor=at)

    def showing(self, entities: tuple[str, ...], span: Span | None, end: datetime | None) -> "Board":
        """These instead, over this time; nothing given leaves entities or span as they are."""
        kept = replace(self, span=span or self.span, end=end, cursor=None)
        return replace(kept, entities=entities[:MOST], chosen=0) if entities else kept

    def with_entity(self, entity_id: str) -> "Board":
        """One more, chosen; one that is there already is only chosen. Full: nothing changes."""
        if entity_id in self.entities:
            return replace(self, chosen=self.entities.index(entity_id))
        if len(self.entities) >= MOST:
            return self
        return replace(self, entities=(*self.entities, entity_id), chosen=len(self.entities))

    def without(self, entity_id: str) -> "Board":
        """One less; its neighbour is chosen."""
        left = tuple(one for one in self.entities if one != entity_id)
        return replace(self, entities=left, chosen=max(0, min(self.chosen, len(left) - 1)))

    def choosing(self, step: int) -> "Board":
        """The next entity of the list, or the one before."""
        return replace(self, chosen=max(0, min(len(self.entities) - 1, self.chosen + step)))


def stepped(cursor: datetime | None, step: int, columns: int, chart: Chart) -> datetime:
    """Where a cursor goes by so many columns of a chart; from nowhere it begins at the end it comes from."""
    start, width = instant(chart.start), (instant(chart.end) - instant(chart.start)) / max(1, columns)
    if cursor is None:
        place = columns - 1 if step < 0 else 0
    else:
        place = max(0, min(columns - 1, floor((cursor - start) / width) + step))
    return start + width * (place + 0.5)

"""Numbers over a window, out of the records: rollups where they tell all, readings where they do not."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from devices.history.course.course import Course, Part
from devices.history.course.descent import Asking, descend, settle
from devices.history.course.fetch import Lot, readings, rollups
from devices.history.course.gaps import gaps
from devices.history.course.ground import Ground, ground
from devices.history.course.levels import ALWAYS, Footing, Stretch, ends_of, plan, widened
from devices.history.course.parts import Scale, clip, raw, rolled, together, trim
from devices.history.course.question import Question, own_number
from devices.history.course.source import Source, number_sources
from devices.history.known import Row, pieces
from devices.history.rollup.counter import BEFORE, LOOK, counted, counts
from devices.history.rollup.level import SHELVES, Level, floor


def courses(connection: Connection, asked: Question) -> tuple[Course, ...]:
    """The course of each number that is asked for, in that order."""
    names = [(wanted.entity_id, own_number(wanted)) for wanted in asked.wanted]
    sources = number_sources(connection, names)
    under = ground(connection, [one for source in sources for one in source.units], asked.now)
    window = _footing(asked, under)
    asker = _Asker(connection, asked, sources, under, window)
    found = asker.parts()
    return tuple(
        Course(
            source.entity_id,
            source.attribute,
            source.unit,
            window.start,
            window.end,
            tuple(parts),
            gaps(parts, under.watched, window.start, window.end),
            counts(source.unit),
            source.since,
        )
        for source, parts in zip(sources, found, strict=True)
    )


def _footing(asked: Question, under: Ground) -> Footing:
    reach = under.reach
    kept = ALWAYS if reach.kept_numbers is None else reach.kept_numbers
    start, end = widened(asked.start, asked.end, kept, reach.kept_five, asked.zone)
    return Footing(start, end, start if reach.rolled is None else reach.rolled, kept)


@dataclass(frozen=True, slots=True)
class _Asker:
    """One question under way."""

    connection: Connection
    asked: Question
    sources: Sequence[Source]
    under: Ground
    window: Footing

    def parts(self) -> list[list[Part]]:
        """The parts of each value, in order."""
        zone, coarsest = self.asked.zone, self.asked.coarsest
        cuts = plan(self.window, coarsest, zone)
        asking = Asking(
            self._look,
            self.under.watched.known,
            self._late,
            lambda _value: self.window.kept,
            clip,
            lambda level, at: floor(level, at, zone),
            self._near,
        )
        values = {value: cuts for value, source in enumerate(self.sources) if source.units}
        descent = descend(values, asking, coarsest)
        by_value: list[list[Part]] = [list(descent.settled[value]) for value in range(len(self.sources))]
        for stretch, parts in self._raw(descent.raw):
            by_value[stretch.value].extend(parts)
        return [
            settle(
                sorted(parts, key=lambda part: (part.start, part.end)),
                descent.doubts[value],
                trim,
            )
            for value, parts in enumerate(by_value)
        ]

    def _late(self, value: int, part: Part) -> bool:
        return self.under.late(self.sources[value].units, part.start, part.end)

    def _near(self, value: int, part: Part) -> bool:
        # what came late may tell that growth around it was a blip
        source = self.sources[value]
        return counts(source.unit) and self.under.late(source.units, part.start - LOOK, part.end + LOOK)

    def _look(self, level: Level, stretches: Sequence[Stretch]) -> Mapping[Stretch, list[Part]]:
        found: dict[Stretch, list[Part]] = {stretch: [] for stretch in stretches}
        ends = ends_of(level, stretches, self.asked.zone)
        by_lot = {
            (series, stretch.start): (found[stretch], Scale(unit, self.sources[stretch.value].unit))
            for stretch in stretches
            for series, unit in self.sources[stretch.value].units.items()
        }
        lots = (lot for stretch in stretches for lot in self._lots(stretch))
        for key, (_, _, start, known, count, mean, low, low_at, high, high_at, last, rise, _) in rollups(
            self.connection, SHELVES[level].numbers, lots
        ):
            parts, scale = by_lot[key]
            # one that begins elsewhere follows the clock of another zone: finer records are asked instead
            end = ends.get(start)
            if end is not None:
                columns = (start, known, count, mean, low, low_at, high, high_at, last, rise)
                part = scale.part(rolled(columns, end, level))
                parts.extend(() if part is None else (part,))
        return {stretch: together(parts) for stretch, parts in found.items()}

    def _lots(self, stretch: Stretch, before: int = 0, after: int = 0) -> list[Lot]:
        units = self.sources[stretch.value].units
        return [(series, stretch.start - before, stretch.end + after) for series in units]

    def _raw(self, stretches: Sequence[Stretch]) -> Iterable[tuple[Stretch, list[Part]]]:
        counting = {s: (BEFORE, LOOK) if counts(self.sources[s.value].unit) else (0, 0) for s in stretches}
        lots = (lot for stretch, around in counting.items() for lot in self._lots(stretch, *around))
        found = readings(self.connection, lots)
        for stretch, (before, _) in counting.items():
            source, rows = self.sources[stretch.value], list[Row]()
            for series, unit in source.units.items():
                scale = Scale(unit, source.unit)
                told = (scale.row(row) for row in found.get((series, stretch.start - before), ()))
                rows.extend(row for row in told if row is not None)
            yield stretch, self._told(stretch, sorted(rows, key=_order), source.unit)

    def _told(self, stretch: Stretch, rows: Sequence[Row], unit: str) -> list[Part]:
        start, end, rises = stretch.start, stretch.end, dict[int, float]()
        if counts(unit):
            numbers = [(row.at, row.value) for row in rows if isinstance(row.value, float)]
            rises = {step.at: step.rise for step in counted(numbers, unit).steps}
        first = max(bisect_left(rows, start, key=lambda row: row.at) - 1, 0)
        inside = rows[first : bisect_left(rows, end, key=lambda row: row.at)]
        if not inside:
            return []
        watched = self.under.watched.within(inside[0].at, end)
        return raw(pieces(inside, watched, start, end), rises)


def _order(row: Row) -> tuple[int, bool]:
    """By time; where a value changes its unit, the old series ends with a word as the new one begins."""
    return row.at, not isinstance(row.value, str)

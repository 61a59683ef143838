"""Words over a window, out of the records: readings where they are kept, else rollups."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from devices.history.course.course import Held, States, Tally, Wanted
from devices.history.course.courses import courses
from devices.history.course.descent import Asking, descend, settle
from devices.history.course.fetch import readings, rollups
from devices.history.course.gaps import Span, gaps, holes, shared
from devices.history.course.ground import Ground, ground
from devices.history.course.levels import ALWAYS, Footing, Stretch, ends_of, plan, widened
from devices.history.course.question import Question
from devices.history.course.source import Source, word_sources
from devices.history.course.tallies import clip, tallies
from devices.history.known import Piece, Row, merged, pieces
from devices.history.rollup.level import SHELVES, Level, floor
from devices.history.rollup.summary import spells
from devices.history.sight import EVENT, UNAVAILABLE


def states(connection: Connection, asked: Question) -> tuple[States, ...]:
    """The states of each entity that is asked for, in that order."""
    names = [(wanted.entity_id, wanted.attribute or "") for wanted in asked.wanted]
    sources = word_sources(connection, names)
    under = ground(connection, [one for source in sources for one in source.units], asked.now)
    asker = _Asker(connection, asked, sources, under, [_footing(asked, under, one) for one in sources])
    rolled, spans = asker.tallies(), asker.spans()
    return tuple(asker.answer(value, rolled[value], spans[value]) for value in range(len(sources)))


def _footing(asked: Question, under: Ground, source: Source) -> Footing:
    """The window; words of what is mostly a number are kept no longer than its numbers."""
    reach = under.reach
    kept = reach.kept_numbers if source.numeric else reach.kept_words
    kept = ALWAYS if kept is None else kept
    start, end = widened(asked.start, asked.end, kept, reach.kept_five, asked.zone)
    return Footing(start, end, kept, kept)


@dataclass(frozen=True, slots=True)
class _Asker:
    """One question under way; each value has its own window."""

    connection: Connection
    asked: Question
    sources: Sequence[Source]
    under: Ground
    windows: Sequence[Footing]

    def answer(self, value: int, rolled: Sequence[Tally], spans: Sequence[Held]) -> States:
        """Rollups and readings of a value, with the gaps of both."""
        source, window = self.sources[value], self.windows[value]
        known = ((span.start, span.end) for span in spans if span.word != UNAVAILABLE)
        seam = _seam(window)
        missing = [*self._untold(source, rolled, window.start, seam), *holes(known, seam, window.end)]
        return States(
            source.entity_id,
            source.attribute,
            window.start,
            window.end,
            tuple(spans),
            tuple(rolled),
            tuple(merged(missing)),
            source.since,
        )

    def tallies(self) -> list[list[Tally]]:
        """The rollups of each value from before its readings are kept, in order."""
        zone, coarsest = self.asked.zone, self.asked.coarsest
        plans = {
            value: plan(replace(window, end=_seam(window)), coarsest, zone)
            for value, (source, window) in enumerate(zip(self.sources, self.windows, strict=True))
            if source.units
        }
        asking = Asking(
            self._look,
            self.under.watched.known,
            lambda value, tally: self.under.late(self.sources[value].units, tally.start, tally.end),
            lambda value: self.windows[value].kept,
            clip,
            lambda level, at: floor(level, at, zone),
        )
        descent = descend(plans, asking, coarsest)
        return [
            settle(
                sorted(descent.settled[value], key=lambda tally: tally.start),
                descent.doubts[value],
                lambda tally, _start, _end: tally,
            )
            for value in range(len(self.sources))
        ]

    def spans(self) -> list[list[Held]]:
        """The words of each value since its readings are kept, in order."""
        stretches = [
            Stretch(value, _seam(window), window.end)
            for value, window in enumerate(self.windows)
            if _seam(window) < window.end
        ]
        # one millisecond more: a word that held up to the start does not begin there
        lots = [(series, s.start - 1, s.end) for s in stretches for series in self.sources[s.value].units]
        found = readings(self.connection, lots)
        spans: list[list[Held]] = [[] for _ in self.sources]
        for stretch in stretches:
            units = self.sources[stretch.value].units
            rows = [row for series in units for row in found.get((series, stretch.start - 1), ())]
            spans[stretch.value] = self._told(stretch, sorted(rows, key=lambda row: row.at))
        return spans

    def _told(self, stretch: Stretch, rows: Sequence[Row]) -> list[Held]:
        if not rows:
            return []
        watched = self.under.watched.within(rows[0].at, stretch.end)
        events = self.sources[stretch.value].attribute == EVENT
        words = map(_as_word, pieces(rows, watched, stretch.start - 1, stretch.end))
        start, found = stretch.start, spells(words, events=events)
        return [
            one if one.start >= start else replace(one, start=start, began=False)
            for one in found
            if one.end > start or (one.began and one.start >= start)
        ]

    def _look(self, level: Level, stretches: Sequence[Stretch]) -> Mapping[Stretch, list[Tally]]:
        ends = ends_of(level, stretches, self.asked.zone)
        lots = {
            (series, stretch.start): stretch
            for stretch in stretches
            for series in self.sources[stretch.value].units
        }
        rows: dict[Stretch, list[tuple[int, str, int, int]]] = {stretch: [] for stretch in stretches}
        asked = ((series, start, stretch.end) for (series, start), stretch in lots.items())
        for key, (_, _, start, word, held, began) in rollups(self.connection, SHELVES[level].words, asked):
            if start in ends:
                rows[lots[key]].append((start, word, held, began))
        return {stretch: tallies(found, ends) for stretch, found in rows.items()}

    def _untold(self, source: Source, rolled: Sequence[Tally], start: int, end: int) -> Iterable[Span]:
        """What no word tells of, nor a number where there are such."""
        if start >= end:
            return ()
        words = [replace(one, held={w: t for w, t in one.held.items() if w != UNAVAILABLE}) for one in rolled]
        found = gaps(words, self.under.watched, start, end)
        if not source.numeric:
            return found
        wanted = Wanted(source.entity_id, source.attribute)
        question = replace(self.asked, wanted=(wanted,), start=start, end=end)
        return shared(found, courses(self.connection, question)[0].gaps)


def _seam(window: Footing) -> int:
    return min(max(window.start, window.kept), window.end)


def _as_word(piece: Piece) -> Piece:
    value = piece.value
    return piece._replace(value=f"{value:g}") if isinstance(value, float) else piece

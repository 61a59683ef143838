"""From the records to a chart: reads what a width can show, so that a year is drawn as fast as a day."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from assistant.charts.chart import Bar, Chart, Event, Line
from assistant.charts.records.barred import barred
from assistant.charts.records.happened import happened
from assistant.charts.records.lined import lined, marked
from assistant.charts.records.signalled import moments, signalled
from devices.history.course.course import Course, States, Wanted
from devices.history.lines import MOVING
from devices.history.queries import History
from devices.history.reading import Activity, ActivityKind
from devices.history.rollup.level import Level
from devices.history.sight import EVENT, UNITS, WORDS
from devices.storage.tables import millis

NUMBERED = frozenset({"sensor", "number"})
"""Kinds whose state is a number, or a word of a sensor's own."""
THERMOSTAT = "climate"
EVENTS = "event."
ACTION = "hvac_action"
DOTS = 2
"""Points that a column of braille can show beside each other."""
_LENGTHS = ((Level.DAY, 86_400), (Level.HOUR, 3_600), (Level.FIVE, 300))


@dataclass(frozen=True, slots=True)
class Subject:
    """What is to be shown: an entity, or one of its attributes, by the label a person knows it by."""

    entity_id: str
    label: str
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """From when to when in aware times, for how many columns of text (or of a picture), in which zone.

    With `now`, a window that reaches into the future ends there. `events` is how many of them are read.
    """

    start: datetime
    end: datetime
    zone: tzinfo
    columns: int = 100
    events: int = 200
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What was read of a subject: the course of a number, and states, those that tell most first."""

    subject: Subject
    course: Course | None
    states: tuple[States, ...]

    @property
    def telling(self) -> States | None:
        """The first of the states that says anything; where none does, one only if there is no number."""
        told = [state for state in self.states if state.spans or state.tallies]
        return next(iter(told), None) or (None if self.course is not None else next(iter(self.states), None))


async def gathered(history: History, subjects: Sequence[Subject], scope: Scope) -> Chart:
    """Read the chart of these over the window.

    A number becomes a line, a state a bar; a thermostat is both. What has no record at all is a line or a
    bar without anything, by its kind.

    Raises:
        StorageError: the database can't be read.
    """
    end = scope.end if scope.now is None else min(scope.end, scope.now)
    level = coarsest(scope.start, end, scope.columns)
    found = await read(history, subjects, (scope.start, end), level)
    lines = [_line(one, scope) for one in found if one.course is not None]
    bars = [bar for one in found if (bar := _bar(one)) is not None]
    presses = await _presses(history, subjects, scope, end)
    bars = [presses[bar.entity_id][0] if bar.entity_id in presses else bar for bar in bars]
    labels = {subject.entity_id: subject.label for subject in reversed(subjects)}
    events = [
        *await _events(history, labels, scope, end),
        *(one for _, told in presses.values() for one in told),
    ]
    return Chart(
        millis(scope.start),
        millis(end),
        scope.zone,
        marked(lines),
        tuple(bars),
        tuple(sorted(events, key=lambda event: -event.at))[: scope.events],
        current=scope.now is not None and scope.end >= scope.now,
    )


def coarsest(start: datetime, end: datetime, columns: int) -> Level:
    """The coarsest records whose stretches are still no wider than what a column shows."""
    room = (end - start).total_seconds() / max(columns * DOTS, 1)
    return next((level for level, length in _LENGTHS if length <= room), Level.RAW)


async def read(
    history: History, subjects: Sequence[Subject], window: tuple[datetime, datetime], level: Level
) -> tuple[Found, ...]:
    """What is known of each over the window, no coarser than `level` where finer records are kept.

    Raises:
        StorageError: the database can't be read.
    """
    numbers = [subject for subject in subjects if _may_be_number(subject)]
    wanted = [Wanted(subject.entity_id, subject.attribute) for subject in numbers]
    courses = await history.courses(wanted, *window, coarsest=level) if wanted else ()
    by_subject = dict(zip(numbers, courses, strict=True))
    asked = [(subject, one) for subject in subjects for one in _words_of(subject, by_subject.get(subject))]
    states = await history.states([one for _, one in asked], *window) if asked else ()
    told: dict[Subject, tuple[States, ...]] = {}
    for (subject, _), state in zip(asked, states, strict=True):
        told[subject] = (*told.get(subject, ()), state)
    return tuple(Found(one, _course(one, by_subject, told), told.get(one, ())) for one in subjects)


def _may_be_number(subject: Subject) -> bool:
    if subject.attribute:
        return subject.attribute not in WORDS
    return subject.entity_id.partition(".")[0] in NUMBERED | {THERMOSTAT}


def _words_of(subject: Subject, course: Course | None) -> Iterable[Wanted]:
    """Which words are to be read: a thermostat's doings before its mode, and a sensor's that is no number."""
    domain = subject.entity_id.partition(".")[0]
    if subject.attribute:
        return () if subject.attribute in UNITS else (Wanted(subject.entity_id, subject.attribute),)
    if domain == THERMOSTAT:
        return (Wanted(subject.entity_id, ACTION), Wanted(subject.entity_id, ""))
    numeric = course is not None and (course.parts or course.unit)
    return () if numeric else (Wanted(subject.entity_id, ""),)


def _course(
    subject: Subject, courses: dict[Subject, Course], told: dict[Subject, tuple[States, ...]]
) -> Course | None:
    """The course, unless it holds nothing and words do."""
    course = courses.get(subject)
    words = any(state.spans or state.tallies for state in told.get(subject, ()))
    return None if course is not None and words and not course.parts else course


def _line(found: Found, scope: Scope) -> Line:
    if found.course is None:
        raise ValueError(f"{found.subject.entity_id} has no course")
    return lined(found.course, found.subject.label, scope.columns * DOTS)


def _bar(found: Found) -> Bar | None:
    return None if found.telling is None else barred(found.telling, found.subject.label)


async def _presses(
    history: History, subjects: Sequence[Subject], scope: Scope, end: datetime
) -> dict[str, tuple[Bar, tuple[Event, ...]]]:
    """What event entities told of: moments, and no states."""
    found = {}
    for one in subjects:
        if one.entity_id.startswith(EVENTS) and not one.attribute:
            told = await history.readings(one.entity_id, scope.start, end, attribute=EVENT)
            bar = signalled(one.entity_id, one.label, told, (millis(scope.start), millis(end)))
            found[one.entity_id] = (bar, moments(one.entity_id, one.label, told))
    return found


async def _events(history: History, labels: dict[str, str], scope: Scope, end: datetime) -> tuple[Event, ...]:
    if not labels or not scope.events:
        return ()
    lines = await history.activity(scope.start, end, scope.events, about=tuple(labels))
    return tuple(
        happened(line, labels.get(line.entity_id, line.entity_id)) for line in lines if not _under_way(line)
    )


def _under_way(line: Activity) -> bool:
    """A thing that is only on its way: where it gets to is told anyway."""
    return line.kind is ActivityKind.CHANGE and line.after in MOVING

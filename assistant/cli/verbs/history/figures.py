"""Which figures are asked for, and what they are: by itself, by the calendar, or beside others. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from assistant.charts.gathered import Found
from assistant.charts.rest import AT_REST, LOST
from assistant.charts.scale import digits
from devices.errors import ConfigError
from devices.history.analysis.compare import Compared, compare
from devices.history.analysis.days.buckets import buckets
from devices.history.analysis.days.calendar import By
from devices.history.analysis.figure import Asked, Figure, Statistic, figure
from devices.history.analysis.held import Stretch, held
from devices.history.analysis.use.used import method_of
from devices.history.course.course import Course, States
from devices.history.lines import MOVING

NAMES = {
    "mean": Statistic.MEAN,
    "median": Statistic.MEDIAN,
    "min": Statistic.MINIMUM,
    "max": Statistic.MAXIMUM,
    "first": Statistic.FIRST,
    "last": Statistic.LAST,
    "spread": Statistic.SPREAD,
    "change": Statistic.CHANGE,
    "used": Statistic.USED,
    "duration": Statistic.DURATION,
    "count": Statistic.COUNT,
}
SHORT = {statistic: name for name, statistic in NAMES.items()}
OF_STATES = (Statistic.DURATION, Statistic.COUNT)
"""What a state has; all else is of numbers."""
_LONG = {statistic.value: statistic for statistic in Statistic}


@dataclass(frozen=True, slots=True)
class Wish:
    """What to tell of each: these statistics (none: what suits it), of these words, cut by the calendar."""

    statistics: tuple[Statistic, ...] = ()
    words: frozenset[str] = frozenset()
    by: By | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure of one thing; `word` is which word of a state it is about, `digits` how precise it is.

    `start` and `end` only for a stretch of the calendar, `whole` whether all of it lies in what is known.
    """

    found: Found
    statistic: Statistic
    figure: Figure
    word: str = ""
    digits: int = 0
    start: datetime | None = None
    end: datetime | None = None
    whole: bool = True


def wish(stat: str | None, state: str | None, by: str | None) -> Wish:
    """What the flags ask for.

    Raises:
        ConfigError: a word that is none of the known ones.
    """
    statistics = tuple(dict.fromkeys(_statistic(name) for name in _listed(stat)))
    if by is not None and by not in set(By):
        raise ConfigError(f'--by: "{by}" is none of {", ".join(By)}')
    return Wish(statistics, frozenset(_listed(state)), None if by is None else By(by))


def _statistic(name: str) -> Statistic:
    found = NAMES.get(name.lower()) or _LONG.get(name.lower())
    if found is None:
        raise ConfigError(f'--stat: "{name}" is none of {", ".join(NAMES)}')
    return found


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def facts(found: Sequence[Found], asked: Wish, zone: tzinfo) -> tuple[Fact, ...]:
    """All the figures, in the order of the things."""
    return tuple(fact for one in found for fact in _facts(one, asked, zone))


def _facts(found: Found, asked: Wish, zone: tzinfo) -> Iterator[Fact]:
    for of, question, word in questions(found, asked):
        precise = precision(of, question.statistic)
        if asked.by is None:
            yield Fact(found, question.statistic, figure(of, question), word, precise)
            continue
        for bucket in buckets(of, asked.by, question, zone).buckets:
            yield Fact(
                found,
                question.statistic,
                bucket.figure,
                word,
                precise,
                bucket.start,
                bucket.end,
                bucket.whole,
            )


def questions(found: Found, asked: Wish) -> Iterator[tuple[Course | States, Asked, str]]:
    """Which figure is asked of which records, and of which word."""
    if found.course is not None and not asked.words:
        for statistic in asked.statistics or usual(found.course, cut=asked.by is not None):
            yield found.course, Asked(statistic), ""
    elif found.telling is not None:
        states = found.telling
        suits = [one for one in asked.statistics or OF_STATES if one in OF_STATES]
        for word in sorted(asked.words) or telling_words(states):
            for statistic in suits:
                yield states, Asked(statistic, frozenset({word})), word


def usual(course: Course, *, cut: bool) -> tuple[Statistic, ...]:
    """What suits a number: what was used of a counter or of power, beside the mean and the extremes.

    The newest value only of the whole, not of every piece when it is `cut` by the calendar.
    """
    newest = () if cut else (Statistic.LAST,)
    if course.counter:
        return (*newest, Statistic.USED)
    extremes = (*newest, Statistic.MEAN, Statistic.MINIMUM, Statistic.MAXIMUM)
    return (*extremes, Statistic.USED) if method_of(course) is not None else extremes


def telling_words(states: States) -> tuple[str, ...]:
    """The words worth telling of: those of something at work, or all if it never was."""
    held_words = {span.word: None for span in states.spans}
    words = [*held_words, *(word for tally in states.tallies for word in tally.held)]
    known = [word for word in dict.fromkeys(words) if word not in LOST]
    return tuple([word for word in known if word not in AT_REST | MOVING] or known)


def never(found: Iterable[Found], asked: Wish) -> Iterator[tuple[Found, tuple[str, ...], tuple[str, ...]]]:
    """What never was in a word that is asked for: which words, and which it had."""
    for one in found:
        if asked.words and one.telling is not None:
            had = {span.word for span in one.telling.spans} | {
                word for tally in one.telling.tallies for word in tally.held
            }
            missing = tuple(sorted(asked.words - had))
            if missing:
                yield one, missing, tuple(sorted(had - LOST))


def unfit(found: Iterable[Found], asked: Wish) -> tuple[Found, ...]:
    """What has records, but none of the figures that are asked for: states have no mean, numbers no words."""
    known = [one for one in found if one.course is not None or one.telling is not None]
    return tuple(one for one in known if not any(questions(one, asked)))


def stretches(found: Found, asked: Wish) -> tuple[Stretch, ...]:
    """When one of the words that are asked for held."""
    return held(found.telling, asked.words).stretches if found.telling is not None else ()


def beside(one: Found, other: Found, asked: Wish) -> Iterator[tuple[Statistic, str, int, Compared]]:
    """Each figure of one beside the same figure of another one, or of another time."""
    others = {(question.statistic, word): of for of, question, word in questions(other, asked)}
    for of, question, word in questions(one, asked):
        alike = other.telling if isinstance(of, States) else other.course
        against = others.get((question.statistic, word)) or alike
        if against is not None:
            compared = compare(figure(of, question), figure(against, question), question.statistic)
            yield question.statistic, word, precision(of, question.statistic), compared


def precision(of: Course | States, statistic: Statistic) -> int:
    """How many digits after the point a figure has: those of the data, one more for what is calculated."""
    if isinstance(of, States) or statistic is Statistic.COUNT:
        return 0
    own = digits(tuple(value for part in of.parts for value in (part.low, part.high)))
    if statistic is Statistic.USED and not of.counter:
        return max(own, 2)
    return own + 1 if statistic in (Statistic.MEAN, Statistic.MEDIAN) else own

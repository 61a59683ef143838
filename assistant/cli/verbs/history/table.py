"""Figures as rows: short ones for a person, plain ones for a program. Pure; prints nothing."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo

from assistant.charts.gathered import Found
from assistant.charts.scale import clock, dated, lasting, shown
from assistant.cli.verbs.history.figures import SHORT, Fact
from devices.history.analysis.compare import Compared
from devices.history.analysis.days.calendar import By
from devices.history.analysis.figure import SECONDS, Statistic
from devices.history.analysis.held import Stretch
from devices.storage.tables import millis

HEAD = ("entity", "attribute", "from", "to", "statistic", "state", "value", "unit", "at", "coverage")
COMPARED = ("entity", "statistic", "state", "value", "other", "difference", "percent", "unit")
HELD = ("entity", "state", "from", "to", "seconds")
_FORMS = {By.HOUR: "%a %d %b %H:%M", By.DAY: "%a %d %b %Y", By.WEEK: "week of %d %b %Y", By.MONTH: "%b %Y"}


def plain(facts: Iterable[Fact], zone: tzinfo) -> Iterator[tuple[str, ...]]:
    """A head and a row a figure, with ISO times, numbers without units, nothing for what isn't known."""
    yield HEAD
    for fact in facts:
        basis, value = fact.figure.basis, fact.figure.value
        yield (
            fact.found.subject.entity_id,
            _attribute(fact.found),
            iso(fact.start or basis.start, zone),
            iso(fact.end or basis.end, zone),
            SHORT[fact.statistic],
            fact.word,
            "" if value is None else number(value, fact.digits),
            fact.figure.unit,
            "" if fact.figure.at is None else iso(fact.figure.at, zone),
            f"{basis.coverage:.3f}",
        )


def short(facts: Sequence[Fact], zone: tzinfo, by: By | None) -> Iterator[tuple[str, ...]]:
    """A row a figure, as a person reads it."""
    for fact in facts:
        name = f"{fact.word} {SHORT[fact.statistic]}".strip()
        when = fact.start.astimezone(zone).strftime(_FORMS[by]) if by and fact.start else ""
        at = f"at {clock(millis(fact.figure.at), zone, day=True).strip()}" if fact.figure.at else ""
        yield (fact.found.subject.label, when, name, value_of(fact), at, remark(fact))


def value_of(fact: Fact) -> str:
    """A figure in words: with its unit, a length of time in its greatest units."""
    return told(fact.figure.value, fact.figure.unit, fact.digits, fact.statistic)


def told(value: float | None, unit: str, count: int, statistic: Statistic) -> str:
    """A number of this statistic as a person reads it."""
    if value is None:
        return "not known"
    if unit == SECONDS and statistic is Statistic.DURATION:
        return lasting(value) if value >= 0 else f"-{lasting(-value)}"
    return shown(value, count, unit)


def remark(fact: Fact) -> str:
    """What makes a figure less than whole."""
    coverage = fact.figure.basis.coverage
    marks = [] if fact.figure.exact else ["at least"]
    if not fact.whole:
        marks.append("in part")
    if fact.figure.value is not None and coverage < 0.995:
        marks.append(f"{coverage:.0%} of the time known")
    return ", ".join(marks)


def compared(name: str, statistic: Statistic, word: str, count: int, found: Compared) -> tuple[str, ...]:
    """A figure beside another one, as a person reads it."""
    one, other = (told(value, found.unit, count, statistic) for value in (found.one, found.other))
    per_day = " a day" if found.a_day else ""
    difference = "" if found.difference is None else told(found.difference, found.unit, count, statistic)
    sign = "+" if found.difference is not None and found.difference > 0 else ""
    percent = "" if found.percent is None else f"{found.percent:+.0f} %"
    return (
        name,
        f"{word} {SHORT[statistic]}{per_day}".strip(),
        one,
        other,
        f"{sign}{difference}",
        percent,
        "not comparable" if not found.comparable else "known unequally" if found.uneven else "",
    )


def compared_plain(
    entity_id: str, statistic: Statistic, word: str, count: int, found: Compared
) -> tuple[str, ...]:
    """The same for a program."""
    values = (found.one, found.other, found.difference)
    return (
        entity_id,
        SHORT[statistic],
        word,
        *("" if value is None else number(value, count) for value in values),
        "" if found.percent is None else f"{found.percent:.1f}",
        found.unit + ("/d" if found.a_day else ""),
    )


def held_short(found: Found, word: str, stretch: Stretch, zone: tzinfo) -> tuple[str, ...]:
    """A stretch in which a word held, as a person reads it."""
    since = "" if stretch.began else "or before"
    until = dated(millis(stretch.end), zone) if stretch.ended else "on"
    return (
        found.subject.label,
        word,
        f"{dated(millis(stretch.start), zone)} {since}".strip(),
        until,
        lasting(stretch.length.total_seconds()),
    )


def held_plain(found: Found, word: str, stretch: Stretch, zone: tzinfo) -> tuple[str, ...]:
    """The same for a program; no end where none is known."""
    end = iso(stretch.end, zone) if stretch.ended else ""
    seconds = f"{stretch.length.total_seconds():.0f}"
    return (found.subject.entity_id, word, iso(stretch.start, zone), end, seconds)


def iso(at: datetime, zone: tzinfo) -> str:
    """An instant with its offset, to the second."""
    return at.astimezone(zone).isoformat(timespec="seconds")


def number(value: float, count: int) -> str:
    """A number with so many digits, never minus nothing."""
    return shown(value, count, "")


def _attribute(found: Found) -> str:
    return found.subject.attribute or ("" if found.course is None else found.course.attribute)

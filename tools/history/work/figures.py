"""Of a number: mean, median, extremes and when, first and last; its trend, and how fast it goes."""

from collections.abc import Callable, Mapping

from devices.history.analysis.numbers import Numbers, numbers
from devices.history.analysis.trend import Direction, Trend, trend
from devices.history.course.course import Course
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.measure import Measure
from tools.history.ask.question import Question
from tools.history.ask.subject import Subject
from tools.history.tell.figure import digits, figure, significant, told
from tools.history.tell.finding import Finding, nothing
from tools.history.tell.records import at, iso
from tools.words.speech import say

_SENTENCES: Mapping[Measure, tuple[str, str]] = {
    Measure.MIN: ("history_min", "brief_at"),
    Measure.WHEN_MIN: ("history_min", "brief_at"),
    Measure.MAX: ("history_max", "brief_at"),
    Measure.WHEN_MAX: ("history_max", "brief_at"),
    Measure.MEAN: ("history_mean", ""),
    Measure.MEDIAN: ("history_median", ""),
    Measure.MIN_MEAN: ("history_min_mean", "brief_low_mean"),
    Measure.FIRST: ("history_first", "brief_at"),
    Measure.LAST: ("history_last", "brief_at"),
}
_ALL = ("history_min_max_mean", "brief_extremes")
_DAY = 86_400.0
_LITTLE = 1.0
"""A trend that comes to less than so many last digits is none."""


def of_number(question: Question, subject: Subject, course: Course, context: ToolContext) -> Finding:
    """A plain number of a course, in a sentence and for the model."""
    found = numbers(course)
    if found.mean is None:
        return nothing(subject, found.basis, question.window, context)
    if question.measure in (Measure.TREND, Measure.RATE):
        return _going(question, subject, course, context)
    facts = _facts(found, course, context)
    values = _values(question.measure, facts)
    sentence, row = _SENTENCES.get(question.measure, _ALL)
    if question.measure is Measure.LAST and question.window.start == question.window.end:
        sentence = "history_at"
    said = {"name": subject.name, "window": question.window.label}
    text = say(context.language, sentence, **said, **values)
    brief = say(context.language, row, **values) if row else values["value"]
    return Finding(subject, found.basis, text, brief, _document(question.measure, found, course, context))


def _facts(found: Numbers, course: Course, context: ToolContext) -> dict[str, str]:
    """Every number as a reply tells it; a mean with one digit more than the data."""
    places, language, unit = digits(course), context.language, course.unit

    def said(value: float | None, more: int = 0) -> str:
        return "" if value is None else figure(language, value, unit, places + more)

    return {
        "mean": said(found.mean, 1),
        "median": said(found.median),
        "low": said(found.minimum),
        "low_at": at(found.minimum_at, context),
        "high": said(found.maximum),
        "high_at": at(found.maximum_at, context),
        "first": said(found.first),
        "first_at": at(found.first_at, context),
        "last": said(found.last),
        "last_at": at(found.last_at, context),
    }


_PICKED: Mapping[Measure, str] = {
    Measure.MIN: "low",
    Measure.WHEN_MIN: "low",
    Measure.MAX: "high",
    Measure.WHEN_MAX: "high",
    Measure.MEAN: "mean",
    Measure.MEDIAN: "median",
    Measure.FIRST: "first",
    Measure.LAST: "last",
}


def _values(measure: Measure, facts: dict[str, str]) -> dict[str, str]:
    """The one that was asked for, with when it was; else all of them."""
    picked = _PICKED.get(measure)
    return facts if picked is None else {"value": facts[picked], "at": facts.get(f"{picked}_at", "")}


_DOCUMENTS: Mapping[str, Callable[[Numbers], float | None]] = {
    "mean": lambda found: found.mean,
    "median": lambda found: found.median,
    "min": lambda found: found.minimum,
    "max": lambda found: found.maximum,
    "first": lambda found: found.first,
    "last": lambda found: found.last,
}
_TOLD: Mapping[Measure, tuple[str, ...]] = {
    Measure.MEAN: ("mean",),
    Measure.MEDIAN: ("median",),
    Measure.MIN: ("min",),
    Measure.WHEN_MIN: ("min",),
    Measure.MAX: ("max",),
    Measure.WHEN_MAX: ("max",),
    Measure.MIN_MEAN: ("min", "mean"),
    Measure.FIRST: ("first",),
    Measure.LAST: ("last",),
}


def _document(measure: Measure, found: Numbers, course: Course, context: ToolContext) -> dict[str, Json]:
    places = digits(course)
    when = {
        "min": found.minimum_at,
        "max": found.maximum_at,
        "first": found.first_at,
        "last": found.last_at,
    }
    told_of: dict[str, Json] = {"unit": course.unit, "readings": found.count}
    for name in _TOLD.get(measure, ("min", "max", "mean")):
        value = _DOCUMENTS[name](found)
        told_of[name] = None if value is None else told(value, places + (name == "mean"))
        if name in when:
            told_of[f"{name}_at"] = iso(when[name], context)
    return told_of


def _going(question: Question, subject: Subject, course: Course, context: ToolContext) -> Finding:
    """Where it is going: over the whole window, or how fast right now."""
    found, places = trend(course), digits(course)
    least = _LITTLE * 10.0**-places
    if question.measure is Measure.RATE:
        return _rate(question, subject, course, found, context)
    language, change = context.language, found.change or 0.0
    long = (question.window.end - question.window.start).total_seconds() >= 2 * _DAY
    slope = (found.per_day if long else found.per_hour) or 0.0
    value = figure(language, abs(slope), course.unit, max(places, significant(slope, places + 2)))
    text = say(
        language,
        _direction(found.direction, small=abs(change) < least),
        value=figure(language, abs(change), course.unit, places),
        rate=say(language, "rate_day" if long else "rate_hour", value=value),
        name=subject.name,
        window=question.window.label,
    )
    document: dict[str, Json] = {"unit": course.unit, "direction": found.direction.value}
    document |= {"change": told(change, places), "per_day" if long else "per_hour": told(slope, places + 2)}
    return Finding(subject, found.basis, text, text, document)


def _rate(
    question: Question, subject: Subject, course: Course, found: Trend, context: ToolContext
) -> Finding:
    """How fast it has been going lately."""
    if found.rate is None:
        return nothing(subject, found.basis, question.window, context)
    rate, places, language = found.rate, digits(course), context.language
    moving = "history_rising" if rate > 0 else "history_falling"
    phrase = "history_steady" if abs(rate) < _LITTLE * 10.0**-places else moving
    value = figure(language, abs(rate), course.unit, max(places, significant(rate, places + 1)))
    text = say(language, phrase, name=subject.name, value=say(language, "rate_hour", value=value))
    document: dict[str, Json] = {"unit": course.unit, "per_hour": told(rate, places + 1)}
    return Finding(subject, found.basis, text, text, document)


def _direction(direction: Direction, *, small: bool) -> str:
    if direction is Direction.STEADY or (small and direction is not Direction.UNKNOWN):
        return "history_level"
    phrases = {Direction.RISING: "history_rise", Direction.FALLING: "history_fall"}
    return phrases.get(direction, "history_no_trend")

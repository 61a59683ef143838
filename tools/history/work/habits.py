"""What is usual: the time of day, when a thing is in use, whether a stretch was like others."""

from datetime import time

from devices.history.analysis.days.typical import (
    Days,
    Habit,
    Typical,
    Which,
    pattern,
    typical,
    typical_peak,
)
from devices.history.analysis.days.unusual import Verdict, unusual
from devices.history.course.course import Course, States
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.question import Question, state_text
from tools.history.ask.state import words_of
from tools.history.ask.statistic import asked_of
from tools.history.ask.subject import Subject
from tools.history.tell.figure import precision, told, worded
from tools.history.tell.finding import Finding, nothing
from tools.history.work.comparing import lowered, what
from tools.words.speech import say

_BUSY = 0.5
"""Hours of at least this share of the busiest one's belong to the usual time of use."""


def usual_time(
    question: Question, subject: Subject, of: Course | States, habit: Habit, context: ToolContext
) -> Finding:
    """At what time of day something usually begins, or a number is at its highest or lowest."""
    if isinstance(of, Course):
        lowest = question.measure.value.endswith("min")
        found, key = typical_peak(of, context.house.zone, lowest=lowest), "typical_peak"
        key = "typical_trough" if lowest else key
        words: frozenset[str] = frozenset()
    else:
        words = words_of(question.word(subject), subject.snapshot.entity, of)
        found = typical(of, words, context.house.zone, habit)
        key = f"typical_{habit.which.value}"
    if not found.events:
        return nothing(subject, found.basis, question.window, context)
    language = context.language
    facts: dict[str, object] = {
        "name": subject.name,
        "state": state_text(question, subject, context) if words else "",
        "window": question.window.label,
        "count": found.days,
        "part": _part(habit, context),
    }
    document: dict[str, Json] = {"events": found.events, "days": found.days, "state": question.word(subject)}
    if found.usual is None or found.early is None or found.late is None:
        text = say(language, "typical_scattered" if found.scattered else "typical_few", **facts)
        return Finding(subject, found.basis, text, text, document)
    times = _times(found)
    text = say(language, key, **times, **facts)
    return Finding(subject, found.basis, text, say(language, "typical_brief", **times), {**document, **times})


def usage(question: Question, subject: Subject, states: States, context: ToolContext) -> Finding:
    """For how much of the time, at which hours and on which weekdays something is on."""
    language, words = context.language, words_of(question.word(subject), subject.snapshot.entity, states)
    found = pattern(states, words, context.house.zone)
    state = state_text(question, subject, context)
    facts: dict[str, object] = {"name": subject.name, "window": question.window.label, "state": state}
    if not found.days:
        return nothing(subject, found.basis, question.window, context)
    hours = [share or 0.0 for share in found.hours]
    share = sum(hours) / len(hours)
    document: dict[str, Json] = {"days": found.days, "share_percent": round(100 * share, 1)}
    if found.busiest_hour is None or found.busiest_weekday is None:
        text = say(language, "usage_none", **facts)
        return Finding(subject, found.basis, text, "", document, happened=False)
    start, end = _busy(hours, found.busiest_hour)
    facts |= {
        "share": _percent(share),
        "from_hour": f"{start:02d}:00",
        "to_hour": f"{end % 24:02d}:00",
        "weekday": say(language, f"weekday_{found.busiest_weekday}"),
        "count": found.days,
    }
    document |= {"busy_from": f"{start:02d}:00", "busy_to": f"{end % 24:02d}:00"}
    document["weekdays_percent"] = [None if s is None else round(100 * s, 1) for s in found.weekdays]
    even = (end - start) % 24 == 0
    text = say(language, "usage_even" if even else "usage", **facts)
    brief = f"{_percent(share)} %" if even else say(language, "usage_brief", **facts)
    return Finding(subject, found.basis, text, brief, document)


def is_usual(question: Question, subject: Subject, of: Course | States, context: ToolContext) -> Finding:
    """A stretch beside the same hours of other days; the records reach back some weeks before it."""
    window, language = question.window, context.language
    found = unusual(of, (window.start, window.end), asked_of(question, subject, of), context.house.zone)
    value = found.figure.value
    if value is None:
        return nothing(subject, found.figure.basis, window, context)
    asked = asked_of(question, subject, of)
    places = precision(of, asked.statistic, found.figure.unit, value)

    def said(number: float | None) -> str:
        unit = found.figure.unit
        return "" if number is None else worded(language, number, unit, asked.statistic, places)

    text = say(
        language,
        f"unusual_{found.verdict.value}",
        name=subject.name,
        what=lowered(what(question, subject, context)),
        value=said(value),
        window=window.label,
        low=said(found.low),
        high=said(found.high),
        count=found.samples,
    )
    document: dict[str, Json] = {
        "value": told(value, places),
        "unit": found.figure.unit,
        "verdict": found.verdict.value,
        "compared_with": found.samples,
    }
    if found.verdict is not Verdict.UNKNOWN and found.low is not None and found.high is not None:
        document |= {"usual_from": told(found.low, places), "usual_to": told(found.high, places)}
    return Finding(subject, found.figure.basis, text, text, document)


def habit_of(which: Which, days: Days, part: tuple[str, str] | None) -> Habit:
    """Which events are meant; the part of the day as two times of the clock."""
    ends = None if part is None else (_clock(part[0]), _clock(part[1]))
    return Habit(which, days, ends)


def _clock(text: str) -> time:
    hour, _, minute = text.partition(":")
    return time(int(hour) % 24, int(minute or 0))


def _times(found: Typical) -> dict[str, str]:
    ends = {"usual": found.usual, "early": found.early, "late": found.late}
    return {name: f"{at:%H:%M}" for name, at in ends.items() if at is not None}


def _part(habit: Habit, context: ToolContext) -> str:
    language = context.language
    parts = [f"{habit.part[0]:%H:%M}–{habit.part[1]:%H:%M}"] if habit.part else []
    if habit.days is not Days.ALL:
        parts.append(say(language, f"days_{habit.days.value}"))
    gap = "" if language == "zh" else " "
    return gap + say(language, "typical_part", part=", ".join(parts)) if parts else ""


def _busy(hours: list[float], top: int) -> tuple[int, int]:
    """The hours around the busiest one in which it is in use about as much."""
    least = _BUSY * hours[top]
    start = end = top
    while (start - 1) % 24 != end and hours[(start - 1) % 24] >= least:
        start = (start - 1) % 24
    while (end + 1) % 24 != start and hours[(end + 1) % 24] >= least:
        end = (end + 1) % 24
    return start, (end + 1) % 24


def _percent(share: float) -> str:
    value = 100 * share
    return f"{value:.0f}" if value >= 1 else "<1"

"""How long until a number reaches a value, going on as it went lately."""

from devices.history.analysis.reach import Prospect, Reach, reach
from devices.history.course.course import Course
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.subject import Subject
from tools.history.tell.figure import decimals, digits, figure, told
from tools.history.tell.finding import Finding
from tools.history.tell.records import at, iso
from tools.words.speech import duration, say
from tools.words.telling.scribe import glued


def until(subject: Subject, course: Course, target: float, context: ToolContext) -> Finding:
    """When it will be there, in a sentence and for the model."""
    found, language = reach(course, target), context.language
    places = max(digits(course), decimals([target]))
    facts = _facts(found, course, places, context)
    text = say(language, f"reach_{found.prospect.value}", name=subject.name, **facts)
    if found.earliest is not None and found.latest is not None and found.latest > found.earliest:
        ends = {"early": at(found.earliest, context), "late": at(found.latest, context)}
        likely = say(language, "reach_between", **ends)
        text = glued(language, text, likely) if len(set(ends.values())) > 1 else text
    document: dict[str, Json] = {
        "prospect": found.prospect.value,
        "target": target,
        "unit": course.unit,
        "current": None if found.current is None else told(found.current, places),
        "at": iso(found.at, context),
    }
    known = found.prospect is not Prospect.UNKNOWN
    return Finding(subject, found.basis, text, text, document, known=known, happened=known)


def _facts(found: Reach, course: Course, places: int, context: ToolContext) -> dict[str, str]:
    language, unit = context.language, course.unit

    def said(value: float | None, more: int = 0) -> str:
        return "" if value is None else figure(language, value, unit, places + more)

    rate = say(language, "rate_hour", value=said(found.rate, 1))
    now = context.house.clock.now()
    left = "" if found.at is None else duration(language, max(0.0, (found.at - now).total_seconds()))
    return {
        "target": said(found.target),
        "current": said(found.current),
        "level": said(found.level),
        "rate": rate,
        "at": at(found.at, context),
        "duration": left,
    }

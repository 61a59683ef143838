"""Of a state, or of a number beyond a limit: for how long, how often, whether, when, first and last."""

from collections.abc import Mapping

from devices.history.analysis.changed import changes
from devices.history.analysis.held import Holding, Limit, Stretch, held, held_number
from devices.history.course.course import Course, States
from devices.history.reading import Gap
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.measure import Measure
from tools.history.ask.question import Question, state_text
from tools.history.ask.state import words_of
from tools.history.ask.subject import Subject
from tools.history.tell.finding import Finding, nothing
from tools.history.tell.records import FULL, MOST_SPANS, SHORTEST_GAP, at, iso, spans, stretch
from tools.words.speech import duration, listed, say, state_label
from tools.words.telling.scribe import glued

_ONE: Mapping[Measure, str] = {
    Measure.FIRST: "history_state_first",
    Measure.LAST: "history_state_last",
    Measure.PREVIOUS: "history_state_previous",
}


def of_state(question: Question, subject: Subject, states: States, context: ToolContext) -> Finding:
    """What is on record of a state's word."""
    if question.measure in (Measure.CHANGES, Measure.SERIES):
        return _changes(question, subject, states, context)
    words = words_of(question.word(subject), subject.snapshot.entity, states)
    found = held(states, words)
    if states.coverage <= 0 and not found.ever:
        return nothing(subject, found.basis, question.window, context)
    return _told(question, subject, found, context)


def of_limit(question: Question, subject: Subject, course: Course, context: ToolContext) -> Finding:
    """What is on record of a number beyond the limit."""
    found = held_number(course, question.limit or Limit())
    if not course.parts:
        return nothing(subject, found.basis, question.window, context)
    return _told(question, subject, found, context)


def _told(question: Question, subject: Subject, found: Holding, context: ToolContext) -> Finding:
    language = context.language
    state = state_text(question, subject, context)
    facts = {"name": subject.name, "window": question.window.label, "state": state}
    document = _document(question, subject, found, context)
    if not found.ever and question.measure is not Measure.COUNT:
        text = say(language, _never(question.measure, found), **facts)
        return Finding(subject, found.basis, text, "", document, happened=False)
    match question.measure:
        case Measure.DURATION:
            text, brief = _lasted(found, facts, language)
        case Measure.COUNT:
            text = say(language, "history_count", count=found.count, **facts)
            brief = say(language, "brief_count", count=found.count)
            if found.count and found.exact:
                lasted = duration(language, found.seconds)
                text = glued(language, text, say(language, "history_counted_for", duration=lasted))
        case Measure.FIRST | Measure.LAST | Measure.PREVIOUS:
            return _one(question, subject, found, context)
        case _:
            brief = _when(found, context)
            phrase = "history_any" if question.measure is Measure.ANY else "history_when"
            text = say(language, phrase, spans=brief, **facts)
    return Finding(subject, found.basis, text, brief, document, happened=found.ever)


def _never(measure: Measure, found: Holding) -> str:
    """A no is only as good as its records."""
    if found.basis.coverage < FULL:
        return "history_never_known"
    return "history_any_never" if measure is Measure.ANY else "history_when_never"


def _lasted(found: Holding, facts: dict[str, str], language: str) -> tuple[str, str]:
    low, high = duration(language, found.seconds), duration(language, found.at_most)
    if low == high:
        return say(language, "history_duration", duration=low, **facts), low
    text = say(language, "history_duration_bounds", low=low, high=high, **facts)
    return text, say(language, "brief_bounds", low=low, high=high)


def _when(found: Holding, context: ToolContext) -> str:
    """The stretches, newest first; where only rollups tell, an instant at which it held for certain."""
    if found.stretches:
        return spans(found.stretches, found.basis, context)
    return at(found.ever_at, context)


def _one(question: Question, subject: Subject, found: Holding, context: ToolContext) -> Finding:
    """The first, the last, or the one before the last."""
    language = context.language
    facts = {
        "name": subject.name,
        "window": question.window.label,
        "state": state_text(question, subject, context),
    }
    meant = _picked(question.measure, found)
    document = _document(question, subject, found, context)
    if meant is None:
        text = say(language, _never(question.measure, found), **facts)
        return Finding(subject, found.basis, text, "", document, happened=False)
    brief = stretch(meant, found.basis, context)
    now = context.house.clock.now()
    if question.measure is Measure.LAST and not meant.ended and (now - meant.end).total_seconds() < 1:
        text = say(language, "history_state_still", at=at(meant.start, context), **facts)
    else:
        text = say(language, _ONE[question.measure], spans=brief, **facts)
    document |= {"at": iso(meant.start, context), "until": iso(meant.end, context)}
    sure = not any(_hides(gap, question.measure, meant) for gap in found.basis.gaps)
    return Finding(subject, found.basis, text, brief, document, sure=sure)


def _hides(gap: Gap, measure: Measure, meant: Stretch) -> bool:
    """Whether another, earlier or later one may lie in a gap."""
    if (gap[1] - gap[0]).total_seconds() < SHORTEST_GAP:
        return False
    return gap[0] < meant.start if measure is Measure.FIRST else gap[1] > meant.start


def _picked(measure: Measure, found: Holding) -> Stretch | None:
    match measure:
        case Measure.FIRST:
            return found.first
        case Measure.PREVIOUS:
            return found.stretches[-2] if len(found.stretches) > 1 else None
        case _:
            return found.last


def _document(question: Question, subject: Subject, found: Holding, context: ToolContext) -> dict[str, Json]:
    state = state_text(question, subject, context) if question.limit else question.word(subject)
    told: dict[str, Json] = {
        "state": state,
        "seconds": round(found.seconds),
        "count": found.count,
        "ever": found.ever,
    }
    if found.at_most - found.seconds >= 1:
        told["seconds_at_most"] = round(found.at_most)
    shown: list[Json] = [
        [iso(one.start, context), iso(one.end, context)] for one in found.stretches[-MOST_SPANS:]
    ]
    return told | {"spans": shown}


def _changes(question: Question, subject: Subject, states: States, context: ToolContext) -> Finding:
    """What it changed to, and when, newest first."""
    language, entity = context.language, subject.snapshot.entity
    found = changes(states)
    if states.coverage <= 0:
        return nothing(subject, found.basis, question.window, context)
    facts = {"name": subject.name, "window": question.window.label}
    rows: list[Json] = [[one.word, iso(one.at, context)] for one in found.changes[-MOST_SPANS:]]
    document: dict[str, Json] = {"changes": rows, "count": len(found.changes), "state": found.word}
    if not found.changes:
        state = state_label(language, found.word, entity.device_class, entity.name)
        text = say(language, "history_stayed" if found.word else "history_no_changes", state=state, **facts)
        return Finding(subject, found.basis, text, "", document, happened=False)
    told = [
        f"{state_label(language, one.word, entity.device_class, entity.name)} {at(one.at, context)}"
        for one in reversed(found.changes[-MOST_SPANS:])
    ]
    if len(found.changes) > MOST_SPANS:
        told.append(say(language, "and_more_times", count=len(found.changes) - MOST_SPANS))
    brief = listed(language, told)
    text = say(language, "history_changes", spans=brief, **facts)
    return Finding(subject, found.basis, text, brief, document)

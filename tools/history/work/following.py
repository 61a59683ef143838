"""Whether two things go together: two numbers by their correlation, a number by the state beside it."""

from devices.history.analysis.together import by_state, together
from devices.history.course.course import Course, States
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.question import Question, state_text
from tools.history.ask.state import words_of
from tools.history.ask.subject import Subject
from tools.history.tell.figure import digits, figure, told
from tools.history.tell.finding import Finding
from tools.words.speech import Window, amount, say

CLEAR = 0.4
"""From this correlation on, two numbers are said to go together."""


def numbers_together(
    pair: tuple[Subject, Subject], courses: tuple[Course, Course], window: Window, context: ToolContext
) -> Finding:
    """Two numbers."""
    found, language = together(*courses), context.language
    facts = {"first": pair[0].name, "second": pair[1].name, "window": window.label}
    if found.correlation is None:
        text = say(language, "follows_unknown", **facts)
        return Finding(pair[0], found.one, text, "", known=False, happened=False)
    value = told(found.correlation, 2)
    strong = abs(value) >= CLEAR
    phrase = ("follows_with" if value > 0 else "follows_against") if strong else "follows_not"
    text = say(language, phrase, value=amount(language, value), **facts)
    document: dict[str, Json] = {
        "correlation": value,
        "hours": round(found.hours, 1),
        "with": pair[1].id,
    }
    return Finding(pair[0], found.one, text, "", document)


def number_by_state(
    question: Question, pair: tuple[Subject, Subject], of: tuple[Course, States], context: ToolContext
) -> Finding:
    """A number while something else was on, and otherwise."""
    (number, other), (course, states), language = pair, of, context.language
    found = by_state(states, course)
    words = words_of(question.word(other), other.snapshot.entity, states)
    inside = [one for one in found.beside if one.word in words]
    outside = [one for one in found.beside if one.word not in words and one.word != "unavailable"]
    if not inside or not outside:
        facts = {"first": number.name, "second": other.name, "window": question.window.label}
        text = say(language, "follows_unknown", **facts)
        return Finding(number, found.number, text, "", known=False, happened=False)
    means = [
        sum(one.mean * one.hours for one in group) / sum(one.hours for one in group)
        for group in (inside, outside)
    ]
    places = digits(course) + 1
    text = say(
        language,
        "follows_state",
        name=number.name,
        window=question.window.label,
        other=other.name,
        state=state_text(question, other, context),
        held=figure(language, means[0], found.unit, places),
        rest=figure(language, means[1], found.unit, places),
    )
    document: dict[str, Json] = {
        "unit": found.unit,
        "while": told(means[0], places),
        "otherwise": told(means[1], places),
        "state": question.word(other),
        "with": other.id,
    }
    return Finding(number, found.number, text, "", document)

"""Two windows of one thing, or several things in one window, beside each other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from devices.history.analysis.compare import Compared, compare
from devices.history.analysis.figure import Figure, figure
from devices.history.analysis.ranked import Place, Ranking, ranked
from devices.history.course.course import Course, States
from devices.model import Json
from tools.context import ToolContext
from tools.history.ask.measure import Measure, Pick
from tools.history.ask.question import Question, state_text
from tools.history.ask.statistic import asked_of, statistic_of
from tools.history.ask.subject import Subject
from tools.history.tell.figure import precision, told, worded
from tools.history.tell.finding import Finding
from tools.history.tell.records import percent, shared
from tools.words.speech import Window, listed, say

MOST_PLACES = 5


@dataclass(frozen=True, slots=True)
class Pair:
    """What is on record of one thing in each of two windows, or of two things in one."""

    one: Course | States
    other: Course | States


def windows(
    question: Question, subject: Subject, pair: Pair, against: Window, context: ToolContext
) -> Finding:
    """One thing in two windows."""
    found = compare(
        figure(pair.one, asked_of(question, subject, pair.one)),
        figure(pair.other, asked_of(question, subject, pair.other)),
        statistic_of(question.measure, held=question.held),
    )
    language = context.language
    if found.one is None or found.other is None:
        missing = question.window if found.one is None else against
        text = say(language, "compare_nothing", name=subject.name, window=missing.label)
        return Finding(subject, found.basis, text, "", known=False, happened=False)
    teller = _Pairing(found, pair.one, context)
    text = say(
        language,
        "compare_windows",
        name=subject.name,
        what=lowered(what(question, subject, context)),
        first=teller.value(found.one),
        window=question.window.label,
        second=teller.value(found.other),
        against=against.label,
        change=teller.change(),
    )
    one = say(language, "brief_window", value=teller.value(found.one), window=question.window.label)
    other = say(language, "brief_window", value=teller.value(found.other), window=against.label)
    brief = listed(language, [one, shared(other, found.against, context)])
    return Finding(subject, found.basis, text, brief, teller.document())


def things(
    question: Question, pair: tuple[Subject, Subject], of: Pair, context: ToolContext
) -> tuple[Finding, bool]:
    """Two things in one window, and whether they can be compared at all."""
    one, other = pair
    found = compare(
        figure(of.one, asked_of(question, one, of.one)),
        figure(of.other, asked_of(question, other, of.other)),
        statistic_of(question.measure, held=question.held),
    )
    language = context.language
    if found.one is None or found.other is None:
        missing = one if found.one is None else other
        text = say(language, "compare_nothing", name=missing.name, window=question.window.label)
        return Finding(one, found.basis, text, "", known=False, happened=False), found.comparable
    teller = _Pairing(found, of.one, context)
    text = say(
        language,
        "compare_things",
        what=what(question, one, context),
        window=question.window.label,
        first_name=one.name,
        first=teller.value(found.one),
        second_name=other.name,
        second=teller.value(found.other),
        change=teller.change(),
    )
    return Finding(one, found.basis, text, "", teller.document()), True


def ranking(
    question: Question, groups: Mapping[str, Sequence[Figure]], pick: Pick, places: int, context: ToolContext
) -> tuple[str, dict[str, Json]]:
    """Things in their order as a sentence, and for the model; empty words where nothing is on record."""
    statistic = statistic_of(question.measure, held=question.held)
    found = ranked(groups, statistic, lowest=pick is Pick.LEAST)
    if not found.places:
        return "", {"places": [], "missing": list(found.missing)}
    language = context.language
    named = [_placed(place, found, places, context) for place in found.places]
    count = len(found.first)
    head = "rank_least" if pick is Pick.LEAST else "rank_most"
    facts = {"what": what(question, question.subjects[0], context), "window": question.window.label}
    lines = [say(language, head, first=listed(language, named[:count]), **facts)]
    if rest := named[count:MOST_PLACES]:
        lines.append(say(language, "rank_then", names=listed(language, rest)))
    if found.missing:
        lines.append(
            say(language, "history_none_of", names=listed(language, list(found.missing[:MOST_PLACES])))
        )
    rows: list[Json] = [
        {"name": p.name, "value": told(p.value, places), "coverage": round(p.coverage, 3)}
        for p in found.places[:MOST_PLACES]
    ]
    return " ".join(lines) if language != "zh" else "".join(lines), {
        "unit": found.unit,
        "places": rows,
        "missing": list(found.missing[:MOST_PLACES]),
    }


def what(question: Question, subject: Subject, context: ToolContext) -> str:
    """The head of a comparison: "on average", "time on"."""
    state = state_text(question, subject, context, many=True) if question.held else ""
    key = "duration" if question.held and question.measure is not Measure.COUNT else question.measure.value
    return say(context.language, f"what_{_LIKE.get(key, key)}", state=state)


def lowered(text: str) -> str:
    """A head inside a sentence."""
    return text[:1].lower() + text[1:]


_LIKE = {"when_min": "min", "when_max": "max", "series": "mean", "min_max_mean": "mean", "min_mean": "mean"}


def _placed(place: Place, found: Ranking, places: int, context: ToolContext) -> str:
    value = worded(context.language, place.value, found.unit, found.statistic, places)
    return say(context.language, "rank_named", name=place.name, value=value)


class _Pairing:
    """Two compared figures in words."""

    def __init__(self, found: Compared, of: Course | States, context: ToolContext) -> None:
        self._found, self._context = found, context
        self._places = precision(of, found.statistic, found.unit, found.one)

    def value(self, value: float) -> str:
        """One of them; a sum a day where the windows are not equally long."""
        found, language = self._found, self._context.language
        text = worded(language, value, found.unit, found.statistic, self._places)
        return say(language, "rate_day", value=text) if found.a_day else text

    def change(self) -> str:
        """By how much the one is more than the other, and how well both are known."""
        found, language = self._found, self._context.language
        difference = told(found.difference or 0.0, self._places)
        if not difference:
            lines = [say(language, "compare_same")]
        else:
            value = worded(language, abs(difference), found.unit, found.statistic, self._places)
            if found.percent is not None and abs(found.percent) < _WILD:
                share = round(abs(found.percent))
                value = say(language, "compare_percent", value=value, percent=share) if share else value
            lines = [say(language, "compare_more" if difference > 0 else "compare_less", value=value)]
        if found.uneven:
            shares = {"first": percent(found.basis.coverage), "second": percent(found.against.coverage)}
            lines.append(say(language, "compare_uneven", **shares))
        return ("" if language == "zh" else " ").join(lines)

    def document(self) -> dict[str, Json]:
        """For the model."""
        found = self._found
        return {
            "unit": found.unit,
            "value": told(found.one or 0.0, self._places),
            "other": told(found.other or 0.0, self._places),
            "difference": told(found.difference or 0.0, self._places),
            "percent": None if found.percent is None else round(found.percent, 1),
            "a_day": found.a_day,
            "other_coverage": round(found.against.coverage, 3),
        }


_WILD = 1_000.0
"""More percent than this says nothing."""

"""The tool that compares: two windows, several things, rooms in their order, and what goes together."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import Field

from devices.history.analysis.figure import Figure, figure
from devices.history.course.course import Course, States
from devices.history.rollup.level import Level
from tools.context import ToolContext
from tools.history.analyze import Limiting
from tools.history.ask.limits import coarsest, limit_of
from tools.history.ask.measure import METERED, NUMERIC, Measure, Measured, Pick, Picked
from tools.history.ask.names import named
from tools.history.ask.period import earlier, period, said, understood
from tools.history.ask.question import Question
from tools.history.ask.statistic import asked_of, statistic_of
from tools.history.ask.subject import Subject
from tools.history.tell.echo import computation, op_of
from tools.history.tell.figure import precision
from tools.history.tell.finding import Finding, Report, refused, result
from tools.history.tell.records import iso
from tools.history.work.comparing import Pair, ranking, things, what, windows
from tools.history.work.following import number_by_state, numbers_together
from tools.meaning.arguments import Names, Word
from tools.outcome import Ending, ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import Window, say


class CompareHistory(Arguments):
    """What to compare with what."""

    targets: Names = Field(
        default_factory=list,
        description="Ids, names, or a kind or measure (humidity, lights), which means all of it.",
    )
    area: str = Field(default="", description="Room, floor or everywhere.")
    measure: Measured = Field(
        default=Measure.MEAN, description="mean, min, max, used, cost, duration or count."
    )
    window: Word = Field(default=None, description="The time in the user's words, such as this week.")
    against: Word = Field(
        default=None, description="The other time in the user's words, or before: the same length before it."
    )
    rank: Picked = Field(default=None, description="most or least: which of the targets, or which room.")
    follows: Names = Field(
        default_factory=list, description="Whether the target goes together with this other thing."
    )
    state: Word = Field(default=None, description="The state asked for with duration or count.")
    above: Limiting = Field(default=None, description="Number above this.")
    below: Limiting = Field(default=None, description="Number below this.")


async def compare_history(asked: CompareHistory, context: ToolContext) -> ToolResult:
    """The difference between two windows or things, an order, or whether two go together."""
    found = _named(asked, context)
    if isinstance(found, ToolResult):
        return found
    window = await period(said(asked.window), context)
    if isinstance(window, ToolResult):
        return window
    limit = limit_of(asked.above, asked.below)
    question = Question(asked.measure, found, window, asked.state, limit)
    if asked.follows:
        return await _follow(asked, question, context)
    if asked.against:
        return await _windows(question, asked.against, context)
    return await _beside(asked, question, context)


async def _beside(asked: CompareHistory, question: Question, context: ToolContext) -> ToolResult:
    """Several things in one window: two against each other, more in their order."""
    if len(question.subjects) < 2:
        return refused("history_needs_two", context)
    if asked.rank is None and len(question.subjects) == 2:
        return await _things(question, context)
    return await _ranked(question, asked, context)


def _check(asked: CompareHistory, context: ToolContext) -> ToolResult | None:
    found = _named(asked, context)
    if isinstance(found, ToolResult):
        return found
    return understood(said(asked.window), context)


def _named(asked: CompareHistory, context: ToolContext) -> tuple[Subject, ...] | ToolResult:
    return named(tuple(asked.targets), asked.area, asked.measure, limit_of(asked.above, asked.below), context)


async def _read(
    question: Question, window: Window, context: ToolContext, level: Level | None = None
) -> Sequence[Course | States]:
    """What is on record of each thing over a window."""
    history, wanted = context.house.history, [s.wanted for s in question.subjects]
    if not question.subjects[0].numeric:
        return await history.states(wanted, window.start, window.end)
    level = level if level is not None else coarsest(question.measure, question.limit, None, window)
    return await history.courses(wanted, window.start, window.end, coarsest=level)


async def _windows(question: Question, words: str, context: ToolContext) -> ToolResult:
    """Each thing in the one window against itself in the other."""
    other_time = await earlier(words, question.window, context)
    if isinstance(other_time, ToolResult):
        return other_time
    against = other_time.window
    now = await _read(question, question.window, context)
    then = await _read(question, against, context)
    findings = [
        windows(question, subject, Pair(one, other), against, context)
        for subject, one, other in zip(question.subjects, now, then, strict=True)
    ]
    echo = {**computation(question), "op": _compared(question), "against": against.key or against.label}
    head = what(question, question.subjects[0], context)
    cut = (say(context.language, "compare_aligned"),) if other_time.cut else ()
    made = result(Report(question.window, head, echo, "", cut), findings, context)
    data = made.data if isinstance(made.data, dict) else {}
    other = {
        "against": against.label,
        "against_start": iso(against.start, context),
        "against_end": iso(against.end, context),
    }
    return replace(made, data={**data, **other})


def _compared(question: Question) -> str:
    if question.measure in METERED:
        return "compare_sum"
    op = op_of(question.measure, held=question.held)
    return f"compare_{op}"


async def _things(question: Question, context: ToolContext) -> ToolResult:
    one, other = question.subjects
    read = await _read(question, question.window, context)
    finding, comparable = things(question, (one, other), Pair(read[0], read[1]), context)
    if not comparable:
        return refused("history_needs_two", context)
    echo = {**computation(question), "op": "compare_entities", "against": other.id}
    return result(Report(question.window, "", echo), [finding], context)


async def _ranked(question: Question, asked: CompareHistory, context: ToolContext) -> ToolResult:
    """Rooms where a measure was named, else the things themselves, in order."""
    read = await _read(question, question.window, context)
    by_room = question.measure not in METERED and all(_in_a_room(s) for s in question.subjects)
    groups: dict[str, list[Figure]] = {}
    view = context.house.home.view()
    for subject, of in zip(question.subjects, read, strict=True):
        room = view.area_name(subject.snapshot.entity) if by_room else ""
        name = room or subject.name
        groups.setdefault(name, []).append(figure(of, asked_of(question, subject, of)))
    pick = asked.rank or Pick.MOST
    unit = next((one.unit for group in groups.values() for one in group if one.unit), "")
    statistic = statistic_of(question.measure, held=question.held)
    places = max(precision(of, statistic, unit, None) for of in read)
    text, told = ranking(question, groups, pick, places, context)
    label = question.window.label
    op = "argmax_entities" if pick is not Pick.LEAST else "argmin_entities"
    data = {"computation": {**computation(question), "op": op}, "window": label, **told}
    if not text:
        text = say(context.language, "compare_nothing", name=", ".join(asked.targets), window=label)
        return ToolResult(Ending.COMPLETED, text, data=data, stop=True, reason="no_data")
    return ToolResult(Ending.COMPLETED, text, data=data, stop=True)


def _in_a_room(subject: Subject) -> bool:
    """Whether it measures a room: then the room has the place, not the sensor."""
    return subject.numeric and bool(subject.snapshot.entity.area)


async def _follow(asked: CompareHistory, question: Question, context: ToolContext) -> ToolResult:
    """Whether two things go together; a state beside a number is asked for its means."""
    measure = Measure.MEAN if question.measure in NUMERIC else question.measure
    others = named(tuple(asked.follows), "", Measure.CHANGES, None, context)
    if isinstance(others, ToolResult):
        return others
    one, other = question.subjects[0], others[0]
    question = replace(question, measure=measure, subjects=(one, other))
    history, window = context.house.history, question.window
    echo = {**computation(question), "op": "correlation", "against": other.id}
    numbers = [s for s in (one, other) if s.numeric]
    if not numbers:
        return refused("history_not_a_number", context, name=one.name)
    courses = await history.courses(
        [s.wanted for s in numbers], window.start, window.end, coarsest=Level.HOUR
    )
    if len(numbers) == 2:
        finding: Finding = numbers_together((one, other), (courses[0], courses[1]), window, context)
    else:
        stated = other if one.numeric else one
        states = await history.states([stated.wanted], window.start, window.end)
        pair = (numbers[0], stated)
        finding = number_by_state(question, pair, (courses[0], states[0]), context)
    return result(Report(window, "", echo), [finding], context)


COMPARE_HISTORY = Tool(
    name="compare_history",
    group=Group.HISTORY,
    description=(
        "Compare the past: this week with last week, two things, which room or device was most or least, "
        "or whether two go together."
    ),
    arguments=CompareHistory,
    run=compare_history,
    check=_check,
    stops=True,
    tags=(Topic.HISTORY, Topic.ENERGY),
    keywords=(
        *("compare", "comparison", "versus", "than last week", "most humid room", "which room", "rank"),
        *("correlation", "follow", "declining", "more than", "less than"),
        *("比较", "对比", "相比", "哪个房间", "最潮湿", "排名", "比上周", "关系"),
        *("сравни", "сравнение", "по сравнению", "какая комната", "в какой комнате", "больше чем", "связь"),
    ),
)

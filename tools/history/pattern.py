"""The tool that looks for what is usual: times of day, use, whether it is normal, and how long until."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

from devices.history.analysis.days.typical import Days, Which
from devices.history.course.course import Course, States
from devices.history.rollup.level import Level
from devices.model import Json
from devices.name import folded
from tools.context import ToolContext
from tools.history.analyze import Limiting
from tools.history.ask.measure import METERED, Measure, Measured
from tools.history.ask.names import named
from tools.history.ask.period import clock_part, period, understood
from tools.history.ask.question import Question, state_text
from tools.history.ask.subject import Subject
from tools.history.tell.echo import computation
from tools.history.tell.finding import Finding, Report, refused, result
from tools.history.work.habits import habit_of, is_usual, usage, usual_time
from tools.history.work.reaching import until
from tools.meaning.arguments import Names, Word, blank
from tools.outcome import ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import say


class Pattern(StrEnum):
    """What is looked for."""

    TYPICAL_TIME = "typical_time"
    USAGE = "usage_pattern"
    UNUSUAL = "unusual"
    UNTIL = "until"


_SPELLINGS: Mapping[str, str] = {
    **dict.fromkeys(("usual_time", "when_usually", "typical", "habit", "time"), "typical_time"),
    **dict.fromkeys(("usage", "use", "pattern", "patterns", "usage_patterns"), "usage_pattern"),
    **dict.fromkeys(("anomaly", "normal", "is_normal", "usual"), "unusual"),
    **dict.fromkeys(("how_long_until", "reach", "forecast", "eta"), "until"),
}
_WINDOWS: Mapping[Pattern, str] = {
    Pattern.TYPICAL_TIME: "last 30 days",
    Pattern.USAGE: "last 30 days",
    Pattern.UNUSUAL: "today",
    Pattern.UNTIL: "last 3 hours",
}
_BACK = timedelta(days=60)
"""So far before a stretch the records are read to say whether it was usual."""


def _pattern(raw: object) -> object:
    word = folded(raw).replace(" ", "_") if isinstance(raw, str) else raw
    return _SPELLINGS.get(word, word) if isinstance(word, str) else word


def _blank(raw: object) -> object:
    return blank(raw) or None


class FindPattern(Arguments):
    """What to look for, in what."""

    what: Annotated[Pattern, BeforeValidator(_pattern)] = Field(
        description=(
            "typical_time: at what time it usually happens; usage_pattern: when it is in use; "
            "unusual: whether a time was normal; until: how long until a value is reached."
        )
    )
    targets: Names = Field(default_factory=list, description="Ids, names, or a kind or measure.")
    area: str = Field(default="", description="Room, floor or everywhere.")
    window: Word = Field(default=None, description="The time in the user's words; for unusual, which time.")
    state: Word = Field(default=None, description="The state asked for: on, open ...")
    measure: Annotated[Measured | None, BeforeValidator(_blank)] = Field(
        default=None, description="For unusual: mean, max, min, used, duration, count; for typical_time: max."
    )
    which: Annotated[Which | None, BeforeValidator(_blank)] = Field(
        default=None, description="For typical_time: first or last of the day, or each."
    )
    days: Annotated[Days | None, BeforeValidator(_blank)] = Field(
        default=None, description="all, weekdays or weekend."
    )
    part: str = Field(default="", description="Part of the day in the user's words: in the morning.")
    value: Limiting = Field(default=None, description="For until: the value to reach.")


async def find_pattern(asked: FindPattern, context: ToolContext) -> ToolResult:
    """The usual time, the use, whether it was normal, or how long it will take."""
    things = _named(asked, context)
    if isinstance(things, ToolResult):
        return things
    window = await period(asked.window or _WINDOWS[asked.what], context)
    if isinstance(window, ToolResult):
        return window
    question = Question(_measure(asked, things), things, window, asked.state)
    findings = [await _one(asked, question, subject, context) for subject in things]
    told: dict[str, Json] = {**computation(question), **_echo(asked, question)}
    return result(
        Report(window, _head(asked, question, context), told, _never(question, context)), findings, context
    )


def _check(asked: FindPattern, context: ToolContext) -> ToolResult | None:
    things = _named(asked, context)
    if isinstance(things, ToolResult):
        return things
    if asked.what is Pattern.UNTIL and asked.value is None:
        return refused("pattern_no_value", context)
    if asked.part and clock_part(asked.part, context) is None:
        return refused("history_unknown_window", context, asked=asked.part)
    return understood(asked.window or _WINDOWS[asked.what], context)


def _named(asked: FindPattern, context: ToolContext) -> tuple[Subject, ...] | ToolResult:
    """Numbers for a value to reach, states for use, whichever there is else."""
    measure = asked.measure or (Measure.MEAN if asked.what is Pattern.UNTIL else Measure.SERIES)
    if asked.what is Pattern.USAGE:
        measure = Measure.DURATION
    return named(tuple(asked.targets), asked.area, measure, None, context)


def _measure(asked: FindPattern, things: tuple[Subject, ...]) -> Measure:
    if asked.measure is not None:
        return asked.measure
    if asked.what is Pattern.TYPICAL_TIME:
        return Measure.MAX if things[0].numeric else Measure.WHEN
    return Measure.MEAN if things[0].numeric else Measure.DURATION


async def _one(asked: FindPattern, question: Question, subject: Subject, context: ToolContext) -> Finding:
    match asked.what:
        case Pattern.UNTIL:
            return until(
                subject, await _course(question, subject, context, Level.RAW), asked.value or 0.0, context
            )
        case Pattern.USAGE:
            return usage(question, subject, await _states(question, subject, context), context)
        case Pattern.UNUSUAL:
            of = (
                await _course(question, subject, context, Level.HOUR, _BACK)
                if subject.numeric
                else await _states(question, subject, context, _BACK)
            )
            return is_usual(question, subject, of, context)
        case Pattern.TYPICAL_TIME:
            found = (
                await _course(question, subject, context, Level.DAY)
                if subject.numeric
                else await _states(question, subject, context)
            )
            part = clock_part(asked.part, context) if asked.part else None
            default = Which.EACH if part is None else Which.FIRST
            habit = habit_of(asked.which or default, asked.days or Days.ALL, part)
            return usual_time(question, subject, found, habit, context)


async def _course(
    question: Question, subject: Subject, context: ToolContext, level: Level, back: timedelta = timedelta()
) -> Course:
    window = question.window
    found = await context.house.history.courses(
        [subject.wanted], window.start - back, window.end, coarsest=level
    )
    return found[0]


async def _states(
    question: Question, subject: Subject, context: ToolContext, back: timedelta = timedelta()
) -> States:
    window = question.window
    return (await context.house.history.states([subject.wanted], window.start - back, window.end))[0]


def _echo(asked: FindPattern, question: Question) -> dict[str, Json]:
    op: dict[str, Json] = {"op": asked.what.value}
    if asked.window is None:
        op["period"] = None
    if not question.subjects[0].numeric:
        op["state"] = question.word(question.subjects[0])
    if asked.value is not None:
        op["value"] = asked.value
    if asked.what is Pattern.UNUSUAL:
        op["agg"] = "sum" if question.measure in METERED else question.measure.value
    return op


def _head(asked: FindPattern, question: Question, context: ToolContext) -> str:
    state = _never(question, context)
    key = "usage_what" if asked.what is Pattern.USAGE else "what_when"
    return say(context.language, key, state=state)


def _never(question: Question, context: ToolContext) -> str:
    first = question.subjects[0]
    return "" if first.numeric else state_text(question, first, context, many=True)


FIND_PATTERN = Tool(
    name="find_pattern",
    group=Group.HISTORY,
    description=(
        "Find what is usual in the records: the usual time of day, usage patterns, whether something was "
        "unusual, or how long until a value is reached."
    ),
    arguments=FindPattern,
    run=find_pattern,
    check=_check,
    stops=True,
    tags=(Topic.HISTORY,),
    keywords=(
        *(
            "usually",
            "typical",
            "habit",
            "pattern",
            "patterns",
            "normal",
            "unusual",
            "anomaly",
            "how long until",
        ),
        *("通常", "一般", "习惯", "规律", "正常", "异常", "还要多久", "什么时候能到"),
        *("обычно", "привычка", "закономерность", "нормально", "необычно", "аномалия", "через сколько"),
    ),
)

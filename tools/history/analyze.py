"""The tool that answers from records: numbers, states, meters and their course over a window."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from tools.context import ToolContext
from tools.history.ask.limits import coarsest, limit_of
from tools.history.ask.measure import METERED, Cut, Measure, Measured, Picked
from tools.history.ask.names import named
from tools.history.ask.period import period, said, understood
from tools.history.ask.question import Question, state_text
from tools.history.ask.subject import Subject
from tools.history.tell.echo import computation
from tools.history.tell.finding import Finding, Report, result
from tools.history.work.buckets import by_bucket
from tools.history.work.figures import of_number
from tools.history.work.holdings import of_limit, of_state
from tools.history.work.spending import Price, cost_of, price_of, used_of
from tools.meaning.arguments import Names, Number, Word, blank
from tools.outcome import Charted, ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import say

Limiting = Annotated[Number | None, BeforeValidator(blank)]
_STATES = {Measure.FIRST: "state_first", Measure.LAST: "state_last", Measure.PREVIOUS: "state_previous"}


class AnalyzeHistory(Arguments):
    """What to work out, of what, over which time."""

    targets: Names = Field(
        default_factory=list,
        description="Ids, names, or a kind or measure (temperature, lights), which means all of it.",
    )
    area: str = Field(default="", description="Room, floor or everywhere.")
    measure: Measured = Field(
        description=(
            "Of numbers: min, max, when_min, when_max, mean, median, min_mean, min_max_mean, trend, rate. "
            "Of meters: used, cost. Of states, or with above/below: duration, count, any, when, first, last, "
            "previous, changes. series: the course, with a chart."
        )
    )
    window: Word = Field(
        default=None,
        description="The time in the user's words: last 24 hours, yesterday, last Tuesday 14:00 to 18:00.",
    )
    state: Word = Field(default=None, description="The state asked for: on, open, unlocked, home ...")
    above: Limiting = Field(default=None, description="Number above this; with below: a range.")
    below: Limiting = Field(default=None, description="Number below this.")
    by: Cut = Field(default=None, description="Cut by hour, day, week or month.")
    pick: Picked = Field(default=None, description="With by: which was most, least, or the average.")
    price: Word = Field(default=None, description="With cost: the price the user said, such as 0.32 EUR.")


async def analyze_history(asked: AnalyzeHistory, context: ToolContext) -> ToolResult:
    """Numbers, states or use from the records, with the window, their coverage and their gaps."""
    things = _named(asked, context)
    if isinstance(things, ToolResult):
        return things
    window = await period(said(asked.window, asked.measure), context)
    if isinstance(window, ToolResult):
        return window
    limit = limit_of(asked.above, asked.below)
    question = Question(asked.measure, things, window, asked.state, limit, asked.by, asked.pick)
    price = price_of(asked.price, context) if asked.measure is Measure.COST else None
    if isinstance(price, ToolResult):
        return price
    findings = await _found(question, price, context)
    if isinstance(findings, ToolResult):
        return findings
    return result(_report(question, findings, price, context), findings, context)


def _check_history(asked: AnalyzeHistory, context: ToolContext) -> ToolResult | None:
    things = _named(asked, context)
    if isinstance(things, ToolResult):
        return things
    unclear = understood(said(asked.window, asked.measure), context)
    priced = price_of(asked.price, context) if asked.measure is Measure.COST else None
    return unclear or (priced if isinstance(priced, ToolResult) else None)


def _named(asked: AnalyzeHistory, context: ToolContext) -> tuple[Subject, ...] | ToolResult:
    return named(tuple(asked.targets), asked.area, asked.measure, limit_of(asked.above, asked.below), context)


async def _found(question: Question, price: Price | None, context: ToolContext) -> list[Finding] | ToolResult:
    history, window = context.house.history, question.window
    numbers = [s for s in question.subjects if s.numeric]
    words = [s for s in question.subjects if not s.numeric]
    findings: dict[Subject, Finding] = {}
    if numbers:
        level = coarsest(question.measure, question.limit, question.by, window)
        wanted = [s.wanted for s in numbers]
        courses = await history.courses(wanted, window.start, window.end, coarsest=level)
        for subject, course in zip(numbers, courses, strict=True):
            if question.by is not None and question.measure is not Measure.COST:
                findings[subject] = by_bucket(question, subject, course, context)
            elif question.measure in METERED:
                one = (
                    cost_of(question, subject, course, price, context)
                    if price is not None
                    else used_of(question, subject, course, context)
                )
                if isinstance(one, ToolResult):
                    return one
                findings[subject] = one
            else:
                make = of_number if question.limit is None else of_limit
                findings[subject] = make(question, subject, course, context)
    if words:
        states = await history.states([s.wanted for s in words], window.start, window.end)
        for subject, one_state in zip(words, states, strict=True):
            make_state = of_state if question.by is None else by_bucket
            findings[subject] = make_state(question, subject, one_state, context)
    return [findings[subject] for subject in question.subjects]


def _report(question: Question, findings: list[Finding], price: Price | None, context: ToolContext) -> Report:
    language, first = context.language, question.subjects[0]
    state = state_text(question, first, context, many=True) if question.held else ""
    key = _STATES.get(question.measure, question.measure.value) if question.held else question.measure.value
    series = "changes" if question.held else "min_max_mean"
    key = {"when_min": "min", "when_max": "max", "series": series}.get(key, key)
    remarks = () if price is None else (say(language, "history_price", price=price.text),)
    chart = None
    if question.measure is Measure.SERIES:
        ids = tuple(f.subject.id for f in findings if f.known)
        chart = Charted(ids, question.window.start, question.window.end) if ids else None
    what = say(language, f"what_{key}", state=state)
    return Report(question.window, what, computation(question), state, remarks, chart)


ANALYZE_HISTORY = Tool(
    name="analyze_history",
    group=Group.HISTORY,
    description=(
        "Work out numbers about the past from the records: lowest, highest, average, trend, energy used and "
        "its cost, whether, when, how long and how often. Never compute them yourself."
    ),
    arguments=AnalyzeHistory,
    run=analyze_history,
    check=_check_history,
    stops=True,
    tags=(Topic.HISTORY, Topic.ENERGY),
    keywords=(
        *("history", "yesterday", "average", "highest", "lowest", "how long", "how often", "statistics"),
        *("trend", "energy", "used", "cost", "chart", "ever", "last time", "median"),
        *("历史", "昨天", "平均", "最高", "最低", "多久", "统计", "趋势", "用电", "电费", "曲线", "几次"),
        *("история", "вчера", "средняя", "максимум", "минимум", "сколько", "статистика"),
        *("тенденция", "расход", "потратила", "стоимость", "график", "сколько раз"),
    ),
)

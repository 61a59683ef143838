"""The tool that answers from records: numbers over a window, when, how long and how often a state held."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

from devices.automation.rule.trigger import Threshold
from devices.history.reading import Gap, Span, Statistics
from devices.model import Domain, Json, Snapshot
from devices.name import folded
from devices.resolve import Target, Unresolved
from tools.context import ToolContext
from tools.meaning.aim import Aim, aim, missed
from tools.meaning.arguments import Word
from tools.meaning.sensor import NotNumeric, watched
from tools.outcome import Ending, ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import (
    Window,
    amount,
    duration,
    listed,
    moment,
    say,
    state_label,
    window,
)

FULL = 0.995
"""From this share on, a window counts as covered by records."""
MOST_SPANS = 8
SHORTEST_GAP = 60.0
"""Gaps of fewer seconds count, but are not listed: on a clock without seconds they begin where they end."""


class Measure(StrEnum):
    """What can be asked of the past."""

    MIN = "min"
    MAX = "max"
    MEAN = "mean"
    MIN_MAX_MEAN = "min_max_mean"
    WHEN = "when"
    DURATION = "duration"
    COUNT = "count"
    CHANGES = "changes"


_NUMERIC = frozenset({Measure.MIN, Measure.MAX, Measure.MEAN, Measure.MIN_MAX_MEAN})
_ACTIVE = {Domain.COVER: "open", Domain.LOCK: "unlocked"}
_SPELLINGS = {
    "minimum": "min",
    "lowest": "min",
    "maximum": "max",
    "highest": "max",
    "average": "mean",
    "avg": "mean",
    "how_long": "duration",
    "how_often": "count",
    "times": "count",
}


def _measure(raw: object) -> object:
    word = folded(raw).replace(" ", "_") if isinstance(raw, str) else raw
    return _SPELLINGS.get(word, word) if isinstance(word, str) else word


class AnalyzeHistory(Arguments):
    """What to work out, of what, over which time."""

    target: str = Field(
        description="Entity id, name or alias, or a room and what is measured: living room temperature."
    )
    measure: Annotated[Measure, BeforeValidator(_measure)] = Field(
        description=(
            "min, max, mean or min_max_mean of a number; "
            "when, duration, count or changes of a state such as on."
        )
    )
    window: str = Field(
        default="last 24 hours",
        description="The time in the user's words: last 24 hours, today, yesterday, last night, this week.",
    )
    state: Word = Field(
        default=None, description="The state asked for with when, duration, count: on, open, unlocked ..."
    )


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A question that can be answered: of which entity, which attribute of it, over which window."""

    snapshot: Snapshot
    attribute: str
    window: Window
    numeric: bool


async def analyze_history(asked: AnalyzeHistory, context: ToolContext) -> ToolResult:
    """Numbers, spans or counts from the records, with the window, their coverage and their gaps."""
    wanted = _wanted(asked, context)
    if isinstance(wanted, ToolResult):
        return wanted
    history, entity_id = context.house.history, wanted.snapshot.entity.id
    start, end = wanted.window.start, wanted.window.end
    if wanted.numeric:
        statistics = await history.statistics(entity_id, start, end, wanted.attribute or None)
        return _numbers(asked.measure, wanted, statistics, context)
    spans = await history.spans(entity_id, start, end)
    return _stretches(asked, wanted, spans, context)


def _check_history(asked: AnalyzeHistory, context: ToolContext) -> ToolResult | None:
    wanted = _wanted(asked, context)
    return wanted if isinstance(wanted, ToolResult) else None


def _wanted(asked: AnalyzeHistory, context: ToolContext) -> _Wanted | ToolResult:
    """The question with its names and its time resolved, or the result that says what is not understood."""
    house, view = context.house, context.house.home.view()
    numeric = watched(asked.target, (), view)
    of_state = asked.measure not in _NUMERIC
    if isinstance(numeric, Threshold) and not (of_state and asked.state):
        entity_id, attribute = numeric.entities[0], numeric.attribute
    else:
        found = aim(Aim(Target((asked.target,))), view)
        if isinstance(found, Unresolved):
            return missed(numeric if isinstance(numeric, Unresolved) and not of_state else found, context)
        entity_id, attribute = found.snapshots[0].entity.id, ""
    snapshot = view.snapshots[entity_id]
    if isinstance(numeric, NotNumeric) and not of_state:
        return _refused("history_not_a_number", context, name=snapshot.entity.name)
    if snapshot.entity.domain is Domain.SENSOR and of_state and snapshot.entity.unit:
        if asked.measure in (Measure.DURATION, Measure.COUNT):
            return _refused("history_not_a_state", context, name=snapshot.entity.name)
        of_state = False
    span = window(context.language, asked.window, house.clock.now(), house.zone)
    if span is None:
        return _refused("history_unknown_window", context, asked=asked.window)
    return _Wanted(snapshot, "" if of_state else attribute, span, numeric=not of_state)


def _refused(phrase: str, context: ToolContext, **facts: str) -> ToolResult:
    text = say(context.language, phrase, **facts)
    return ToolResult(Ending.FATAL, text, error=phrase, stop=True, reason=phrase)


def _numbers(measure: Measure, wanted: _Wanted, found: Statistics, context: ToolContext) -> ToolResult:
    name, label, language = wanted.snapshot.entity.name, wanted.window.label, context.language
    told: dict[str, Json] = {
        **_echo(wanted, context),
        "unit": found.unit,
        "count": found.count,
        "min": found.minimum,
        "min_at": _iso(found.minimum_at, context),
        "max": found.maximum,
        "max_at": _iso(found.maximum_at, context),
        "mean": None if found.mean is None else round(found.mean, 3),
        "coverage": round(found.coverage, 3),
        "gaps": _plain(found.gaps, context),
    }
    if found.mean is None or found.minimum is None or found.maximum is None:
        text = say(language, "history_none", name=name, window=label)
        return ToolResult(Ending.COMPLETED, text, data=told, stop=True, reason="no_data")
    facts = {
        "low": amount(language, found.minimum, found.unit),
        "low_at": _at(found.minimum_at, context),
        "high": amount(language, found.maximum, found.unit),
        "high_at": _at(found.maximum_at, context),
        "mean": amount(language, found.mean, found.unit),
    }
    text = _sentence(measure, name, label, facts, language)
    text = " ".join([text, *_coverage(found.coverage, found.gaps, context)])
    return ToolResult(Ending.COMPLETED, text, data=told, stop=True)


def _sentence(measure: Measure, name: str, label: str, facts: dict[str, str], language: str) -> str:
    match measure:
        case Measure.MIN:
            facts, phrase = {"value": facts["low"], "at": facts["low_at"]}, "history_minimum"
        case Measure.MAX:
            facts, phrase = {"value": facts["high"], "at": facts["high_at"]}, "history_maximum"
        case Measure.MEAN:
            facts, phrase = {"value": facts["mean"]}, "history_mean"
        case _:
            phrase = "history_min_max_mean"
    return say(language, phrase, name=name, window=label, **facts)


def _coverage(share: float, gaps: Sequence[Gap], context: ToolContext) -> list[str]:
    """How much of the window is known, and where nothing was recorded; nothing to say when all is."""
    if share >= FULL:
        return []
    percent = min(99, round(share * 100))
    lines = [say(context.language, "history_coverage", percent=percent)]
    told = [(start, end) for start, end in gaps if (end - start).total_seconds() >= SHORTEST_GAP]
    longest = sorted(told, key=lambda gap: gap[0] - gap[1])[:MOST_SPANS]
    if longest:
        spans = [_between("gap", start, end, context) for start, end in sorted(longest)]
        lines.append(say(context.language, "history_gaps", spans=listed(context.language, spans)))
    return lines


def _stretches(
    asked: AnalyzeHistory, wanted: _Wanted, spans: Sequence[Span], context: ToolContext
) -> ToolResult:
    """When, how long and how often a state held."""
    language, entity = context.language, wanted.snapshot.entity
    word = folded(asked.state).replace(" ", "_") if asked.state else _ACTIVE.get(entity.domain, "on")
    held = [s for s in spans if _is(s.word, word, entity.domain)]
    seconds = sum(span.seconds for span in held)
    share, gaps = _known(spans, wanted.window)
    began = [s for s in held if s.start > wanted.window.start]
    told: dict[str, Json] = {
        **_echo(wanted, context),
        "state": word,
        "seconds": round(seconds),
        "count": len(began),
        "coverage": round(share, 3),
        "gaps": _plain(gaps, context),
        "spans": [[s.word, _iso(s.start, context), _iso(s.end, context)] for s in spans[-50:]],
    }
    facts = {
        "name": entity.name,
        "window": wanted.window.label,
        "state": state_label(language, word, entity.device_class, entity.name),
    }
    if not spans:
        text = say(language, "history_none", name=entity.name, window=wanted.window.label)
        return ToolResult(Ending.COMPLETED, text, data=told, stop=True, reason="no_data")
    match asked.measure:
        case Measure.DURATION if held:
            text = say(language, "history_duration", duration=duration(language, seconds), **facts)
        case Measure.COUNT:
            text = say(language, "history_count", count=len(began), **facts)
        case Measure.CHANGES:
            text = _changes(spans, wanted, facts, context)
        case _ if held:
            text = say(language, "history_when", spans=_spans(held, wanted, context), **facts)
        case _:
            text = say(language, "history_when_never", **facts)
    text = " ".join([text, *_coverage(share, gaps, context)])
    return ToolResult(Ending.COMPLETED, text, data=told, stop=True)


def _known(spans: Sequence[Span], wanted: Window) -> tuple[float, tuple[Gap, ...]]:
    """The share of the window in which a state was known, and the stretches in which none was."""
    known = [span for span in spans if span.word not in ("unknown", "unavailable")]
    gaps: list[Gap] = []
    reached = wanted.start
    for span in known:
        if span.start > reached:
            gaps.append((reached, span.start))
        reached = max(reached, span.end)
    if reached < wanted.end:
        gaps.append((reached, wanted.end))
    missing = sum((end - start).total_seconds() for start, end in gaps)
    return 1 - missing / (wanted.end - wanted.start).total_seconds(), tuple(gaps)


def _is(word: str, wanted: str, domain: Domain) -> bool:
    """Whether a recorded word is the state asked for; a thermostat is on in any mode but off."""
    if domain is Domain.CLIMATE and wanted == "on":
        return word not in ("off", "unknown", "unavailable")
    return word == wanted


def _changes(spans: Sequence[Span], wanted: _Wanted, facts: dict[str, str], context: ToolContext) -> str:
    if len(spans) == 1 and spans[0].start <= wanted.window.start:
        return say(context.language, "history_no_changes", **facts)
    entity = wanted.snapshot.entity
    told = [
        f"{state_label(context.language, s.word, entity.device_class, entity.name)} "
        f"{_stretch(s, wanted, context)}"
        for s in reversed(spans[-MOST_SPANS:])
    ]
    return say(context.language, "history_changes", spans=listed(context.language, told), **facts)


def _spans(spans: Sequence[Span], wanted: _Wanted, context: ToolContext) -> str:
    """The newest first."""
    shown = [_stretch(span, wanted, context) for span in reversed(spans[-MOST_SPANS:])]
    if len(spans) > MOST_SPANS:
        shown.append(say(context.language, "and_more_times", count=len(spans) - MOST_SPANS))
    return listed(context.language, shown)


def _stretch(span: Span, wanted: _Wanted, context: ToolContext) -> str:
    """From when to when; one that holds to this moment is open."""
    if span.end >= wanted.window.end and (context.house.clock.now() - span.end).total_seconds() < 1:
        return say(context.language, "span_open", start=_at(span.start, context))
    return _between("span", span.start, span.end, context)


def _between(phrase: str, start: datetime, end: datetime, context: ToolContext) -> str:
    """From when to when; the day is said once."""
    until = moment(context.language, end, start, context.house.zone)
    same_day = len(until) == len("00:00")
    return say(
        context.language, phrase, start=_at(start, context), end=until if same_day else _at(end, context)
    )


def _echo(wanted: _Wanted, context: ToolContext) -> dict[str, Json]:
    return {
        "entity_id": wanted.snapshot.entity.id,
        "window": wanted.window.label,
        "start": _iso(wanted.window.start, context),
        "end": _iso(wanted.window.end, context),
    }


def _plain(gaps: Sequence[Gap], context: ToolContext) -> list[Json]:
    return [[_iso(start, context), _iso(end, context)] for start, end in gaps]


def _iso(when: datetime | None, context: ToolContext) -> str | None:
    return when.astimezone(context.house.zone).isoformat(timespec="seconds") if when else None


def _at(when: datetime | None, context: ToolContext) -> str:
    house = context.house
    return moment(context.language, when, house.clock.now(), house.zone) if when else ""


ANALYZE_HISTORY = Tool(
    name="analyze_history",
    group=Group.HISTORY,
    description=(
        "Work out numbers about the past from the records: lowest, highest, average, when, how long, "
        "how often. Never compute them yourself."
    ),
    arguments=AnalyzeHistory,
    run=analyze_history,
    check=_check_history,
    stops=True,
    tags=(Topic.HISTORY, Topic.ENERGY),
    keywords=(
        *("history", "yesterday", "average", "highest", "lowest", "how long", "how often", "statistics"),
        *("历史", "昨天", "平均", "最高", "最低", "多久", "统计"),
        *("история", "вчера", "средняя", "максимум", "минимум", "сколько", "статистика"),
    ),
)

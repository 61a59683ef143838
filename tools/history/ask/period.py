"""From words for a time to the window that is meant; the records settle "since I left"."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from devices.history.analysis.compare import so_far
from tools.context import ToolContext
from tools.history.ask.measure import Measure
from tools.history.ask.presence import span_of, trackers
from tools.history.tell.finding import refused
from tools.outcome import ToolResult
from tools.words.speech import Anchor, Event, Whose, Window, against, before, listed, meant, settled

_DEFAULTS: Mapping[Measure, str] = {
    Measure.LAST: "last 30 days",
    Measure.PREVIOUS: "last 30 days",
    Measure.ANY: "last 30 days",
    Measure.WHEN: "last 7 days",
    Measure.RATE: "last 2 hours",
}
DAY = "last 24 hours"
_BEFORE = frozenset(
    {"before", "previous", "the previous", "previously", "previous period", "the time before"}
)
_LONGER = 1.02
"""A window that is over and so much longer than one that goes on is cut to the same part."""


@dataclass(frozen=True, slots=True)
class Against:
    """What a window is compared with; `cut` to the same part of it, since the other is not over yet."""

    window: Window
    cut: bool = False


def said(words: str | None, measure: Measure | None = None) -> str:
    """The words of the window, or those of the usual one for such a question."""
    return words or (_DEFAULTS.get(measure, DAY) if measure is not None else DAY)


def understood(words: str, context: ToolContext) -> ToolResult | None:
    """The result for words that name no time past, or nobody who comes and goes; None when they do."""
    house = context.house
    found = meant(context.language, words, house.clock.now(), house.zone)
    if found is None:
        return refused("history_unknown_window", context, asked=words)
    return _unsettled(found, words, context) if isinstance(found, Anchor) else None


async def period(words: str, context: ToolContext) -> Window | ToolResult:
    """The window that words name, or the result that says why there is none."""
    house = context.house
    now = house.clock.now()
    found = meant(context.language, words, now, house.zone)
    if found is None:
        return refused("history_unknown_window", context, asked=words)
    return found if isinstance(found, Window) else await _anchored(found, words, context)


async def earlier(words: str, base: Window, context: ToolContext) -> Against | ToolResult:
    """The window that another one is compared with, cut to the same part where that one goes on."""
    house = context.house
    now = house.clock.now()
    if words.strip().casefold() in _BEFORE:
        found = before(context.language, base, now, house.zone)
    else:
        named = against(context.language, words, base, now, house.zone)
        if isinstance(named, Anchor):
            settled_one = await _anchored(named, words, context)
            return settled_one if isinstance(settled_one, ToolResult) else Against(settled_one)
        found = named
    if found is None:
        return refused("history_unknown_window", context, asked=words)
    return _same_part(found, base, context)


def clock_part(words: str, context: ToolContext) -> tuple[str, str] | None:
    """The times of day that words for a part of the day stand for: in the morning, 05:00 to 12:00."""
    house = context.house
    now = house.clock.now()
    # yesterday's is over: today's may still be to come
    for text in (words, f"yesterday {words}"):
        found = meant(context.language, text, now, house.zone)
        if isinstance(found, Window):
            ends = [at.astimezone(house.zone) for at in (found.start, found.end)]
            if found.clock is not None:
                return found.clock
            if (ends[1] - ends[0]).total_seconds() < _HALF_A_DAY and found.end < now:
                return f"{ends[0]:%H:%M}", f"{ends[1]:%H:%M}"
    return None


_HALF_A_DAY = 50_000.0


def _same_part(found: Window, base: Window, context: ToolContext) -> Against:
    house = context.house
    now = house.clock.now()
    lengths = (found.end - found.start, base.end - base.start)
    if base.end < now or found.end >= now or lengths[0] < lengths[1] * _LONGER:
        return Against(found)
    start, end = so_far(base.start, now, (found.start, found.end), house.zone)
    cut = Window(start, end, found.label, found.key, found.clock, found.step)
    return Against(cut, cut=True) if end > start else Against(found)


async def _anchored(anchor: Anchor, words: str, context: ToolContext) -> Window | ToolResult:
    unclear = _unsettled(anchor, words, context)
    if unclear is not None:
        return unclear
    house = context.house
    span = await span_of(anchor, trackers(anchor, house.home.view()), context)
    found = None if span is None else settled(context.language, anchor, span, house.clock.now(), house.zone)
    if found is None:
        # "yesterday while I was at work", but no record of that: all of yesterday, and the reply says so
        return anchor.within or refused("history_no_anchor", context, asked=words)
    if anchor.within is None:
        return found
    first, last = (at.astimezone(house.zone) for at in (found.start, found.end))
    return replace(found, key=anchor.within.key, clock=(f"{first:%H:%M}", f"{last:%H:%M}"))


def _unsettled(anchor: Anchor, words: str, context: ToolContext) -> ToolResult | None:
    """Why it can't be told whose coming and going is meant, or what happened then."""
    who = trackers(anchor, context.house.home.view())
    if anchor.within is not None and not who:
        return None
    if not who or anchor.event is Event.LAST:
        return refused("history_no_anchor", context, asked=words)
    if len(who) > 1 and anchor.whose is not Whose.ALL:
        names = listed(context.language, [s.entity.name for s in who])
        return refused("history_which_person", context, names=names)
    return None

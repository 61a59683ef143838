"""What a reply says of its records: their share of the window, gaps by name, when they begin. And moments."""

from collections.abc import Sequence
from datetime import datetime

from devices.history.analysis.basis import Basis
from devices.history.analysis.held import Stretch
from devices.history.reading import Gap
from devices.model import Json
from tools.context import ToolContext
from tools.words.speech import listed, moment, say

FULL = 0.995
"""From this share on, a window counts as covered by records."""
SHORTEST_GAP = 60.0
"""Gaps of fewer seconds count, but are not listed: on a clock without seconds they begin where they end."""
MOST_SPANS = 8
MOST_GAPS = 4


def coverage(basis: Basis, context: ToolContext) -> list[str]:
    """How much of the window is known, from when on, and where nothing was recorded; nothing if all is."""
    if basis.coverage >= FULL:
        return []
    lines = [say(context.language, "history_coverage", percent=percent(basis.coverage))]
    gaps, since = basis.gaps, basis.since
    if since is not None and since > basis.start:
        lines.append(say(context.language, "history_since", at=at(since, context)))
        gaps = tuple(gap for gap in gaps if gap[1] > since)
    told = [gap for gap in gaps if (gap[1] - gap[0]).total_seconds() >= SHORTEST_GAP]
    longest = sorted(told, key=lambda gap: gap[0] - gap[1])[:MOST_GAPS]
    if longest:
        spans = [between("gap", start, end, context) for start, end in sorted(longest)]
        lines.append(say(context.language, "history_gaps", spans=listed(context.language, spans)))
    return lines


def percent(share: float) -> int:
    """A share in percent: 100 and 0 only for all and nothing."""
    whole = round(share * 100)
    return min(99, max(1, whole)) if 0 < share < FULL else whole


def shared(value: str, basis: Basis, context: ToolContext) -> str:
    """A value in a row, with the share of its records where they are not whole."""
    if basis.coverage >= FULL:
        return value
    return say(context.language, "history_share", value=value, percent=percent(basis.coverage))


def spans(stretches: Sequence[Stretch], basis: Basis, context: ToolContext) -> str:
    """The newest first, no more than a person reads."""
    shown = [stretch(one, basis, context) for one in reversed(stretches[-MOST_SPANS:])]
    if len(stretches) > MOST_SPANS:
        shown.append(say(context.language, "and_more_times", count=len(stretches) - MOST_SPANS))
    return listed(context.language, shown)


def stretch(one: Stretch, basis: Basis, context: ToolContext) -> str:
    """From when to when; one that holds to this moment is open."""
    if one.start <= basis.start and one.end >= basis.end:
        return say(context.language, "span_whole")
    lasting = (context.house.clock.now() - one.end).total_seconds() < 1
    if not one.ended and one.end >= basis.end and lasting:
        return say(context.language, "span_open", start=at(one.start, context))
    return between("span", one.start, one.end, context)


def between(phrase: str, start: datetime, end: datetime, context: ToolContext) -> str:
    """From when to when; the day is said once."""
    until = moment(context.language, end, start, context.house.zone)
    same_day = len(until) == len("00:00")
    return say(
        context.language, phrase, start=at(start, context), end=until if same_day else at(end, context)
    )


def at(when: datetime | None, context: ToolContext) -> str:
    """A moment on the user's clock; empty for none."""
    house = context.house
    return moment(context.language, when, house.clock.now(), house.zone) if when else ""


def iso(when: datetime | None, context: ToolContext) -> str | None:
    """A moment for the model, by the home's clock."""
    return when.astimezone(context.house.zone).isoformat(timespec="seconds") if when else None


def resting(basis: Basis, context: ToolContext) -> dict[str, Json]:
    """What a result rests on, for the model: nothing where the records are whole."""
    if basis.coverage >= FULL:
        return {"coverage": 1.0}
    gaps: list[Json] = [[iso(start, context), iso(end, context)] for start, end in _longest(basis.gaps)]
    begin = basis.since is not None and basis.since > basis.start
    return {
        "coverage": round(basis.coverage, 3),
        "gaps": gaps,
        **({"records_begin": iso(basis.since, context)} if begin else {}),
    }


def _longest(gaps: Sequence[Gap]) -> list[Gap]:
    return sorted(sorted(gaps, key=lambda gap: gap[0] - gap[1])[:MOST_GAPS])

"""When somebody, or everybody, was away: what "since I left" hangs on. Reads the trackers' records."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from devices.history.course.course import Held, States, Wanted
from devices.history.sight import UNAVAILABLE
from devices.model import Domain, Snapshot
from devices.name import folded
from devices.storage.tables import instant
from devices.view import View
from tools.context import ToolContext
from tools.words.speech import Anchor, Event, Whose

HOME = "home"
BACK = timedelta(days=60)
"""So far back it is looked for."""
Span = tuple[int, int]


def trackers(anchor: Anchor, view: View) -> tuple[Snapshot, ...]:
    """Whose coming and going is meant: the one of that name, else all there are."""
    found = [s for s in view.exposed() if s.entity.domain is Domain.DEVICE_TRACKER]
    if anchor.whose is Whose.NAMED:
        asked = folded(anchor.words)
        return tuple(s for s in found if asked and asked in folded(" ".join(_names(s))).split())
    return tuple(found)


async def span_of(
    anchor: Anchor, who: Sequence[Snapshot], context: ToolContext
) -> tuple[datetime, datetime] | None:
    """From when to when: since they left or came, or the newest stretch of being away or at home."""
    if not who:
        return None
    now = context.house.clock.now()
    wanted = [Wanted(s.entity.id, "") for s in who]
    states = await context.house.history.states(wanted, now - BACK, now)
    away = _shared([list(_away(one)) for one in states])
    end = max((one.end for one in states), default=0)
    match anchor.event:
        case Event.LEFT:
            start = away[-1][0] if away else None
            return None if start is None else (instant(start), now)
        case Event.CAME:
            back = [stop for _, stop in away if stop < end]
            return (instant(back[-1]), now) if back else None
        case Event.AWAY:
            return (instant(away[-1][0]), instant(away[-1][1])) if away else None
        case Event.HOME:
            return _at_home(away, end)
        case _:
            return None


def _at_home(away: Sequence[Span], end: int) -> tuple[datetime, datetime] | None:
    """The newest stretch with somebody at home, as far as one began on record."""
    if not away:
        return None
    if away[-1][1] < end:
        return instant(away[-1][1]), instant(end)
    return (instant(away[-2][1]), instant(away[-1][0])) if len(away) > 1 else None


def _away(states: States) -> Iterable[Span]:
    """The stretches away from home; out of reach is neither here nor there, but does not end one."""
    open_span: Span | None = None
    for span in states.spans:
        if _gone(span):
            open_span = (span.start if open_span is None else open_span[0], span.end)
        elif span.word == HOME and open_span is not None:
            yield open_span[0], span.start
            open_span = None
    if open_span is not None:
        yield open_span


def _gone(span: Held) -> bool:
    return span.word not in (HOME, UNAVAILABLE, "unknown")


def _shared(each: Sequence[list[Span]]) -> list[Span]:
    """The stretches in which all were away."""
    if not each:
        return []
    shared = each[0]
    for other in each[1:]:
        shared = [(max(a, c), min(b, d)) for a, b in shared for c, d in other if max(a, c) < min(b, d)]
    return shared


def _names(snapshot: Snapshot) -> tuple[str, ...]:
    entity = snapshot.entity
    return (entity.name, *entity.aliases, entity.id.partition(".")[2].replace("_", " "))

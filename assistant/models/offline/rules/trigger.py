"""Which of the conditions and times of a sentence sets off, and which must hold then."""

from collections.abc import Mapping
from typing import TypeAlias

from assistant.models.offline.command import Problem
from assistant.models.offline.turns.mark import Mark
from assistant.models.offline.turns.timed import Times, days_hold, sun_after
from assistant.models.offline.watch.watched import Ground, Predicate, unknown
from devices.model import Json

Entries: TypeAlias = tuple[Mapping[str, Json], ...]


def find_trigger(
    times: Times, read: tuple[tuple[Predicate, ...], bool], marks: tuple[Mark, ...], ground: Ground, said: str
) -> tuple[Entries, Entries] | Problem:
    """What sets off, and what must hold then: times set off before states, numbers before words.

    `read` are the conditions, and whether one of them is enough.
    """
    predicates, any_of = read
    stretches = (*times.holds, *_on_days(times))
    if times.moments:
        first: Entries = times.moments
        rest, freely = predicates, not any_of
    elif not predicates:
        return _by_sun(times, marks) or ((), stretches)
    else:
        able = [one for one in predicates if one.when is not None]
        first, rest, freely = _first(able, predicates, any_of=any_of)
    held = [one.holds for one in rest]
    if not freely or any(one is None for one in held):
        return unknown(ground.code, said)
    return first, (*(one for one in held if one is not None), *stretches)


def _first(
    able: list[Predicate], predicates: tuple[Predicate, ...], *, any_of: bool
) -> tuple[Entries, tuple[Predicate, ...], bool]:
    """The triggers, the rest, and whether they may be parted so."""
    if any_of:
        return tuple(one.when for one in able if one.when is not None), (), len(able) == len(predicates)
    if not able:
        return (), predicates, False
    lead = min(able, key=_leading)
    return ((lead.when or {}),), tuple(one for one in predicates if one is not lead), True


def _on_days(times: Times) -> Entries:
    """Days without a time of their own limit what sets off."""
    named = times.days.days or times.days.holidays
    limiting = times.days.again and named and not (times.clocks or times.suns)
    return (days_hold(times.days),) if limiting else ()


def _by_sun(times: Times, marks: tuple[Mark, ...]) -> tuple[Entries, Entries] | None:
    """For instance "after sunset turn on the light": the sunset itself sets off."""
    told = [mark for mark in marks if mark.kind in ("sun_up", "sun_down")]
    suns = [one for mark in told if (one := sun_after(mark)) is not None]
    return (tuple(suns), ()) if len(suns) == 1 and len(times.holds) == 1 else None


def _leading(one: Predicate) -> int:
    """What sets off rather than limits: what happens, then numbers, then states, then who is at home."""
    kind = str(one.when["kind"]) if one.when else ""
    at_home = one.holds is not None and one.holds["kind"] == "home"
    order = ("event", "swing", "presence", "threshold", "state")
    return order.index("state") if at_home else order.index(kind) if kind in order else 0

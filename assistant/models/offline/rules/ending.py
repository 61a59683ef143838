"""When a rule is over and what is done then: "until it falls to 55", "until the window is closed"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.value import unit_beside
from assistant.models.offline.plan import Kind
from assistant.models.offline.rules.orders import opposite
from assistant.models.offline.rules.segment import Step, Steps
from assistant.models.offline.turns.sentence import Part
from assistant.models.offline.turns.timed import times_of
from assistant.models.offline.watch.conditions import conditions
from assistant.models.offline.watch.threshold import in_unit
from assistant.models.offline.watch.watched import Ground, unknown
from devices.model import Json
from tools.words.spec import Tag
from tools.words.speech import say

_LONGEST = 86400.0
_SENSED = ("threshold", "state")


@dataclass(frozen=True, slots=True)
class Ending:
    """`until` is the value at which a limit is over; without it a step or the state itself ends it."""

    at_end: tuple[Step, ...]
    then: tuple[Step, ...] = ()
    until: float | None = None


def ending(
    parts: Sequence[Part],
    when: Sequence[Mapping[str, Json]],
    steps: Steps,
    last: Steps | None,
    ground: Ground,
) -> Ending | Problem:
    """How what was set off ends; a rule that nothing sets off can't end."""
    if len(parts) != 1 or len(when) != 1 or times_of(parts[0].marks).clocks:
        return unknown(ground.code, " ".join(parts[0].text.split()) or parts[0].marks[0].text)
    back = last.then if last is not None else opposite(steps.then)
    if back is None:
        return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_end"), "no-end")
    trigger = when[0]
    if trigger["kind"] not in _SENSED:
        return _waiting(parts[0], steps, back, ground)
    if trigger["kind"] == "state":
        return _left(parts[0], trigger, back, ground)
    return _fallen(parts[0], trigger, back, ground)


def _fallen(
    part: Part, trigger: Mapping[str, Json], back: tuple[Step, ...], ground: Ground
) -> Ending | Problem:
    """The value on the other side of the one limit, of the same sensor."""
    spans = part.reading.spans
    numbers = [n for n, s in enumerate(spans) if s.number is not None and not s.named]
    asked = " ".join(part.text.split())
    side = "above" if "above" in trigger else "below"
    limit = trigger[side]
    if len(numbers) != 1 or ("above" in trigger and "below" in trigger) or not isinstance(limit, float | int):
        return unknown(ground.code, asked)
    if any(s.has(Tag.NOT) and not s.named for s in spans) and part.code != "ru":
        return unknown(ground.code, asked)
    entities = trigger.get("entities")
    ids = tuple(str(i) for i in entities) if isinstance(entities, list) else ()
    named = {i for s in spans for i in s.entities} | {a for s in spans for a in s.areas}
    if named and not _same_sensor(named, ids, ground):
        return unknown(ground.code, asked)
    value = in_unit(spans[numbers[0]].number or 0.0, unit_beside(part.reading, numbers[0]), ids, ground)
    ways = {"below" for s in spans if s.has(Tag.BELOW)} | {"above" for s in spans if s.has(Tag.ABOVE)}
    right = value <= limit if side == "above" else value >= limit
    if not right or ways == {side}:
        return unknown(ground.code, asked)
    return Ending(back, until=value)


def _same_sensor(named: set[str], ids: tuple[str, ...], ground: Ground) -> bool:
    areas = {s.entity.area for i in ids if (s := ground.view.find(i)) is not None}
    return bool(named & set(ids)) or named <= {a for a in areas if a} or not areas


def _left(
    part: Part, trigger: Mapping[str, Json], back: tuple[Step, ...], ground: Ground
) -> Ending | Problem:
    """The state of the same thing that is left: "until it closes"."""
    read = conditions(part, ground)
    asked = unknown(ground.code, " ".join(part.text.split()))
    if isinstance(read, Problem):
        return read
    one = read.predicates[0] if len(read.predicates) == 1 else None
    if one is None or one.when is None or one.when["kind"] != "state":
        return asked
    same = one.when["entities"] == trigger["entities"] and one.when["to"] != trigger["to"]
    return Ending(back) if same and "for_seconds" not in one.when else asked


def _waiting(part: Part, steps: Steps, back: tuple[Step, ...], ground: Ground) -> Ending | Problem:
    """Something that begins by the clock goes on until a state of its own."""
    read = conditions(part, ground)
    if isinstance(read, Problem):
        return read
    one = read.predicates[0] if len(read.predicates) == 1 else None
    if one is None or one.holds is None or one.choices:
        return unknown(ground.code, " ".join(part.text.split()))
    wait: Step = {"kind": "wait_until", "until": dict(one.holds), "timeout_seconds": _LONGEST, "go_on": True}
    return Ending((), (*steps.then, wait, *back))

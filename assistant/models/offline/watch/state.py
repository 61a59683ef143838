"""A thing being or becoming on, off, open, locked, wet ...: by the words that its kind reports."""

from collections.abc import Mapping
from itertools import pairwise

from assistant.models.offline.command import Problem
from assistant.models.offline.plan import Kind
from assistant.models.offline.watch.watched import (
    Ground,
    Piece,
    Predicate,
    Seen,
    lasting,
    names,
    number_pool,
    seen,
    unknown,
)
from devices.model import Domain, Json, Snapshot
from tools.words.spec import Tag
from tools.words.speech import say

STATES = ("on", "off", "opened", "closed", "locked", "unlocked", "wet", "moving", "still", "done")
_OPPOSITE = {
    "on": "off",
    "off": "on",
    "opened": "closed",
    "closed": "opened",
    "locked": "unlocked",
    "unlocked": "locked",
}
_NOT = ("not", "isn't", "aren't", "не", "没", "没有", "未")
"""What denies a state; any other no forbids an act."""
_LEAVES = frozenset({"door", "window", "garage_door", "opening"})
_MOVING = frozenset({"motion", "occupancy", "presence", "moving"})
_SWITCHED = frozenset(
    {"light", "switch", "fan", "media_player", "siren", "humidifier", "input_boolean", "valve"}
)
_CLASSES: Mapping[str, tuple[frozenset[str], str]] = {
    "opened": (_LEAVES, "on"),
    "closed": (_LEAVES, "off"),
    "wet": (frozenset({"moisture"}), "on"),
    "moving": (_MOVING, "on"),
    "still": (_MOVING, "off"),
    "done": (frozenset({"running", "power"}), "off"),
}


def word_of(snapshot: Snapshot, state: str) -> str:
    """The word by which an entity reports this state; empty if it can't be so."""
    domain, device_class = snapshot.entity.domain, snapshot.entity.device_class or ""
    if domain is Domain.BINARY_SENSOR:
        classes, word = _CLASSES.get(state, (frozenset[str](), ""))
        if device_class in classes:
            return word
        plain = device_class not in _LEAVES and state in ("on", "off")
        return state if plain else ""
    if domain.value in ("cover", "valve") and state in ("opened", "closed"):
        return "open" if state == "opened" else "closed"
    if domain is Domain.LOCK and state in ("locked", "unlocked"):
        return state
    if domain is Domain.CLIMATE and state == "off":
        return "off"
    return state if domain.value in _SWITCHED and state in ("on", "off") else ""


def state(piece: Piece, ground: Ground) -> Predicate | Problem | None:
    """The state that a condition names and the things that are to be in it; None when it names none."""
    told = piece.of(*STATES)
    if not told:
        return None
    kinds = list(dict.fromkeys(mark.kind for mark in sorted(told, key=lambda m: m.start - m.end)))
    denied = bool(piece.of("deny"))
    if _odd(piece) or (denied and kinds[0] not in _OPPOSITE):
        return unknown(ground.code, piece.said)
    problem: Problem | None = None
    for kind in kinds:
        found = _being(piece, _OPPOSITE.get(kind, kind) if denied else kind, ground)
        if isinstance(found, Predicate):
            return found
        problem = problem or found
    return _by_power(piece, ground) if piece.of("done") else problem


def _odd(piece: Piece) -> bool:
    """Whether more is told than one state: two that don't overlap, a number, a no that is not its own."""
    spans = sorted((mark.start, mark.end) for mark in piece.of(*STATES))
    apart = any(after[0] >= before[1] for before, after in pairwise(spans))
    several = apart and len({mark.kind for mark in piece.of(*STATES)}) > 1
    denials = piece.of("deny")
    forbids = len(denials) > 1 or any(mark.text not in _NOT for mark in denials)
    left = [s for s in piece.nouns.spans if not s.named and (s.number is not None or s.has(Tag.NOT))]
    return several or forbids or bool(left) or bool(piece.of("counted"))


def _being(piece: Piece, kind: str, ground: Ground) -> Predicate | Problem:
    """The things of a condition that can be in this state."""
    pool = number_pool(piece)
    several = pool in ("any", "all")
    found = seen(piece, lambda snapshot: bool(word_of(snapshot, kind)), ground, several=several)
    if isinstance(found, Problem):
        return found
    pool = "any" if pool == "any" else "all"
    return _predicate(found, kind, pool, piece, ground)


def _predicate(found: Seen, kind: str, pool: str, piece: Piece, ground: Ground) -> Predicate | Problem:
    known = [s for i in (found.choices or found.ids) if (s := ground.view.find(i)) is not None]
    words = list(dict.fromkeys(word_of(snapshot, kind) for snapshot in known))
    if len(words) != 1:
        return Problem(Kind.REFUSE, say(ground.code, "rule_unclear", asked=piece.said), "mixed-states")
    when: dict[str, Json] = {"kind": "state", "entities": list(found.ids), "to": list(words)}
    holds: dict[str, Json] = {"kind": "state", "entities": list(found.ids), "is": list(words)}
    if len(found.ids) > 1:
        when["pool"] = holds["pool"] = pool
    seconds = lasting(piece)
    if seconds:
        when["for_seconds"] = holds["for_seconds"] = seconds
    return Predicate(when, holds, found.ids, found.question, found.choices)


def _by_power(piece: Piece, ground: Ground) -> Problem:
    """A machine that reports no such state: only its power can tell, and a person must say how."""
    meters = names(s for s in ground.view.of(Domain.SENSOR) if s.entity.device_class == "power")
    phrase = "rule_needs_limit" if meters else "rule_unclear"
    return Problem(Kind.CLARIFY, say(ground.code, phrase, asked=piece.said), "no-limit")

"""What only happens: a button pressed, a bell rung, a device lost or back."""

from collections.abc import Iterable

from assistant.models.offline.command import Problem
from assistant.models.offline.watch.watched import Ground, Piece, Predicate, lasting, number_pool, seen
from devices.model import Json, Snapshot

_EVENTS = frozenset({"event", "button"})
_HOW = {
    "double": ("double", "twice", "two", "двойн", "дважды", "два раза", "双", "两"),
    "triple": ("triple", "three", "三"),
    "long": ("long", "hold", "held", "длинн", "долго", "长"),
    "single": ("single", "short", "once", "коротк", "однократно", "один раз", "单", "短"),
}
_TYPES = {
    "double": ("double", "2"),
    "triple": ("triple", "3", "treble"),
    "long": ("long", "hold"),
    "single": ("single", "short", "1", "initial_press"),
}


def event(piece: Piece, ground: Ground) -> Predicate | Problem | None:
    """A press or a ring; None when nothing of that kind is told."""
    told = piece.of("pressed")
    if not told:
        return None
    found = seen(piece, lambda s: s.entity.domain.value in _EVENTS, ground)
    if isinstance(found, Problem):
        return found
    when: dict[str, Json] = {"kind": "event", "entities": list(found.ids)}
    how = _how(told[0].text)
    if how:
        snapshots = (s for i in (found.choices or found.ids) if (s := ground.view.find(i)) is not None)
        when["types"] = list(_types(how, snapshots))
    return Predicate(when, None, found.ids, found.question, found.choices)


def _how(said: str) -> str:
    return next((how for how, words in _HOW.items() if any(word in said for word in words)), "")


def _types(how: str, snapshots: Iterable[Snapshot]) -> list[str]:
    """The types that these entities have for such a press; the plain word where they tell none."""
    known = [str(kind) for s in snapshots for kind in _listed(s)]
    fitting = [kind for kind in known if any(sign in kind.casefold() for sign in _TYPES[how])]
    return list(dict.fromkeys(fitting)) or [how]


def _listed(snapshot: Snapshot) -> list[Json]:
    types = snapshot.attributes().get("event_types")
    return list(types) if isinstance(types, list | tuple) else list(snapshot.entity.features.modes)


def reach(piece: Piece, ground: Ground) -> Predicate | Problem | None:
    """A device that can't be reached, or can be again; None when neither is told."""
    told = piece.of("lost", "back")
    if not told:
        return None
    pool = number_pool(piece)
    found = seen(piece, lambda _snapshot: True, ground, several=pool in ("any", "all"))
    if isinstance(found, Problem):
        return found
    when: dict[str, Json] = {"kind": told[0].kind, "entities": list(found.ids)}
    seconds = lasting(piece)
    if seconds:
        when["for_seconds"] = seconds
    return Predicate(when, None, found.ids, found.question, found.choices)

"""People coming and going, and somebody or nobody being at home."""

from assistant.models.offline.command import Problem
from assistant.models.offline.plan import HOLE
from assistant.models.offline.turns.mark import Mark
from assistant.models.offline.watch.watched import Ground, Piece, Predicate, Seen, lasting, seen
from devices.model import Json, Snapshot
from tools.words.spec import Tag
from tools.words.speech import choice_question

PEOPLE = frozenset({"device_tracker", "person"})
_TOGETHER = ("all", "first", "last")


def presence(piece: Piece, ground: Ground) -> Predicate | Problem | None:
    """Who comes or goes, or is there; None when nothing of it is told."""
    seconds = lasting(piece)
    if (at_home := piece.of("somebody", "nobody")) and not _nouns(piece):
        return _being(anyone=at_home[0].kind == "somebody", seconds=seconds)
    if (told := piece.of("arrive", "leave")) and not _nouns(piece):
        return _going(told[0], seconds, ground)
    if (named := piece.of("who_comes", "who_goes")) and _nouns(piece):
        found = seen(piece, is_person, ground)
        way = "arrive" if named[0].kind == "who_comes" else "leave"
        return found if isinstance(found, Problem) else _named(way, found, seconds)
    return None


def is_person(snapshot: Snapshot) -> bool:
    """Whether an entity tells where somebody is."""
    return snapshot.entity.domain.value in PEOPLE


def _nouns(piece: Piece) -> bool:
    places = (Tag.EVERYWHERE, Tag.PRONOUN)
    return any(
        s.named or not s.known or (s.has(Tag.KIND, Tag.THING) and not s.has(*places))
        for s in piece.nouns.spans
    )


def _being(*, anyone: bool, seconds: float) -> Predicate:
    """Somebody home: as a trigger the first to arrive, nobody home the last to leave."""
    when: dict[str, Json] = {"kind": "presence", "coming": "arrive" if anyone else "leave", "pool": "all"}
    if seconds:
        when["for_seconds"] = seconds
    return Predicate(when, None if seconds else {"kind": "home", "anyone_home": anyone})


def _going(mark: Mark, seconds: float, ground: Ground) -> Predicate:
    who = {key for key in mark.said if key in ("me", "any", "all", "first", "last")}
    if mark.said.get("all") and mark.kind == "arrive":
        who = set()
    if not who & {*_TOGETHER, "any"}:
        return _named(mark.kind, _me(ground), seconds)
    when: dict[str, Json] = {"kind": "presence", "coming": mark.kind}
    if who & set(_TOGETHER):
        when["pool"] = "all"
    if seconds:
        when["for_seconds"] = seconds
    return Predicate(when, None)


def _me(ground: Ground) -> Seen:
    """The speaker: the only person that the home can see, else one who is asked for."""
    people = tuple(s.entity.id for s in ground.view.exposed() if is_person(s))
    if len(people) < 2:
        return Seen(people)
    return Seen((HOLE,), choice_question(ground.code, "", people, ground.view), people)


def _named(way: str, found: Seen, seconds: float) -> Predicate:
    when: dict[str, Json] = {"kind": "presence", "coming": way, "entities": list(found.ids)}
    if not found.ids:
        del when["entities"]
    if seconds:
        when["for_seconds"] = seconds
    holds: dict[str, Json] = {"kind": "home", "anyone_home": way == "arrive", "entities": list(found.ids)}
    return Predicate(
        when, holds if found.ids and not seconds else None, found.ids, found.question, found.choices
    )

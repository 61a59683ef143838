"""Which entities a condition is about: the nouns of a clause among what can be in such a state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from assistant.models.offline.command import Problem
from assistant.models.offline.grammar.reading import Reading, Span, idle
from assistant.models.offline.grammar.target import (
    Choice,
    Fits,
    Group,
    Missing,
    Scope,
    aimed,
    groups,
    is_measure,
)
from assistant.models.offline.plan import HOLE, Kind
from assistant.models.offline.turns.mark import Mark
from devices.model import Domain, Json, Snapshot
from devices.resolve import NoMatch
from devices.view import View
from tools.words.spec import Tag
from tools.words.speech import choice_question, say, there_is

ALL = (Span("", 0, 0, ((Tag.ALL, "all"),)),)


@dataclass(frozen=True, slots=True)
class Ground:
    """What a condition is read against: the home, the language, and what was spoken of.

    `room` is that of the devices that are told something, `subject` the entities of the condition before or
    of the turn before: what "it" is.
    """

    view: View
    code: str
    room: str = ""
    subject: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Predicate:
    """Something that may set off (`when`), or must hold (`holds`); None where it can't.

    `entities` are those that it is about. `choices` are offered by `question` where HOLE stands in for one.
    """

    when: Mapping[str, Json] | None
    holds: Mapping[str, Json] | None
    entities: tuple[str, ...] = ()
    question: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """One condition: its nouns, its marks (those only meant inside a condition too), and how it was said."""

    nouns: Reading
    marks: tuple[Mark, ...]
    said: str
    whole: Reading = field(default_factory=lambda: Reading("", "en", ()))

    def of(self, *kinds: str) -> tuple[Mark, ...]:
        """Its marks of these meanings."""
        return tuple(mark for mark in self.marks if mark.kind in kinds)


@dataclass(frozen=True, slots=True)
class Seen:
    """The entities that were meant; HOLE alone while they are still to be chosen."""

    ids: tuple[str, ...]
    question: str = ""
    choices: tuple[str, ...] = ()


def seen(piece: Piece, fits: Fits, ground: Ground, *, several: bool = False) -> Seen | Problem:
    """The entities of a condition's nouns; with `several` all that answer to them."""
    wanted = groups(_bare(piece.nouns))
    if not wanted:
        return _unnamed(piece, fits, ground, several=several)
    ids: list[str] = []
    for group in wanted:
        if any(not s.known for s in group.spans):
            return unknown(ground.code, next(s.text for s in group.spans if not s.known))
        aim = aimed(_whole(group) if several else group, Scope(ground.view, fits, ground.room))
        if isinstance(aim, Missing):
            return _missing(piece, aim, group, fits, ground)
        if (
            isinstance(aim, Choice)
            and len(aim.ids) > 1
            and not (several or (aim.several and piece.of("every")))
        ):
            return _asked(aim.asked, aim.ids, ground) if len(wanted) == 1 else _two(piece, ground)
        ids += aim.ids
    return Seen(tuple(dict.fromkeys(ids)))


def measured(snapshot: Snapshot, measure: str) -> bool:
    """Whether a sensor gives numbers, of this measure if one was said."""
    return snapshot.entity.domain is Domain.SENSOR and (not measure or is_measure(snapshot, measure))


def unknown(code: str, asked: str) -> Problem:
    """A word that was not understood: nothing is made of the rest."""
    return Problem(Kind.REFUSE, say(code, "rule_unclear", asked=asked.strip()), "not-understood")


def lasting(piece: Piece) -> float:
    """For how many seconds it must be so."""
    return sum(m.seconds for m in piece.of("hold", "over") if m.kind == "hold" or m.text.startswith("over"))


def number_pool(piece: Piece) -> str:
    """How several are read as one: mean, any, all, or empty if nothing was said."""
    for kind, pool in (("mean", "mean"), ("any", "any"), ("every", "all")):
        if piece.of(kind):
            return pool
    return "any" if any(s.value(Tag.ASK) == "or" and not s.named for s in piece.whole.spans) else ""


def _bare(nouns: Reading) -> Reading:
    """The nouns without what only joins and points."""
    spans = tuple(
        replace(s, words=((Tag.AND, "and"),)) if s.value(Tag.ASK) == "or" and not s.named else s
        for s in nouns.spans
    )
    nouns = Reading(nouns.text, nouns.code, spans)
    idle_tags = (Tag.PRONOUN, Tag.THEN, Tag.IF, Tag.AT_ONCE)
    spans = tuple(s for s in nouns.spans if s.named or not s.has(*idle_tags) or s.has(*_NOUNS))
    return Reading(
        nouns.text, nouns.code, tuple(s for s in spans if s.named or not idle(s) or s.has(Tag.AND))
    )


_NOUNS = (Tag.KIND, Tag.MEASURE, Tag.THING, Tag.ROOM, Tag.FLOOR)


def _whole(group: Group) -> Group:
    return Group((*group.spans, *ALL), group.text)


def _unnamed(piece: Piece, fits: Fits, ground: Ground, *, several: bool) -> Seen | Problem:
    """No noun: what was spoken of before, else the only thing that can be so."""
    pronoun = piece.whole.has(Tag.PRONOUN) or not piece.nouns.spans
    before = tuple(i for i in ground.subject if (s := ground.view.find(i)) is not None and fits(s))
    if before and pronoun:
        return Seen(before)
    able = Scope(ground.view, fits).everyone()
    ids = tuple(s.entity.id for s in able)
    if len(ids) == 1 or (several and ids):
        return Seen(ids)
    here = tuple(s.entity.id for s in able if ground.room and s.entity.area == ground.room)
    if len(here) == 1:
        return Seen(here)
    return _asked("", ids, ground) if ids else unknown(ground.code, piece.said)


def _asked(asked: str, ids: tuple[str, ...], ground: Ground) -> Seen:
    """The one in the room that the rule acts in, else a question."""
    here = tuple(i for i in ids if ground.room and ground.view.snapshots[i].entity.area == ground.room)
    if len(here) == 1:
        return Seen(here)
    return Seen((HOLE,), choice_question(ground.code, asked, ids, ground.view), ids)


def _two(piece: Piece, ground: Ground) -> Problem:
    return Problem(Kind.CLARIFY, say(ground.code, "rule_needs_sensor"), f"two-unclear {piece.said}"[:11])


def _missing(piece: Piece, aim: Missing, group: Group, fits: Fits, ground: Ground) -> Problem:
    """Nothing of this name can be so."""
    if aim.reason in (NoMatch.UNKNOWN_NAME, NoMatch.UNKNOWN_AREA, NoMatch.UNKNOWN_FLOOR):
        return unknown(ground.code, aim.asked or piece.said)
    able = names(s for s in Scope(ground.view, fits).everyone())
    asked = group.text or aim.asked or piece.said
    reply = say(ground.code, "nothing_of_kind", asked=asked, there_is=there_is(ground.code, able))
    return Problem(Kind.REFUSE, reply, aim.reason.value)


def names(snapshots: Iterable[Snapshot]) -> list[str]:
    """The names of these, for an answer."""
    return [snapshot.entity.name for snapshot in snapshots]

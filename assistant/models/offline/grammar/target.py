"""From the nouns of a clause to entities of the home, or why not. Never widens, never guesses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from assistant.models.offline.grammar.gazetteer import bears_word
from assistant.models.offline.grammar.reading import Reading, Span, idle
from devices.model import Domain, Snapshot
from devices.resolve import NoMatch
from devices.view import View
from tools.words.spec import Tag

Fits: TypeAlias = Callable[[Snapshot], bool]
_ENTRANCES = frozenset({"garage", "gate", "door"})
_CLASSES = {
    "cover.garage": frozenset({"garage"}),
    "cover.gate": frozenset({"gate", "garage"}),
    "door": frozenset({"door", "garage_door", "opening"}),
    "window": frozenset({"window"}),
    "motion": frozenset({"motion", "occupancy", "presence"}),
    "leak": frozenset({"moisture"}),
}
_SWITCHED = frozenset({Domain.LIGHT, Domain.SWITCH, Domain.FAN, Domain.LOCK})


@dataclass(frozen=True, slots=True)
class Found:
    """The entities that were meant, in the order of their ids; `several` when a whole group was meant."""

    ids: tuple[str, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Several have an equal claim; `several` when more than one may be chosen."""

    asked: str
    ids: tuple[str, ...]
    several: bool = False


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing answers to what was asked; `candidates` are what comes nearest, for the answer only."""

    reason: NoMatch
    asked: str
    candidates: tuple[str, ...] = ()


Aim: TypeAlias = Found | Choice | Missing


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look: the home, what can be meant at all, and the room that the sentence is about."""

    view: View
    fits: Fits
    room: str = ""

    def everyone(self) -> tuple[Snapshot, ...]:
        """What may be spoken of and fits."""
        return tuple(s for s in self.view.exposed() if not s.entity.category and self.fits(s))


@dataclass(frozen=True, slots=True)
class Group:
    """A noun with its places: "the lights in the kitchen"."""

    spans: tuple[Span, ...]
    text: str

    @property
    def heads(self) -> tuple[Span, ...]:
        """The spans that say what, not where."""
        nouns = tuple(s for s in self.spans if _says_what(s))
        placed = tuple(s for s in nouns if not (s.areas or s.floors))
        return placed or nouns

    @property
    def places(self) -> tuple[Span, ...]:
        """The spans that say where."""
        heads = self.heads
        return tuple(
            s for s in self.spans if s.has(Tag.ROOM, Tag.FLOOR) or s.areas or s.floors if s not in heads
        )

    @property
    def whole(self) -> bool:
        """Whether all of the kind are meant."""
        return any(s.has(Tag.ALL, Tag.EVERYWHERE) or s.value(Tag.KIND) == "everything" for s in self.spans)

    @property
    def empty(self) -> bool:
        """Whether it names nothing at all."""
        return not self.heads and not self.places and not any(s.has(Tag.EVERYWHERE) for s in self.spans)


def _says_what(span: Span) -> bool:
    return bool(span.entities) or span.has(Tag.KIND, Tag.THING, Tag.MEASURE) or not span.known


def groups(reading: Reading) -> tuple[Group, ...]:
    """The nouns of a clause, parted by "and" and commas; one without an own place takes its neighbour's."""
    parted: list[list[Span]] = [[]]
    for place, span in enumerate(reading.spans):
        gap = reading.text[reading.spans[place - 1].end : span.start] if place else ""
        if (span.has(Tag.AND) and not span.named) or any(mark in gap for mark in ",、;，"):
            parted.append([])
        parted[-1].append(span)
    made = [Group(tuple(spans), _asked(reading, spans)) for spans in parted]
    return _shared([group for group in made if not group.empty])


def _asked(reading: Reading, spans: Sequence[Span]) -> str:
    """The words of a group as they were said, without what leads up to the noun."""
    nouns = [s for s in spans if _says_what(s) or s.has(Tag.ROOM, Tag.FLOOR) or s.named]
    return " ".join(reading.text[nouns[0].start : nouns[-1].end].split()) if nouns else ""


def _shared(parts: list[Group]) -> tuple[Group, ...]:
    """Lend the head in "living room and kitchen lights", the place in "lights and fans in the kitchen"."""
    shared = list(parts)
    for place in range(1, len(shared)):
        group, before = shared[place], shared[place - 1]
        if group.places and not group.heads and before.heads and before.places and _postposed(before):
            shared[place] = Group((*group.spans, *_lent(before)), group.text)
    for place in range(len(shared) - 2, -1, -1):
        group, after = shared[place], shared[place + 1]
        if group.places and not group.heads and after.heads:
            shared[place] = Group((*group.spans, *_lent(after)), group.text)
        elif group.heads and not group.places and after.places and _postposed(after) and _kinds_only(group):
            shared[place] = Group((*group.spans, *after.places), group.text)
    return tuple(shared)


def _lent(group: Group) -> tuple[Span, ...]:
    """The heads of a group as mere kinds: of "kitchen lights" the lights, for the other room."""
    return tuple(
        replace(head, entities=(), words=((Tag.KIND, head.kind),)) if head.entities and head.kind else head
        for head in group.heads
    )


def _postposed(group: Group) -> bool:
    return bool(group.heads) and group.spans.index(group.heads[0]) < group.spans.index(group.places[-1])


def _kinds_only(group: Group) -> bool:
    return all(span.has(Tag.KIND) and not span.entities for span in group.heads)


def aimed(group: Group, scope: Scope) -> Aim:
    """What a group means in this home."""
    where = _where(group, scope.view)
    if isinstance(where, Missing):
        return where
    if not group.heads:
        return _bare_place(group, scope, where or frozenset())
    if not all(span.known for span in group.heads):
        return Missing(NoMatch.UNKNOWN_NAME, group.text)
    fitting = scope.everyone()
    inside = [s for s in fitting if where is None or s.entity.area in where]
    named = [] if _plainly_kind(group) else _bearers(inside, group, scope.view)
    found = named or [s for s in inside if _of_kind(s, group)] or _gates(inside, group)
    if not found:
        return _nothing(group, scope, fitting)
    found = found if named or group.whole else _so_called(found, group)
    if len(found) == 1 and not (_plural(group) and where is None and not named):
        return Found((found[0].entity.id,))
    return _counted(group, scope, found, placed=where is not None)


def _bare_place(group: Group, scope: Scope, where: frozenset[str]) -> Aim:
    """Only a room was said: its garage door if that is what opens, else a question about what is there."""
    inside = [s for s in scope.everyone() if s.entity.area in where]
    gates = [s for s in inside if s.entity.device_class in ("garage", "gate")]
    if len(gates) == 1 and all(s.entity.domain is Domain.COVER for s in inside):
        return Found((gates[0].entity.id,))
    return Choice(group.text, _ids(inside), several=True) if inside else Missing(NoMatch.EMPTY, group.text)


def _where(group: Group, view: View) -> frozenset[str] | Missing | None:
    """The area ids it is confined to; None without a place."""
    if not group.places:
        return None
    rooms: set[str] = set()
    for span in group.places:
        if len(span.floors) == 1:
            rooms |= {area.id for area in view.areas.values() if area.floor == span.floors[0]}
        elif len(span.areas) == 1:
            rooms.add(span.areas[0])
        elif not span.areas and not span.floors:
            reason = NoMatch.UNKNOWN_AREA if span.has(Tag.ROOM) else NoMatch.UNKNOWN_FLOOR
            return Missing(reason, span.text)
        else:
            return Missing(NoMatch.AMBIGUOUS, span.text)
    return frozenset(rooms)


def _plainly_kind(group: Group) -> bool:
    """For instance "all fans" means the kind, though one fan may bear the name "Fan"."""
    return all(span.has(Tag.KIND) for span in group.heads) and (group.whole or _plural(group))


def _plural(group: Group) -> bool:
    return any(span.several for span in group.heads)


def _bearers(inside: list[Snapshot], group: Group, view: View) -> list[Snapshot]:
    """Those of the very name, else those whose name speaks of the same thing, else a meter of that thing."""
    exact = [s for s in inside if _bears(s, group)]
    related = exact or [s for s in inside if _bears(s, group, related=True)]
    return related or [s for s in inside if _meters(s, group, view)]


def _so_called(found: list[Snapshot], group: Group) -> list[Snapshot]:
    """Of blinds and curtains those whose names hold the very word, if it parts them."""
    if not all("cover.blind" in span.values(Tag.KIND) for span in group.heads):
        return found
    called = [s for s in found if all(bears_word(s.entity.name, span.text) for span in group.heads)]
    return called or found


def _gates(inside: list[Snapshot], group: Group) -> list[Snapshot]:
    """The door to the garage: its gate is a door only when its room was said."""
    doors = bool(group.places) and all("door" in span.values(Tag.KIND) for span in group.heads)
    return [s for s in inside if doors and s.entity.device_class == "garage"]


def _meters(snapshot: Snapshot, group: Group, view: View) -> bool:
    """Whether it measures what was asked at the thing that was named: "the power of the TV plug"."""
    measured = [span for span in group.heads if span.has(Tag.MEASURE) and not span.entities]
    named = [view.snapshots[i].entity for span in group.heads for i in span.entities if i in view.snapshots]
    if not measured or not named or not all(_is(snapshot, span) for span in measured):
        return False
    entity = snapshot.entity
    return any(
        (entity.device is not None and other.device is not None and entity.device.id == other.device.id)
        or entity.name.startswith(other.name)
        for other in named
    )


def _bears(snapshot: Snapshot, group: Group, *, related: bool = False) -> bool:
    """Whether it bears every name said, or one that speaks of the same thing, and is of every kind said."""
    names = [span for span in group.heads if span.entities]
    return bool(names) and all(
        snapshot.entity.id in (span.related if related else span.entities)
        or (span not in names and _is(snapshot, span))
        for span in group.heads
    )


def _of_kind(snapshot: Snapshot, group: Group) -> bool:
    heads = group.heads
    return bool(heads) and all(span.has(Tag.KIND, Tag.MEASURE) and _is(snapshot, span) for span in heads)


def _is(snapshot: Snapshot, span: Span) -> bool:
    return any(is_kind(snapshot, kind) for kind in span.values(Tag.KIND)) or any(
        is_measure(snapshot, measure) for measure in span.values(Tag.MEASURE)
    )


def is_kind(snapshot: Snapshot, kind: str) -> bool:
    """Whether an entity is what a kind word of the lexicon stands for."""
    entity = snapshot.entity
    domain, device_class = entity.domain, entity.device_class or ""
    match kind:
        case "everything":
            return domain in _SWITCHED
        case "cover.blind":
            return domain is Domain.COVER and device_class not in _ENTRANCES
        case "cover.garage" | "cover.gate":
            return domain is Domain.COVER and device_class in _CLASSES[kind]
        case "door":
            return domain is Domain.LOCK or device_class in _CLASSES[kind]
        case _:
            return device_class in _CLASSES[kind] if kind in _CLASSES else domain.value == kind


def is_measure(snapshot: Snapshot, measure: str) -> bool:
    """Whether a sensor measures this."""
    device_class = snapshot.entity.device_class
    if measure == "leak":
        return device_class == "moisture"
    return device_class == measure or (measure == "motion" and device_class == "occupancy")


def _nothing(group: Group, scope: Scope, fitting: tuple[Snapshot, ...]) -> Missing:
    """No such thing here: of this name but unable, elsewhere, or not at all."""
    able = [s for s in fitting if _bears(s, group) or _of_kind(s, group)]
    if able:
        return Missing(NoMatch.NOTHING_OF_KIND_IN_AREA, group.text, _ids(able))
    everyone = [s for s in scope.view.exposed() if not s.entity.category]
    known = [s for s in everyone if _bears(s, group)] or [s for s in everyone if _of_kind(s, group)]
    if known and not _vague(group):
        return Missing(NoMatch.WRONG_KIND, group.text, _ids(known))
    if group.heads and all(span.has(Tag.KIND, Tag.MEASURE) for span in group.heads):
        return Missing(NoMatch.NOTHING_OF_KIND_IN_AREA, group.text)
    return Missing(NoMatch.UNKNOWN_NAME, group.text)


def _vague(group: Group) -> bool:
    return any(span.value(Tag.KIND) == "everything" for span in group.heads)


def _counted(group: Group, scope: Scope, found: list[Snapshot], *, placed: bool) -> Aim:
    ids = _ids(found)
    massed = any(span.has(Tag.MASS) for span in group.heads)
    if group.whole or (placed and (_plural(group) or massed)):
        return Found(ids, several=True)
    here = [s for s in found if scope.room and s.entity.area == scope.room]
    if here and (len(here) == 1 or _plural(group) or massed):
        return Found(_ids(here), several=len(here) > 1)
    if _plural(group) and len({s.entity.area for s in found}) == 1:
        return Found(ids, several=True)
    return Choice(group.text, ids, several=_plural(group) or massed)


def _ids(found: Sequence[Snapshot]) -> tuple[str, ...]:
    return tuple(s.entity.id for s in found)


def own_words(reading: Reading) -> str:
    """What a clause says without fillers and courtesies, as it was said."""
    spans = [span for span in reading.spans if not idle(span)]
    return " ".join(reading.text[spans[0].start : spans[-1].end].split()) if spans else ""

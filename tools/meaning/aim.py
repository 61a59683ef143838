"""From what a call names to the entities meant: names, rooms with a kind, whole kinds. Never widens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from devices.model import Area, Snapshot
from devices.resolve import NoMatch, Resolved, Target, Unresolved, resolve
from devices.view import View
from tools.context import ToolContext
from tools.meaning.concept import Sort, area_of, in_area, sort_of
from tools.outcome import Ending, ToolResult
from tools.words.speech import unresolved_sentence

Aimed: TypeAlias = Resolved | Unresolved
Fit: TypeAlias = Callable[[Snapshot], bool]
"""Whether an entity can be meant at all: whether it can be told the action, has numbers and so on."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a call names, and what can be meant by it; `fits` breaks ties and filters whole rooms."""

    target: Target
    fits: Fit = lambda _snapshot: True

    @property
    def named(self) -> bool:
        """Whether single things are named, so that one that can't be told stops everything."""
        return bool(self.target.names) and not self.target.everything


def aim(wish: Aim, view: View) -> Aimed:
    """The entities of a wish; every name is one entity, and one unknown part leaves all unresolved."""
    target = replace(wish.target, areas=tuple(_place(name, view) for name in wish.target.areas))
    if not target.names:
        return _kindly(_fitting(resolve(target, view), wish), target)
    if target.everything:
        return _whole(target, wish, view)
    ids: list[str] = []
    for name in target.names:
        one = _one(name, replace(target, names=(name,), excluding=()), wish, view)
        if isinstance(one, Unresolved):
            return one
        ids += [s.entity.id for s in one.snapshots]
    return resolve(Target(names=tuple(dict.fromkeys(ids)), excluding=target.excluding), view)


def missed(unresolved: Unresolved, context: ToolContext) -> ToolResult:
    """The result for a target that was not found: final, with a sentence that names what there is."""
    ambiguous = unresolved.reason is NoMatch.AMBIGUOUS
    return ToolResult(
        Ending.FATAL,
        unresolved_sentence(context.language, unresolved, context.house.home.view()),
        data={"asked": unresolved.asked, "candidates": list(unresolved.candidates)},
        error=f"{unresolved.reason.value}: {unresolved.asked}".rstrip(": "),
        stop=True,
        reason=unresolved.reason,
        choices=unresolved.candidates if ambiguous else (),
    )


def among(found: Iterable[Snapshot], asked: str, kind: str = "", elsewhere: Iterable[Snapshot] = ()) -> Aimed:
    """The one of these, or why it is not one; `elsewhere` is offered when there is none of the kind."""
    snapshots = tuple(found)
    ids = tuple(s.entity.id for s in snapshots)
    if len(ids) == 1:
        return Resolved(snapshots)
    if ids:
        return Unresolved(NoMatch.AMBIGUOUS, asked, ids)
    return Unresolved(NoMatch.NOTHING_OF_KIND_IN_AREA, kind or asked, tuple(s.entity.id for s in elsewhere))


def _place(name: str, view: View) -> str:
    area = area_of(name, view)
    return area.id if area else name


def _fitting(found: Aimed, wish: Aim) -> Aimed:
    """Of whole rooms and kinds only those that can be meant."""
    if isinstance(found, Unresolved):
        return found
    left = tuple(s for s in found.snapshots if wish.fits(s))
    return Resolved(left) if left else Unresolved(NoMatch.NOTHING_OF_KIND_IN_AREA, "")


def _kindly(found: Aimed, target: Target) -> Aimed:
    """Name the kind that a room does not hold; where no kind was named, nothing was."""
    if isinstance(found, Resolved) or found.reason is not NoMatch.NOTHING_OF_KIND_IN_AREA:
        return found
    kind = target.device_class or (target.domain.value if target.domain else "")
    return replace(found, asked=kind) if kind else Unresolved(NoMatch.EMPTY, "", found.candidates)


def _whole(target: Target, wish: Aim, view: View) -> Aimed:
    """`everything` with words for kinds or areas ("lights", "kitchen"): all of those, and nothing else."""
    found: dict[str, Snapshot] = {}
    for name in target.names:
        area, sort = area_of(name, view), sort_of(name)
        bare = replace(target, names=(), areas=(area.id,) if area and not sort else target.areas)
        all_of = (
            resolve(bare, view) if area or sort else _one(name, replace(target, names=(name,)), wish, view)
        )
        if isinstance(all_of, Unresolved):
            return all_of
        found |= {s.entity.id: s for s in all_of.snapshots if sort is None or sort.covers(s)}
    return _fitting(Resolved(tuple(found.values())), wish)


def _one(name: str, target: Target, wish: Aim, view: View) -> Aimed:
    """A name as it stands, else an area with a kind, else the only one of a kind."""
    found = resolve(target, view)
    if isinstance(found, Resolved) or found.reason is NoMatch.NOT_EXPOSED:
        return found
    if found.reason is NoMatch.AMBIGUOUS:
        meant = [s for s in map(view.find, found.candidates) if s is not None and wish.fits(s)]
        return Resolved((meant[0],)) if len(meant) == 1 else found
    if found.reason in (NoMatch.UNKNOWN_NAME, NoMatch.WRONG_KIND):
        return _described(name, target, wish, view) or _offering(found, wish, view)
    return found


def _offering(found: Unresolved, wish: Aim, view: View) -> Unresolved:
    """Of what is offered instead, only what could be meant."""
    known = [s for s in map(view.find, found.candidates) if s is not None]
    return replace(found, candidates=tuple(s.entity.id for s in known if wish.fits(s)))


def _described(name: str, target: Target, wish: Aim, view: View) -> Aimed | None:
    """Read "kitchen light", "厨房灯" or "fan": what there is of the kind, in that area if one is named."""
    found: Aimed | None = None
    if (sort := sort_of(name)) is not None:
        found = _of_sort(name, sort, target, wish, view)
    nothing = isinstance(found, Unresolved) and found.reason is NoMatch.NOTHING_OF_KIND_IN_AREA
    if found is not None and not nothing:
        return found
    if (placed := in_area(name, view)) is not None and (sort := sort_of(placed[1])) is not None:
        return _of_sort(name, sort, replace(target, areas=(placed[0].id,)), wish, view)
    if found is None and target.domain and (area := area_of(name, view)) is not None:
        return _in_room(area, target, wish, view)
    return found


def _of_sort(name: str, sort: Sort, target: Target, wish: Aim, view: View) -> Aimed:
    place = resolve(replace(target, names=(), domain=None, device_class=None, everything=True), view)
    if isinstance(place, Unresolved):
        return place
    everywhere = [s for s in view.exposed() if sort.covers(s) and wish.fits(s)]
    here = [s for s in place.snapshots if s in everywhere]
    return among(here, name, sort.word, everywhere)


def _in_room(area: Area, target: Target, wish: Aim, view: View) -> Aimed:
    return _fitting(resolve(replace(target, names=(), areas=(area.id,)), view), wish)

"""Whether any and how many of some devices are in a state, as sentences. Finds no devices."""

from collections.abc import Sequence

from devices.model import Domain, Snapshot
from devices.name import folded
from devices.view import View
from tools.context import ToolContext
from tools.words.speech import distinct_names, listed, say, state_label, state_sentence

_OPENINGS = frozenset({"door", "window", "garage_door", "opening", "garage", "gate"})
_UNKNOWN = frozenset({"unknown", "unavailable"})
_AS_OPEN = {Domain.LOCK: "unlocked", Domain.COVER: "opening"}


def stands(snapshot: Snapshot, state: str) -> bool:
    """Whether it is in this state, in whatever word its kind has for it."""
    wanted, entity = _word(state), snapshot.entity
    if snapshot.word == wanted:
        return True
    if entity.domain is Domain.CLIMATE and wanted == "on":
        return snapshot.word not in _UNKNOWN | {"off"}
    if entity.domain is Domain.BINARY_SENSOR and entity.device_class in _OPENINGS:
        return {"open": "on", "closed": "off"}.get(wanted) == snapshot.word
    return wanted == "open" and _AS_OPEN.get(entity.domain) == snapshot.word


def whether(snapshots: Sequence[Snapshot], state: str, context: ToolContext) -> str:
    """Yes and those that are, or No; what can't be known is told beside the No."""
    language = context.language
    if standing := [s for s in snapshots if stands(s, state)]:
        return say(language, "yes", text=_sentences(standing, context))
    if blind := [s for s in snapshots if s.word in _UNKNOWN]:
        text = _sentences(blind, context)
        return say(language, "no_known", state=state_label(language, _word(state)), text=text)
    if _word(state) == "open":
        return say(language, "no_closed")
    return say(language, "no_none", state=state_label(language, _word(state)))


def counted(snapshots: Sequence[Snapshot], view: View, context: ToolContext) -> str:
    """How many they are, then their names; empty when there is none."""
    names = distinct_names([s.entity.id for s in snapshots], view)
    told = listed(context.language, names)
    return say(context.language, "count_list", count=len(names), names=told) if names else ""


def _sentences(snapshots: Sequence[Snapshot], context: ToolContext) -> str:
    house, language = context.house, context.language
    view, now, zone = house.home.view(), house.clock.now(), house.zone
    return "\n".join(state_sentence(language, s, view, now, zone) for s in snapshots)


def _word(state: str) -> str:
    return folded(state).replace(" ", "_")

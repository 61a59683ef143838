"""From the words for a state to the words that an entity reports. Pure."""

from collections.abc import Mapping, Sequence

from devices.model import Domain, Snapshot
from devices.name import folded
from tools.meaning.concept import state_of

ANYWHERE = ("unavailable", "unknown")
"""Words that every entity may have, without a report of its own."""
_ON = ("on", "open", "wet", "motion", "home", "on_open", "occupied", "detected", "true", "active", "present")
_OFF = ("off", "closed", "dry", "clear", "away", "off_closed", "free", "false", "inactive", "no_motion")
_BINARY = {**dict.fromkeys(_ON, ("on",)), **dict.fromkeys(_OFF, ("off",))}
_OPEN = {"open": ("open",), "on_open": ("open",), "on": ("open",)}
_SHUT = {"closed": ("closed",), "off_closed": ("closed",), "off": ("closed",)}
_MODES = ("off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only")
_MEANT: Mapping[Domain, Mapping[str, tuple[str, ...]]] = {
    Domain.BINARY_SENSOR: _BINARY,
    **dict.fromkeys((Domain.LIGHT, Domain.SWITCH, Domain.FAN), _BINARY),
    Domain.DEVICE_TRACKER: {
        **dict.fromkeys(("home", "present"), ("home",)),
        **dict.fromkeys(("away", "not_home"), ("not_home",)),
    },
    Domain.COVER: {**_OPEN, **_SHUT, "opening": ("opening",), "closing": ("closing",)},
    Domain.LOCK: {
        **dict.fromkeys(("unlocked", "open", "on_open"), ("unlocked",)),
        **dict.fromkeys(("locked", "closed", "off_closed"), ("locked",)),
        **{word: (word,) for word in ("jammed", "locking", "unlocking")},
    },
    Domain.CLIMATE: {
        **{word: (word,) for word in _MODES},
        **dict.fromkeys(("on", "on_open"), tuple(word for word in _MODES if word != "off")),
        **dict.fromkeys(("off", "off_closed"), ("off",)),
    },
}
"""What each kind reports for a concept; a kind that isn't here reports words of its own."""


def reported(words: Sequence[str], snapshots: Sequence[Snapshot]) -> tuple[str, ...] | str:
    """The state words that all of these report for what was said, or the word that one of them never has."""
    meant: dict[str, None] = {}
    for word in words:
        for snapshot in snapshots:
            found = _of(word, snapshot)
            if not found:
                return word
            meant |= dict.fromkeys(found)
    return tuple(meant)


def states_of(snapshot: Snapshot) -> tuple[str, ...]:
    """The state words that this entity may report: those of its kind, else its options, if it has any."""
    known = _MEANT.get(snapshot.entity.domain)
    if known is None:
        return snapshot.entity.features.modes
    modes = snapshot.entity.features.modes if snapshot.entity.domain is Domain.CLIMATE else ()
    return modes or tuple(dict.fromkeys(word for words in known.values() for word in words))


def _of(word: str, snapshot: Snapshot) -> tuple[str, ...]:
    plain = folded(word).replace(" ", "_")
    if plain in ANYWHERE:
        return (plain,)
    known = _MEANT.get(snapshot.entity.domain)
    if known is not None:
        words = known.get(state_of(word)) or known.get(plain) or ()
        return tuple(one for one in words if one in states_of(snapshot))
    options = snapshot.entity.features.modes
    same = tuple(option for option in options if folded(option) == folded(word))
    return same or (() if options else (_OTHER.get(state_of(word), word.strip()),))


_OTHER = {"away": "not_home", "home": "home"}
"""Words of people's whereabouts; a sensor's words are its own."""

"""Which recorded words a state that was asked for means, kind by kind. Pure."""

from collections.abc import Mapping

from devices.history.course.course import States
from devices.history.sight import UNAVAILABLE
from devices.model import Domain, Entity
from tools.meaning.concept import state_of

_ACTIVE: Mapping[Domain, str] = {
    Domain.COVER: "open",
    Domain.LOCK: "unlocked",
    Domain.DEVICE_TRACKER: "home",
}
_SAME: Mapping[Domain, Mapping[str, str]] = {
    Domain.LOCK: {"open": "unlocked", "closed": "locked", "on": "unlocked", "off": "locked"},
    Domain.COVER: {"on": "open", "off": "closed"},
    Domain.DEVICE_TRACKER: {"on": "home", "off": "not_home", "away": "not_home", "left": "not_home"},
}
_SENSED = {
    "open": "on",
    "closed": "off",
    "unlocked": "on",
    "locked": "off",
    "motion": "on",
    "detected": "on",
    "triggered": "on",
    "wet": "on",
    "dry": "off",
    "home": "on",
    "not_home": "off",
}
"""What people call the two words of a sensor."""
_NOT: Mapping[tuple[Domain, str], frozenset[str]] = {
    (Domain.CLIMATE, "on"): frozenset({"off"}),
    (Domain.COVER, "open"): frozenset({"closed"}),
    (Domain.DEVICE_TRACKER, "not_home"): frozenset({"home"}),
}
"""What a thing is in any word but these: a thermostat is on in each of its modes."""
_ALSO: Mapping[tuple[Domain, str], frozenset[str]] = {
    (Domain.LOCK, "unlocked"): frozenset({"unlocking", "open", "opening"}),
}
_NO_WORD = frozenset({UNAVAILABLE, "unknown"})


def word_of(state: str | None, entity: Entity) -> str:
    """The recorded word that a state means of this entity; its active one when none was named."""
    if not state:
        return _ACTIVE.get(entity.domain, "on")
    word = state_of(state)
    if entity.domain is Domain.BINARY_SENSOR:
        return _SENSED.get(word, word)
    return _SAME.get(entity.domain, {}).get(word, word)


def words_of(word: str, entity: Entity, states: States) -> frozenset[str]:
    """All words on record that mean this one."""
    seen = {span.word for span in states.spans} | {said for one in states.tallies for said in one.held}
    key = (entity.domain, word)
    if key in _NOT:
        return frozenset(seen - _NOT[key] - _NO_WORD)
    return frozenset({word}) | _ALSO.get(key, frozenset())

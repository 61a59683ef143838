"""The commands that bring an entity back to a state it had. Pure; it knows kinds, not journals."""

import math
from collections.abc import Callable, Mapping

from devices.command import Command
from devices.model import Domain, Scalar, Snapshot
from devices.storage.record import Attributes

BROUGHT_BACK: Mapping[Domain, tuple[str, ...]] = {
    Domain.LIGHT: ("brightness", "color_temp_kelvin"),
    Domain.FAN: ("percentage",),
    Domain.COVER: ("current_position",),
    Domain.CLIMATE: ("temperature", "target_temp_low", "target_temp_high"),
}
"""The attributes that a command can bring back, a kind."""

_PASSING = frozenset({"unknown", "unavailable", "opening", "closing", "locking", "unlocking", "jammed"})

TOLERANCE = {"brightness": 3.0, "current_position": 2.0, "percentage": 1.0, "color_temp_kelvin": 60.0}
"""How far a device may be off and still be where it was: devices round."""


def alike(domain: Domain, word: str, attributes: Attributes, other: Snapshot) -> bool:
    """Whether an entity stands as this word and these attributes tell, as far as they can be brought back."""
    return word == other.word and all(
        _near(name, attributes[name], other.attributes().get(name))
        for name in BROUGHT_BACK.get(domain, ())
        if attributes.get(name) is not None
    )


def restore(now: Snapshot, word: str, attributes: Attributes) -> tuple[Command, ...]:
    """The commands, in order, that bring back this word and these attributes; empty when there are none."""
    rebuild = _KINDS.get(now.entity.domain)
    return rebuild(now, word, attributes) if rebuild else ()


def kept(now: Snapshot) -> Attributes | None:
    """What must be known of an entity to bring it back to where it stands now.

    None when nothing can: it is not known or not reachable, on its way, jammed, or takes no commands.
    """
    domain = now.entity.domain
    if now.state is None or not now.available or now.word in _PASSING:
        return None
    held = {name: v for name, v in now.attributes().items() if name in BROUGHT_BACK.get(domain, ())}
    if domain is not Domain.CLIMATE and not restore(now, now.word, held):
        return None
    return held


def can_be_told(snapshot: Snapshot) -> bool:
    """Whether commands bring this kind of entity to a state at all."""
    return snapshot.entity.domain in _KINDS


def _near(name: str, wanted: Scalar | tuple[Scalar, ...], found: Scalar | tuple[Scalar, ...]) -> bool:
    if isinstance(wanted, int | float) and isinstance(found, int | float):
        return math.isclose(wanted, found, abs_tol=TOLERANCE.get(name, 0.05))
    return wanted == found


def _values(attributes: Attributes, *names: str) -> dict[str, Scalar]:
    """The numbers among these attributes."""
    found = {name: attributes.get(name) for name in names}
    return {name: value for name, value in found.items() if isinstance(value, int | float)}


def _without_zero(values: dict[str, Scalar]) -> dict[str, Scalar]:
    """Without levels of nothing, which would turn off what was on."""
    return {name: value for name, value in values.items() if value}


def _power(now: Snapshot, word: str, _attributes: Attributes) -> tuple[Command, ...]:
    control = {"on": "turn_on", "off": "turn_off"}.get(word)
    return (Command(now.entity.id, control),) if control else ()


def _light(now: Snapshot, word: str, attributes: Attributes) -> tuple[Command, ...]:
    if word != "on":
        return _power(now, word, attributes)
    shone = _values(attributes, *BROUGHT_BACK[Domain.LIGHT])
    return (Command(now.entity.id, "turn_on", _without_zero(shone)),)


def _fan(now: Snapshot, word: str, attributes: Attributes) -> tuple[Command, ...]:
    if word != "on":
        return _power(now, word, attributes)
    return (Command(now.entity.id, "turn_on", _without_zero(_values(attributes, "percentage"))),)


def _cover(now: Snapshot, word: str, attributes: Attributes) -> tuple[Command, ...]:
    position = attributes.get("current_position")
    if isinstance(position, int | float) and 0 < position < 100:
        return (Command(now.entity.id, "set_cover_position", {"position": position}),)
    if position in (0, 100):
        return (Command(now.entity.id, "open_cover" if position else "close_cover"),)
    control = {
        "open": "open_cover",
        "opening": "open_cover",
        "closed": "close_cover",
        "closing": "close_cover",
    }.get(word)
    return (Command(now.entity.id, control),) if control else ()


_BOLTS = {"locked": "lock", "locking": "lock", "unlocked": "unlock", "unlocking": "unlock"}


def _lock(now: Snapshot, word: str, _attributes: Attributes) -> tuple[Command, ...]:
    control = _BOLTS.get(word)
    return (Command(now.entity.id, control),) if control else ()


def _climate(now: Snapshot, word: str, attributes: Attributes) -> tuple[Command, ...]:
    target = _values(attributes, *BROUGHT_BACK[Domain.CLIMATE])
    commands = [Command(now.entity.id, "set_temperature", target)] if target and _moved(now, target) else []
    if word != now.word:
        # a thermostat that is off may refuse a setpoint: switch on before it, switch off after it
        commands.insert(
            len(commands) if word == "off" else 0,
            Command(now.entity.id, "set_hvac_mode", {"hvac_mode": word}),
        )
    return tuple(commands)


def _moved(now: Snapshot, target: Mapping[str, Scalar]) -> bool:
    return not all(_near(name, value, now.attributes().get(name)) for name, value in target.items())


_KINDS: Mapping[Domain, Callable[[Snapshot, str, Attributes], tuple[Command, ...]]] = {
    Domain.LIGHT: _light,
    Domain.SWITCH: _power,
    Domain.FAN: _fan,
    Domain.COVER: _cover,
    Domain.LOCK: _lock,
    Domain.CLIMATE: _climate,
}

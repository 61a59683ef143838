"""A device tile: snapshot in, glyph, word and detail out. The word says it, the tone repeats it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from math import isfinite

from assistant.tui.face.age import Moment, ago, clock, since
from devices.model import Domain, Scalar, Snapshot

LONG_OPEN = timedelta(minutes=10)
OUTER = frozenset({"garage", "gate", "door"})
OPENINGS = frozenset({"door", "window", "garage_door", "opening"})

BINARY: dict[str, tuple[str, str]] = {
    "battery": ("LOW", "ok"),
    "carbon_monoxide": ("GAS", "clear"),
    "connectivity": ("connected", "no link"),
    "door": ("open", "closed"),
    "garage_door": ("open", "closed"),
    "gas": ("GAS", "clear"),
    "heat": ("HOT", "normal"),
    "lock": ("UNLOCKED", "locked"),
    "moisture": ("WET", "dry"),
    "motion": ("motion", "clear"),
    "occupancy": ("occupied", "empty"),
    "opening": ("open", "closed"),
    "plug": ("plugged in", "unplugged"),
    "presence": ("home", "away"),
    "problem": ("PROBLEM", "ok"),
    "safety": ("UNSAFE", "safe"),
    "smoke": ("SMOKE", "clear"),
    "tamper": ("TAMPERED", "ok"),
    "window": ("open", "closed"),
}
"""Device class to the words for on and off; capitals mark what needs a person."""


class Tone(StrEnum):
    """How loud a tile is."""

    ACTIVE = "active"
    QUIET = "quiet"
    SECURED = "secured"
    ATTENTION = "attention"
    LOST = "lost"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Face:
    """What a tile shows: one glyph, a name, a state word, and what else fits the second row."""

    glyph: str
    name: str
    word: str
    detail: str = ""
    tone: Tone = Tone.QUIET


def face(
    snapshot: Snapshot, moment: Moment, *, by: str = "", pending: str = "", meter: Snapshot | None = None
) -> Face:
    """The tile of one entity.

    `by` says who caused the last change, `pending` what was just asked, `meter` what it draws.
    """
    name = snapshot.entity.name
    last = f"last {clock(snapshot.reported_at, moment)}" if snapshot.reported_at else ""
    if snapshot.state is None or (moment.connected and not snapshot.available):
        arriving = snapshot.state is None and not moment.settled
        word = "waiting" if snapshot.available or arriving else "no signal"
        return Face("◌", name, word, last, Tone.LOST)
    known = replace(snapshot, available=True)
    seen = replace(PAINTERS.get(snapshot.entity.domain, _plain)(known, moment, by), name=name)
    if not moment.connected:
        return replace(seen, glyph="◌", detail=last or "last known", tone=Tone.LOST)
    if meter is not None and meter.available and meter.state is not None:
        seen = replace(seen, detail=f"{figure(meter.word)} {meter.entity.unit or ''}".strip())
    if pending:
        return replace(seen, glyph="…", detail=pending, tone=Tone.PENDING)
    return seen


def bar(percent: float, width: int = 8) -> str:
    """A meter of small blocks; anything above nothing shows at least one."""
    full = min(width, max(1 if percent > 0 else 0, round(percent / 100 * width)))
    return "▮" * full + "▯" * (width - full)


def figure(value: Scalar | tuple[Scalar, ...]) -> str:
    """A number as a person writes it: one decimal at most, no trailing zero; words stay."""
    try:
        number = float(str(value))
    except ValueError:
        return str(value)
    if not isfinite(number):
        return str(value)
    return f"{number:.1f}".removesuffix(".0") if abs(number) < 1000 else f"{number:.0f}"


def percentage(snapshot: Snapshot) -> float | None:
    """Brightness, position or speed in percent, when the entity reports one."""
    attributes = snapshot.attributes()
    brightness = attributes.get("brightness")
    if isinstance(brightness, int | float):
        return max(1.0, round(brightness / 255 * 100)) if brightness else 0.0
    for key in ("current_position", "percentage"):
        value = attributes.get(key)
        if isinstance(value, int | float):
            return float(value)
    return None


def _light(snapshot: Snapshot, _moment: Moment, _by: str) -> Face:
    level = percentage(snapshot)
    if snapshot.word != "on":
        return Face("○", "", snapshot.word)
    if level is None:
        return Face("●", "", "on", tone=Tone.ACTIVE)
    return Face("●", "", f"on {level:.0f} %", bar(level), Tone.ACTIVE)


def _switch(snapshot: Snapshot, _moment: Moment, _by: str) -> Face:
    on = snapshot.word == "on"
    return Face("●" if on else "○", "", snapshot.word, tone=Tone.ACTIVE if on else Tone.QUIET)


def _cover(snapshot: Snapshot, moment: Moment, by: str) -> Face:
    word, level = snapshot.word, percentage(snapshot)
    if word in ("opening", "closing"):
        return Face("◐", "", word, bar(level) if level is not None else "", Tone.ACTIVE)
    if word == "closed":
        return Face("■", "", "closed", _who(snapshot, moment, by), Tone.SECURED)
    if snapshot.entity.device_class in OUTER:
        return Face("▲", "", f"OPEN {since(snapshot.changed_at, moment)}".strip(), "check", Tone.ATTENTION)
    if level is None or level >= 100:
        return Face("●", "", word, tone=Tone.ACTIVE)
    return Face("◐", "", f"{level:.0f} % open", bar(level), Tone.ACTIVE)


def _lock(snapshot: Snapshot, moment: Moment, by: str) -> Face:
    match snapshot.word:
        case "locked":
            return Face("■", "", "locked", _who(snapshot, moment, by), Tone.SECURED)
        case "jammed":
            return Face("⚠", "", "JAMMED", _who(snapshot, moment, by), Tone.ATTENTION)
        case "locking" | "unlocking":
            return Face("◐", "", snapshot.word, tone=Tone.ACTIVE)
        case word:
            return Face("▲", "", word.upper(), _who(snapshot, moment, by), Tone.ATTENTION)


def _climate(snapshot: Snapshot, _moment: Moment, _by: str) -> Face:
    attributes, unit = snapshot.attributes(), snapshot.entity.unit or "°C"
    here, goal = attributes.get("current_temperature"), attributes.get("temperature")
    action = str(attributes.get("hvac_action") or snapshot.word)
    now = f"{figure(here)} " if here is not None else ""
    if snapshot.word == "off" or goal is None:
        return Face("○", "", f"{now}{unit}" if now else snapshot.word, snapshot.word if now else "")
    busy = action in ("heating", "cooling", "drying", "fan")
    tone = Tone.ACTIVE if busy else Tone.QUIET
    return Face("●" if busy else "○", "", f"{now}→ {figure(goal)} {unit}", action, tone)


def _plain(snapshot: Snapshot, _moment: Moment, _by: str) -> Face:
    """A kind that has no picture of its own."""
    unit = snapshot.entity.unit or ""
    return Face("·", "", f"{figure(snapshot.word)} {unit}".strip())


def _fan(snapshot: Snapshot, moment: Moment, by: str) -> Face:
    return _light(snapshot, moment, by)


def _sensor(snapshot: Snapshot, moment: Moment, _by: str) -> Face:
    unit = snapshot.entity.unit or ""
    age = snapshot.reported_at and moment.now - snapshot.reported_at
    detail = ago(snapshot.reported_at, moment) if age and age > LONG_OPEN else ""
    return Face("·", "", f"{figure(snapshot.word)} {unit}".strip(), detail)


def _binary(snapshot: Snapshot, moment: Moment, _by: str) -> Face:
    on, off = BINARY.get(snapshot.entity.device_class or "", ("on", "off"))
    age = ago(snapshot.changed_at, moment)
    if snapshot.word != "on":
        return Face("○" if snapshot.entity.device_class in ("motion", "occupancy") else "✓", "", off, age)
    if needs_attention(snapshot, moment):
        return Face("▲", "", on.upper(), age, Tone.ATTENTION)
    return Face("●", "", on, age, Tone.ACTIVE)


def _event(snapshot: Snapshot, moment: Moment, _by: str) -> Face:
    """What happened last and when; an event that never came is quiet."""
    if snapshot.word == "unknown":
        return Face("·", "", "no event yet")
    return Face("·", "", snapshot.word, ago(snapshot.reported_at, moment))


def _tracker(snapshot: Snapshot, moment: Moment, _by: str) -> Face:
    place = {"home": "home", "not_home": "away"}.get(snapshot.word, snapshot.word)
    age = ago(snapshot.changed_at, moment)
    return Face("●", "", place, age, Tone.ACTIVE) if place == "home" else Face("○", "", place, age)


def needs_attention(snapshot: Snapshot, moment: Moment) -> bool:
    """Whether a person should look: unlocked, jammed, an outer door open, an alarm, a window long open."""
    entity, word = snapshot.entity, snapshot.word
    match entity.domain:
        case Domain.LOCK:
            return word in ("unlocked", "jammed", "open")
        case Domain.COVER:
            return word == "open" and entity.device_class in OUTER
        case Domain.BINARY_SENSOR if word == "on" and entity.device_class in OPENINGS:
            return snapshot.changed_at is not None and moment.now - snapshot.changed_at >= LONG_OPEN
        case Domain.BINARY_SENSOR:
            return word == "on" and BINARY.get(entity.device_class or "", ("on",))[0].isupper()
        case _:
            return False


def _who(snapshot: Snapshot, moment: Moment, by: str) -> str:
    at = clock(snapshot.changed_at, moment) if snapshot.changed_at else ""
    return f"{at} {by}".strip()


PAINTERS: dict[Domain, Callable[[Snapshot, Moment, str], Face]] = {
    Domain.LIGHT: _light,
    Domain.SWITCH: _switch,
    Domain.FAN: _fan,
    Domain.COVER: _cover,
    Domain.LOCK: _lock,
    Domain.CLIMATE: _climate,
    Domain.SENSOR: _sensor,
    Domain.BINARY_SENSOR: _binary,
    Domain.EVENT: _event,
    Domain.DEVICE_TRACKER: _tracker,
}

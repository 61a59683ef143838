"""What a key on a tile means: the tool's short action and its values, for safe things only. Pure."""

from dataclasses import dataclass, field

from assistant.tui.face.tile import OUTER, percentage
from devices.model import Domain, Scalar, Snapshot

PERCENT = 5.0
DEGREES = 0.5


@dataclass(frozen=True, slots=True)
class Deal:
    """An action with its values, and how a tile shows it while it is under way."""

    action: str
    shown: str
    values: dict[str, Scalar] = field(default_factory=dict)


def default(snapshot: Snapshot) -> Deal | None:
    """Space: toggle what is harmless; a lock is only ever locked, an outer door is never moved."""
    word = snapshot.word
    match snapshot.entity.domain:
        case Domain.LIGHT | Domain.SWITCH | Domain.FAN if word in ("on", "off"):
            wanted = "off" if word == "on" else "on"
            return Deal(f"turn_{wanted}", f"turning {wanted}")
        case Domain.LOCK if word != "locked":
            return Deal("lock", "locking")
        case Domain.COVER if snapshot.entity.device_class not in OUTER:
            if word in ("opening", "closing"):
                return Deal("stop", "stopping")
            return Deal("close", "closing") if word == "open" else Deal("open", "opening")
        case _:
            return None


def stepped(snapshot: Snapshot, steps: int) -> Deal | None:
    """Plus and minus: so many steps from the reported value; None where there is nothing to step."""
    if snapshot.entity.domain is Domain.CLIMATE:
        return _degrees(snapshot, steps)
    movable = snapshot.word in ("on", "off", "open", "closed") and snapshot.entity.device_class not in OUTER
    level = percentage(snapshot) if snapshot.word not in ("off", "closed") else 0.0
    if not movable or level is None:
        return None
    wanted = max(0.0, min(100.0, round(level / PERCENT) * PERCENT + steps * PERCENT))
    return _to_level(snapshot.entity.domain, wanted)


def _to_level(domain: Domain, percent: float) -> Deal | None:
    shown = f"→ {percent:g} %"
    match domain:
        case Domain.LIGHT if percent <= 0:
            return Deal("turn_off", "off")
        case Domain.LIGHT:
            return Deal("turn_on", shown, {"brightness_pct": percent})
        case Domain.FAN:
            return Deal("set_percentage", shown, {"percentage": percent})
        case Domain.COVER:
            return Deal("set_position", shown, {"position": percent})
        case _:
            return None


def _degrees(snapshot: Snapshot, steps: int) -> Deal | None:
    goal, features = snapshot.attributes().get("temperature"), snapshot.entity.features
    if not isinstance(goal, int | float):
        return None
    low = features.minimum if features.minimum is not None else goal - 100
    high = features.maximum if features.maximum is not None else goal + 100
    wanted = max(low, min(high, goal + steps * DEGREES))
    return Deal("set_temperature", f"→ {wanted:g}°", {"temperature": wanted})


def assigned(snapshot: Snapshot, text: str) -> Deal | None:
    """`/set @device value`: percent, degrees, on or off; None when the value can't be read."""
    word = (
        text.strip()
        .casefold()
        .removesuffix("%")
        .removesuffix("°c")
        .removesuffix("°")
        .removesuffix("c")
        .strip()
    )
    if word in ("on", "off"):
        return Deal(f"turn_{word}", word)
    try:
        number = float(word.replace(",", "."))
    except ValueError:
        return None
    if snapshot.entity.domain is Domain.CLIMATE:
        return Deal("set_temperature", f"→ {number:g}°", {"temperature": number})
    return _to_level(snapshot.entity.domain, number)

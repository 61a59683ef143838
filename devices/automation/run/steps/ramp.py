"""A value that moves in steps over time: how high it is now, which step is next. Pure arithmetic."""

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from devices.automation.restore import TOLERANCE
from devices.automation.rule.action import Ramp
from devices.automation.run.course import Ramping
from devices.command import Command
from devices.model import Domain, Snapshot

SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Scale:
    """How a value of a command is read back: its attribute, how far that goes, and a step one can see."""

    attribute: str
    visible: float
    tolerance: float
    full: float = 100.0
    whole: bool = True


_SCALES = {
    "brightness_pct": Scale("brightness", 1.0, 1.5, 255.0),
    "brightness": Scale("brightness", 3.0, TOLERANCE["brightness"]),
    "position": Scale("current_position", 5.0, 3.0),
    "percentage": Scale("percentage", 1.0, TOLERANCE["percentage"]),
    "color_temp_kelvin": Scale("color_temp_kelvin", 50.0, TOLERANCE["color_temp_kelvin"]),
    "temperature": Scale("temperature", 0.5, 0.6, whole=False),
}
_PLAIN = Scale("", 1.0, 1.0, whole=False)


def level(snapshot: Snapshot | None, value: str) -> float | None:
    """The value as a command would name it; what is off or closed stands at 0, None when it isn't known."""
    if snapshot is None or snapshot.state is None or not snapshot.available:
        return None
    if snapshot.word in ("off", "closed") and snapshot.entity.domain is not Domain.CLIMATE:
        return 0.0
    scale = _SCALES.get(value, _PLAIN)
    found = snapshot.attributes().get(scale.attribute or value)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    return found * 100.0 / scale.full if value == "brightness_pct" else float(found)


def begin(ramp: Ramp, start: float, at: datetime) -> Ramping:
    """A ramp from this value, from this instant."""
    return Ramping(start, at, at + timedelta(seconds=ramp.over_seconds), start, start)


def again(under_way: Ramping, at: datetime) -> Ramping:
    """The rest of a ramp that was held up, from where the device was left."""
    return replace(under_way, start=under_way.told, began=min(at, under_way.until), before=under_way.told)


def next_step(ramp: Ramp, under_way: Ramping, after: datetime) -> tuple[datetime, float]:
    """The instant and the value of the first step after an instant; the last one is exactly `to`."""
    total = under_way.until - under_way.began
    number = _steps(ramp, under_way)
    if not total or not number:
        return under_way.until, ramp.to
    index = min(max(1, math.floor((after - under_way.began) / total * number)), number)
    while index < number and _instant(under_way, index / number) <= after:
        index += 1
    value = ramp.to if index == number else _round(ramp, under_way, index / number)
    return _instant(under_way, index / number), value


def pause(ramp: Ramp, under_way: Ramping) -> timedelta:
    """The time between two steps."""
    return (under_way.until - under_way.began) / max(_steps(ramp, under_way), 1)


def disturbed(ramp: Ramp, under_way: Ramping, snapshot: Snapshot | None) -> bool:
    """Whether somebody else moved it: it stands neither where it was told to nor on the way there."""
    now = level(snapshot, ramp.value)
    if now is None or snapshot is None:
        return False
    slack = _SCALES.get(ramp.value, _PLAIN).tolerance
    if ramp.value == "percentage" and snapshot.entity.features.step:
        slack += snapshot.entity.features.step
    low, high = sorted((under_way.before, under_way.told))
    return not low - slack <= now <= high + slack


def command(ramp: Ramp, value: float) -> Command:
    """The command of one step; nothing at all is off."""
    if value <= 0 and ramp.control == "turn_on":
        return Command(ramp.entity_id, "turn_off")
    return Command(
        ramp.entity_id, ramp.control, {ramp.value: int(value) if float(value).is_integer() else value}
    )


def _steps(ramp: Ramp, under_way: Ramping) -> int:
    """As many as can be seen, at most one a second."""
    visible = _SCALES.get(ramp.value, _PLAIN).visible
    seconds = (under_way.until - under_way.began) / SECOND
    return max(1, min(math.floor(seconds), math.ceil(abs(ramp.to - under_way.start) / visible)))


def _round(ramp: Ramp, under_way: Ramping, share: float) -> float:
    exact = under_way.start + (ramp.to - under_way.start) * share
    scale = _SCALES.get(ramp.value, _PLAIN)
    return float(round(exact)) if scale.whole else round(exact, 1)


def _instant(under_way: Ramping, share: float) -> datetime:
    """An instant of the ramp, in whole milliseconds."""
    at = under_way.began + (under_way.until - under_way.began) * share
    return at.replace(microsecond=at.microsecond // 1000 * 1000)

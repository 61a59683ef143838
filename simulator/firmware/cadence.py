"""When a device speaks by itself: on change, on a step, and as a sign of life. Sends nothing."""

from dataclasses import replace

from simulator.house.model import Family
from simulator.house.part import Air, Cover, Part, Phone, Plug, Thermostat

# Seconds between signs of life: mains meters and rooms speak often, battery sensors seldom.
_METER_SECONDS, _AIR_SECONDS, _BATTERY_SECONDS = 600.0, 1800.0, 3600.0
_SETTLE_SECONDS, _METER_SETTLE, _COVER_SETTLE = 55.0, 9.0, 0.9


class Cadence:
    """What each device said last, and whether it has to speak again."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[float, Part]] = {}

    def due(self, device: str, part: Part, at: float) -> bool:
        """Whether the device speaks now (UTC timestamp); the first time always."""
        if (before := self._said.get(device)) is None:
            return True
        since, last = before
        return last is not part and _worth(last, part, at - since)

    def alive(self, device: str, family: Family, at: float) -> bool:
        """Whether it is time for a sign of life although nothing changed."""
        since, part = self._said.get(device, (at, None))
        match part:
            case Plug():
                limit = _METER_SECONDS
            case Air() | Thermostat():
                limit = _AIR_SECONDS
            case _ if family is Family.ZIGBEE2MQTT:
                limit = _BATTERY_SECONDS
            case _:
                return False
        return at - since >= limit

    def spoke(self, device: str, part: Part, at: float) -> None:
        """Remember what was said and when."""
        self._said[device] = (at, part)


def _worth(last: Part, part: Part, age: float) -> bool:
    match last, part:
        case Air(), Air():
            step = (
                abs(part.temperature - last.temperature) >= 0.1 or abs(part.humidity - last.humidity) >= 1.0
            )
            return step and age >= _SETTLE_SECONDS
        case Plug(), Plug():
            return part.on != last.on or (_metered(last, part) and age >= _METER_SETTLE)
        case Thermostat(), Thermostat():
            moved = abs(part.measured - last.measured) >= 0.1 and age >= _SETTLE_SECONDS
            return moved or replace(part, measured=last.measured) != last
        case Cover(), Cover() if part.goal is not None and part.goal == last.goal:
            return age >= _COVER_SETTLE
        case Phone(), Phone():
            return part.joined is not last.joined
        case _:
            return part != last


def _metered(last: Plug, part: Plug) -> bool:
    return abs(part.watts - last.watts) >= max(4.0, 0.08 * last.watts) or part.kwh - last.kwh >= 0.01

"""States of Home Assistant as the readings that our own recorder would have made of them. Pure."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from devices.history.imported.source import State
from devices.history.sight import UNAVAILABLE, UNITS, UNKNOWN, Series, told
from devices.units import convert

CELSIUS, FAHRENHEIT = "°C", "°F"


@dataclass(frozen=True, slots=True)
class Reading:
    """One value to be stored: a number or a word."""

    series: Series
    at: int
    value: float | str


@dataclass(slots=True)
class Translator:
    """Reads one entity's states, newest first as they come, and drops what says nothing new.

    Args:
        entity_id: what it is called here.
        until: when what is stored already begins; a state of that instant only tells what ended with it.
        degrees: the unit of temperatures that are attributes; Home Assistant has one for the whole home.
    """

    entity_id: str
    until: int
    degrees: str = CELSIUS
    _later: dict[Series, Reading] = field(default_factory=dict)
    _names: frozenset[str] = frozenset()
    _at: int | None = None
    _unit: str = ""

    def read(self, states: Iterable[State]) -> Iterator[Reading]:
        """Readings, of each series newest first; equal neighbours are one, at the earliest of their times.

        All that these states tell is yielded; the next call goes on with older ones.
        """
        for state in states:
            for one in self._values(state):
                later = self._later.get(one.series)
                if later is not None and later.value != one.value and later.at != one.at:
                    yield later
                if later is None or later.at != one.at:
                    self._later[one.series] = one
        yield from self._later.values()
        self._later.clear()

    def _values(self, state: State) -> Iterator[Reading]:
        attributes = _read(state.attributes)
        unit = attributes.get("unit_of_measurement")
        self._unit = unit if isinstance(unit, str) else self._unit
        word = state.word or UNKNOWN
        ended = word in (UNAVAILABLE, UNKNOWN)
        found = {"": word} if ended else told(self.entity_id.partition(".")[0], word, attributes)
        if self._at is not None:
            # what the state after this one had no longer ended there
            for name in found.keys() - self._names:
                yield Reading(self._series(name), self._at, UNKNOWN)
        self._names, self._at = frozenset(found), state.at
        if state.at >= self.until:
            return
        for name, value in found.items():
            yield Reading(self._series(name), state.at, self._here(name, value))

    def _series(self, name: str) -> Series:
        return Series(self.entity_id, name, UNITS.get(name, "") if name else self._unit)

    def _here(self, name: str, value: float | str) -> float | str:
        if isinstance(value, str) or UNITS.get(name) != CELSIUS:
            return value
        found = convert(value, self.degrees, CELSIUS)
        return value if found is None else found


def degrees(units: Iterable[str]) -> str:
    """The unit of temperature of a home, by the units of what it kept."""
    seen = list(units)
    return FAHRENHEIT if seen.count(FAHRENHEIT) > seen.count(CELSIUS) else CELSIUS


def _read(text: str | None) -> dict[str, object]:
    """Attributes; what can't be read tells nothing."""
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}

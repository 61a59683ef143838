"""Outside: temperature and sun for any moment, from a seed and the calendar alone. Keeps no state."""

import math
from functools import lru_cache

_DAY = 86_400
_MASK = (1 << 64) - 1


def chance(seed: int, *facts: int) -> float:
    """Draw a number in 0..1 that always is the same for the same seed and facts."""
    state = seed * 0x9E3779B97F4A7C15 & _MASK
    for fact in facts:
        state = (state ^ fact) * 0xBF58476D1CE4E5B9 & _MASK
        state ^= state >> 29
        state = state * 0x94D049BB133111EB & _MASK
        state ^= state >> 32
    return state / 2**64


def outside(seed: int, at: float, offset: float) -> float:
    """Outdoor temperature in Celsius at a UTC timestamp; `offset` is the local time's lead in seconds."""
    local = at + offset
    day, second = divmod(local, _DAY)
    mix = second / _DAY
    mood = _mood(seed, int(day)) * (1 - mix) + _mood(seed, int(day) + 1) * mix
    swing = 2.5 + 4.0 * clear_sky(seed, int(day)) * _season_light(day)
    return 10.5 - 9.0 * _winter(day) + mood - swing * math.cos(2 * math.pi * (second / 3600 - 3.5) / 24)


def sunshine(seed: int, at: float, offset: float) -> float:
    """Strength of the sun on a window, 0 at night to 1 at a clear summer noon."""
    day, second = divmod(at + offset, _DAY)
    half = 3.9 + 2.1 * (1 - _low_sun(day))
    hour = second / 3600 - 12.5
    if abs(hour) >= half:
        return 0.0
    height = math.cos(math.pi * hour / (2 * half))
    return height * clear_sky(seed, int(day)) * _season_light(day)


def dark(seed: int, at: float, offset: float) -> bool:
    """Whether people want a lamp at this moment."""
    return sunshine(seed, at, offset) < 0.12


@lru_cache(maxsize=1024)
def clear_sky(seed: int, day: int) -> float:
    """How clear the sky is on a day, 0.15 (overcast) to 1."""
    return 0.15 + 0.85 * chance(seed, day, 2)


@lru_cache(maxsize=1024)
def _mood(seed: int, day: int) -> float:
    # Three even chances add up to something close to a bell curve of about 2.5 degrees.
    return 5.0 * (chance(seed, day, 3) + chance(seed, day, 4) + chance(seed, day, 5) - 1.5)


def _winter(day: float) -> float:
    """1 in late January, -1 in late July (northern half of the world)."""
    return math.cos(2 * math.pi * (day % 365.25 - 25) / 365.25)


def _low_sun(day: float) -> float:
    """1 on the shortest day, in late December, -1 on the longest: warmth follows a month behind."""
    return math.cos(2 * math.pi * (day % 365.25 + 10) / 365.25)


def _season_light(day: float) -> float:
    return 0.65 - 0.35 * _winter(day)

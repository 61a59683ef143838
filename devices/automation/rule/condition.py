"""What must hold at the moment a rule fires, as values. Whether it does is the business of `watch.holds`."""

from dataclasses import dataclass
from datetime import time
from typing import TypeAlias

from devices.automation.rule.trigger import EVERY_DAY, Days, Pool, Threshold


@dataclass(frozen=True, slots=True)
class Stands:
    """State words (or an attribute) being one of `words`, since at least `for_seconds`."""

    entities: tuple[str, ...]
    words: tuple[str, ...]
    for_seconds: float = 0.0
    attribute: str = ""
    pool: Pool = Pool.ALL


@dataclass(frozen=True, slots=True)
class During:
    """A time of day in [after, before), over midnight where `before` is the earlier, and on certain days.

    Over midnight the day is the one on which the stretch began.
    """

    after: time | None = None
    before: time | None = None
    days: Days = EVERY_DAY


@dataclass(frozen=True, slots=True)
class Daylight:
    """The sun being up or down, each offset in seconds moving sunrise or sunset later."""

    up: bool
    sunrise_offset: float = 0.0
    sunset_offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Someone:
    """Somebody being at home (or nobody); no entities means everybody the home can see."""

    home: bool
    entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of these; of none at all it holds."""

    of: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one of these."""

    of: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class NotOf:
    """None of these; what isn't known holds neither way."""

    of: "tuple[Condition, ...]"


Condition: TypeAlias = Threshold | Stands | During | Daylight | Someone | AllOf | AnyOf | NotOf

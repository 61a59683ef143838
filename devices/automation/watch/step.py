"""What a kind of trigger is told and what it answers: the values of one step. Decides nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from devices.automation.watch.spec import BLANK, Memory, Place, World
from devices.model import Snapshot


class Told(StrEnum):
    """How a reading came to us.

    Live: reported just now, or gone just now. Retained: the broker's copy, of whatever time. Back: a device
    that was away can be reached again and has said nothing yet, so that its last word stands. Known: how it
    stands when a rule is made, or when rules start.
    """

    LIVE = "live"
    RETAINED = "retained"
    BACK = "back"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a memory belongs: the rule and spot, the entities it is about, and the world around them."""

    place: Place
    entities: tuple[str, ...]
    world: World
    late_seconds: float = 0.0

    @property
    def key(self) -> str:
        """Its name, for chance that is the same whenever asked."""
        return f"{self.place[0]}/{self.place[1]}"


@dataclass(frozen=True, slots=True)
class Heard:
    """One entity as it is from this instant on, and as it was; `happened` is the type of an event.

    `find` gives the others as they are now.
    """

    at: datetime
    entity_id: str
    snapshot: Snapshot | None
    find: Callable[[str], Snapshot | None]
    told: Told = Told.LIVE
    before: Snapshot | None = None
    happened: str = ""

    def look(self, entity_id: str) -> Snapshot | None:
        """An entity as it is with this reading."""
        return self.snapshot if entity_id == self.entity_id else self.find(entity_id)


@dataclass(frozen=True, slots=True)
class Spark:
    """A trigger fired, or with `over` what had fired is over; the fields are those of a Fire."""

    at: datetime
    over: bool = False
    value: float | None = None
    word: str = ""
    late: float = 0.0
    missed: bool = False
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """The next memory, and what came of it."""

    memory: Memory = BLANK
    sparks: tuple[Spark, ...] = ()


def exact(at: datetime) -> datetime:
    """Cut to whole milliseconds, as instants are stored."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def span(seconds: float) -> timedelta:
    """A duration in whole milliseconds."""
    return timedelta(milliseconds=round(seconds * 1000))

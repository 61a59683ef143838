"""What the watching of rules is told, keeps and says: the values that every kind of trigger shares."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

from devices.automation.almanac import Almanac
from devices.model import Scalar, Snapshot

Place: TypeAlias = tuple[str, str]
"""A rule's id and the spot in it: `0/sensor.hall` trigger 0 of one entity, `0` of all; `c0.1` a condition."""


GRACE = timedelta(seconds=60)
"""What can't be read for less than this neither fires nor stops a `for` clock."""


class Phase(StrEnum):
    """Where a trigger stands."""

    BLANK = "blank"
    ARMED = "armed"
    WAITING = "waiting"
    LATCHED = "latched"


@dataclass(frozen=True, slots=True)
class Memory:
    """What a trigger remembers; instants are home time, whole milliseconds.

    `since`: when the running `for` clock began (for a condition: since when it holds). `unknown_since`: since
    when nothing usable is known. `restored`: it comes from before a restart and nothing was heard since.
    `acted`: the firing that latched it ran its rule, so that its end matters. `done`: for time triggers, the
    last instant that was dealt with. `trail`: for swings, the numbers of the window as (instant, value).
    `seen`: the last word or number that was known. `proof`: a device that was away is back without a report;
    its last word counts again from then on. `missing`: of an average, whose number is not known, since when.
    """

    phase: Phase = Phase.BLANK
    since: datetime | None = None
    unknown_since: datetime | None = None
    restored: bool = False
    acted: bool = False
    done: datetime | None = None
    trail: tuple[tuple[datetime, float], ...] = ()
    seen: Scalar = None
    proof: datetime | None = None
    missing: tuple[tuple[str, datetime], ...] = ()


BLANK = Memory()


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory as it is stored, with the fingerprint of what it belongs to (empty: of an older version)."""

    fingerprint: str
    memory: Memory


@dataclass(frozen=True, slots=True)
class World:
    """What triggers and conditions may look at; the instant is always handed in beside it.

    `find` gives the entity as it is at that instant, `people` the ids of whoever tells that people are home.
    """

    find: Callable[[str], Snapshot | None]
    people: Callable[[], tuple[str, ...]]
    almanac: Almanac


@dataclass(frozen=True, slots=True)
class Fire:
    """A trigger of a rule fired at this home time (its nominal instant, not when it was noticed).

    `over` says that what had fired is over: the rule's `until` is due. `late` is by how many seconds a timed
    run was missed, `missed` that it is too late for it. `entity_id`, `value` and `word` are what set it off.
    """

    rule_id: str
    trigger: int
    at: datetime
    entity_id: str = ""
    value: float | None = None
    word: str = ""
    over: bool = False
    late: float = 0.0
    missed: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)

"""What words about past time come to: a window, or an anchor that only the records can settle."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias


class Unit(StrEnum):
    """Units of lengths and of the step between windows of one kind."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Step:
    """How far the window of the same kind before this one lies back: one week for a Tuesday."""

    count: float
    unit: Unit


@dataclass(frozen=True, slots=True)
class Window:
    """From `start` up to `end`, both aware in UTC; `label` is how a reply names it.

    key: its neutral name (`today`, `last_24h`, `last_tuesday`), else an ISO pair "start/end".
    clock: the times of day that narrowed it, as "HH:MM" of the home; None if none did.
    step: None for a window whose kind has no calendar step: its own length then.
    """

    start: datetime
    end: datetime
    label: str
    key: str = ""
    clock: tuple[str, str] | None = None
    step: Step | None = None


class Event(StrEnum):
    """What happened, that a window hangs on.

    LEFT and CAME: since that last happened. AWAY and HOME: the newest stretch of it. LAST: since the last
    time of what the anchor's `words` say.
    """

    LEFT = "left"
    CAME = "came"
    AWAY = "away"
    HOME = "home"
    LAST = "last"


class Whose(StrEnum):
    """Who left or came: the speaker, all of the house, or somebody by the name in the anchor's `words`."""

    ME = "me"
    ALL = "all"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Anchor:
    """A window that only the records can settle ("since I left"); see `settled`.

    words: the name of who it was, or for `LAST` what happened, as it was said; else empty.
    within: a window that was said beside it ("yesterday while I was away"), which cuts it.
    label: how a reply names it before its times are known.
    """

    event: Event
    whose: Whose
    words: str
    label: str
    within: Window | None = None


Meant: TypeAlias = Window | Anchor
Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """Time words in a sentence: their places in the `plain` text, the words, what they mean.

    meant is None for words about time that are not understood or name nothing past: never a guess.
    """

    places: tuple[Place, ...]
    text: str
    meant: Meant | None

"""What a chart shows: lines of numbers, bars of states, events, all over one window. Values only.

Times are integer milliseconds since 1970, UTC; `zone` is the home's.
"""

from dataclasses import dataclass
from datetime import tzinfo

Stretch = tuple[int, int]
"""From when to when."""

MARKERS = ("●", "▲", "■")
"""What tells the lines of one panel apart; so many lines share an axis."""


@dataclass(frozen=True, slots=True)
class Point:
    """A stretch in which a number was known: its mean, and its extremes with their instants.

    For one reading that held, all three are the same. `last` is the value at its end; `count` how many
    readings fell into it. It may have no length.
    """

    start: int
    end: int
    mean: float
    low: float
    low_at: int
    high: float
    high_at: int
    last: float
    count: int = 1


@dataclass(frozen=True, slots=True)
class Figures:
    """A line in short; all None where nothing is known. `now` is the newest value of the window."""

    now: float | None = None
    low: float | None = None
    low_at: int | None = None
    high: float | None = None
    high_at: int | None = None
    mean: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """The course of a number, oldest point first; no point reaches into a gap.

    `marker` tells lines apart without colour. `digits` is the precision of the data; a mean has one more.
    `count` is how many readings the window holds. `since` is when records of it begin, None if never.
    """

    entity_id: str
    attribute: str
    label: str
    unit: str
    marker: str
    points: tuple[Point, ...] = ()
    gaps: tuple[Stretch, ...] = ()
    figures: Figures = Figures()
    digits: int = 0
    count: int = 0
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A word that held; not `exact` where only a summary is left: then it is the one that held longest."""

    word: str
    start: int
    end: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Bar:
    """The words of a state, oldest first; `told` is what is worth saying of them in a few words."""

    entity_id: str
    label: str
    blocks: tuple[Block, ...] = ()
    gaps: tuple[Stretch, ...] = ()
    told: str = ""
    since: int | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The words that occur, in the order of their first time."""
        return tuple(dict.fromkeys(block.word for block in self.blocks))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: `what` it was, and `who` or what caused it, empty when that isn't known."""

    at: int
    entity_id: str
    label: str
    what: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A window and what is drawn over it; events are newest first. `current` tells that it ends now."""

    start: int
    end: int
    zone: tzinfo
    lines: tuple[Line, ...] = ()
    bars: tuple[Bar, ...] = ()
    events: tuple[Event, ...] = ()
    current: bool = False

    @property
    def gaps(self) -> tuple[Stretch, ...]:
        """Stretches in which something that is shown was not known, in order, each once."""
        found = [gap for line in self.lines for gap in line.gaps]
        return tuple(sorted({*found, *(gap for bar in self.bars for gap in bar.gaps)}))

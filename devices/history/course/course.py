"""The course of a number, and the words of a state, over a window: values only. Times are milliseconds."""

from dataclasses import dataclass

from devices.history.rollup.level import Level


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which value of an entity: `attribute` None is the state, or for a climate its current_temperature."""

    entity_id: str
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a course: one value that held (`level` RAW), or readings rolled up.

    `known` is how many milliseconds from `start` to `end` the value was known, always all of them for RAW;
    `mean` is time-weighted over these. `low_at` and `high_at` are instants. `count` is how many readings fell
    into it. `rise` is what a counter grew by here, 0 for what is no counter. A RAW part may have no length: a
    reading that another one, or the end of recording, followed at once.
    """

    start: int
    end: int
    known: int
    mean: float
    low: float
    low_at: int
    high: float
    high_at: int
    last: float
    count: int
    rise: float = 0.0
    level: Level = Level.RAW


@dataclass(frozen=True, slots=True)
class Course:
    """A number over [start, end), oldest part first; parts do not overlap, what none covers is not known.

    `unit` is that of the newest readings; older ones in another unit were converted. `gaps` are the stretches
    in which the value was not known, as finely as they are on record. `counter` tells that it only grows, so
    that `rise` is what counts. `since` is when the oldest record of it begins, None if there is none at all.
    """

    entity_id: str
    attribute: str
    unit: str
    start: int
    end: int
    parts: tuple[Part, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    counter: bool = False
    since: int | None = None

    @property
    def known(self) -> int:
        """For how many milliseconds the value was known."""
        return sum(part.known for part in self.parts)

    @property
    def coverage(self) -> float:
        """The share of the window, 0 to 1, in which the value was known."""
        return self.known / (self.end - self.start) if self.end > self.start else 0.0

    @property
    def level(self) -> Level:
        """The coarsest of its parts."""
        return max((part.level for part in self.parts), default=Level.RAW)


@dataclass(frozen=True, slots=True)
class Held:
    """A word that held from `start` to `end`; `began` tells that it began there, not before the window."""

    word: str
    start: int
    end: int
    began: bool = True


@dataclass(frozen=True, slots=True)
class Tally:
    """A stretch that only rollups tell of: for how many milliseconds each word held, how often it began."""

    start: int
    end: int
    held: dict[str, int]
    began: dict[str, int]

    @property
    def known(self) -> int:
        """For how many milliseconds a word is on record, `unavailable` among them."""
        return sum(self.held.values())


@dataclass(frozen=True, slots=True)
class States:
    """The words of a state over [start, end): `spans` where readings tell of them, `tallies` elsewhere.

    Equal neighbours are joined. `unknown` is left out; `unavailable` stands as a word, and is a gap as well.
    """

    entity_id: str
    attribute: str
    start: int
    end: int
    spans: tuple[Held, ...] = ()
    tallies: tuple[Tally, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    since: int | None = None

    @property
    def coverage(self) -> float:
        """The share of the window, 0 to 1, in which a state was known."""
        if self.end <= self.start:
            return 0.0
        return 1 - sum(end - start for start, end in self.gaps) / (self.end - self.start)

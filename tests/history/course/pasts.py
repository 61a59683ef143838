"""Recorded pasts at random, around the night in which clocks go back, with questions to them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from devices.history.rollup.level import Level, floor
from devices.storage.tables import millis
from tests.history.course.laid import Laid, Rows

BERLIN = ZoneInfo("Europe/Berlin")
START = millis(datetime(2026, 10, 23, 22, tzinfo=UTC))
"""A midnight in Berlin, the day before clocks go back."""
SECOND, HOUR, DAY = 1000, 3_600_000, 86_400_000
LENGTH = 4 * DAY // SECOND


@dataclass(frozen=True, slots=True)
class Past:
    """A recorded past and a question to it."""

    rows: Rows
    late: Rows
    watches: tuple[tuple[int, int], ...]
    rolled: int
    window: tuple[int, int]
    coarsest: Level

    def lay(self, on: Laid, entity_id: str, unit: str = "") -> int:
        """Into a database, rolled up as far as it is; returns the series."""
        series = on.series(entity_id, unit)
        on.watch(self.watches)
        on.read(series, self.rows)
        if self.rolled > START:
            on.roll(START, self.rolled)
        return series


def moments() -> st.SearchStrategy[int]:
    """Whole seconds, often close together."""
    exact = st.integers(0, LENGTH)
    near = st.builds(
        lambda hour, rest: min(hour * 3600 + rest, LENGTH), st.integers(0, 95), st.integers(0, 9)
    )
    return st.one_of(exact, near).map(lambda seconds: START + seconds * SECOND)


def stretches() -> st.SearchStrategy[tuple[int, int]]:
    """From one of them to another."""
    return st.tuples(moments(), moments()).map(lambda pair: (min(pair), max(pair)))


VALUES: st.SearchStrategy[float | str] = st.one_of(
    st.integers(-5, 30).map(float), st.sampled_from(["unavailable", "unknown"])
)


@st.composite
def pasts(draw: st.DrawFn, values: st.SearchStrategy[float | str] = VALUES) -> Past:
    """Readings of these values."""
    rows = draw(st.dictionaries(moments(), values, max_size=40))
    late = draw(st.dictionaries(moments(), values, max_size=3))
    watches = draw(st.lists(stretches(), min_size=1, max_size=4, unique_by=lambda watch: watch[0]))
    until = max(end for _, end in watches)
    rolled = floor(Level.HOUR, draw(st.integers(START, until)), BERLIN)
    start, end = draw(stretches())
    heard = {at: value for at, value in rows.items() if _watched(at, watches)}
    late = {at: value for at, value in late.items() if at not in rows and _watched(at, watches)}
    window, coarsest = (start, max(end, start + SECOND)), draw(st.sampled_from(Level))
    return Past(heard, late, tuple(watches), rolled, window, coarsest)


def _watched(at: int, watches: list[tuple[int, int]]) -> bool:
    return any(start <= at <= end for start, end in watches)

"""Which record is asked for which stretch, and where gaps are named."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from devices.history.course.course import Part
from devices.history.course.gaps import gaps
from devices.history.course.ground import Watched
from devices.history.course.levels import ALWAYS, Footing, plan, widened
from devices.history.rollup.level import Level, floor
from devices.storage.tables import millis
from tests.history.course.pasts import BERLIN, DAY, HOUR, SECOND, START

FIVE = 300 * SECOND


def part(start: int, end: int, known: int, level: Level = Level.FIVE) -> Part:
    return Part(start, end, known, 20, 19, start, 21, start, 20, 3, level=level)


def test_days_hours_and_five_minutes_are_asked_where_they_lie_wholly_inside() -> None:
    start, end = START - HOUR - FIVE - SECOND, START + 2 * DAY + HOUR
    found = plan(Footing(start, end, START + 9 * DAY), Level.DAY, BERLIN)
    assert found == (
        (Level.RAW, start, START - HOUR - FIVE),
        (Level.FIVE, START - HOUR - FIVE, START - HOUR),
        (Level.HOUR, START - HOUR, START),
        (Level.DAY, START, START + 2 * DAY + HOUR),
    )


def test_readings_are_asked_where_nothing_is_rolled_up_yet() -> None:
    found = plan(Footing(START, START + 3 * HOUR, START + HOUR), Level.DAY, BERLIN)
    assert found == ((Level.HOUR, START, START + HOUR), (Level.RAW, START + HOUR, START + 3 * HOUR))
    exact = plan(Footing(START, START + 3 * HOUR, START + HOUR), Level.RAW, BERLIN)
    assert exact == ((Level.RAW, START, START + 3 * HOUR),)


@given(
    st.integers(START, START + 9 * DAY),
    st.integers(0, 9 * DAY),
    st.integers(START, START + 9 * DAY),
    st.integers(0, 9),
    st.sampled_from(Level),
)
def test_a_plan_covers_the_window_once_with_nothing_coarser_than_asked(
    start: int, length: int, rolled: int, days: int, coarsest: Level
) -> None:
    kept = (
        min(floor(Level.DAY, START + days * DAY, BERLIN), floor(Level.DAY, rolled, BERLIN))
        if days
        else ALWAYS
    )
    since, until = widened(start, start + length, kept, None, BERLIN)
    found = plan(Footing(since, until, rolled, kept), coarsest, BERLIN)
    ends = [since, *(end for _, _, end in found)]
    assert [begin for _, begin, _ in found] == ends[:-1]
    assert ends[-1] == until
    for level, begin, end in found:
        assert level <= max(coarsest, Level.FIVE)
        assert (level is Level.RAW and begin >= kept) or end <= rolled
        assert floor(level, begin, BERLIN) == begin


def test_a_window_before_readings_are_kept_is_widened_to_what_is_left() -> None:
    kept, fives = START + 4 * DAY, START + 2 * DAY
    at = millis(datetime(2026, 10, 24, 10, 17, 30, tzinfo=UTC))
    ten = millis(datetime(2026, 10, 24, 10, tzinfo=UTC))
    assert widened(at, at + 1, kept, None, BERLIN) == (ten + 3 * FIVE, ten + 4 * FIVE)
    assert widened(at, at + 1, kept, fives, BERLIN) == (ten, ten + HOUR)
    assert widened(kept + 7, kept + 9, kept, fives, BERLIN) == (kept + 7, kept + 9)


def test_a_gap_that_no_watch_explains_lies_beside_what_is_not_known_either() -> None:
    parts = [part(0, FIVE, FIVE), part(FIVE, 2 * FIVE, FIVE - 60_000), part(4 * FIVE, 5 * FIVE, 60_000)]
    always = Watched([(0, 9 * FIVE)])
    parts.append(part(5 * FIVE, 6 * FIVE, FIVE))
    found = gaps(parts, always, 0, 6 * FIVE)
    assert found == ((2 * FIVE - 60_000, 5 * FIVE - 60_000),)


def test_a_gap_somewhere_in_a_rollup_is_named_as_all_of_it() -> None:
    parts = [part(0, FIVE, FIVE), part(FIVE, 2 * FIVE, 60_000), part(2 * FIVE, 3 * FIVE, FIVE)]
    assert gaps(parts, Watched([(0, 3 * FIVE)]), 0, 3 * FIVE) == ((FIVE, 2 * FIVE),)


def test_a_gap_in_which_nobody_watched_is_named_to_the_second() -> None:
    parts = [part(0, DAY, DAY - 7 * SECOND, Level.DAY)]
    watched = Watched([(0, HOUR), (HOUR + 7 * SECOND, DAY)])
    assert gaps(parts, watched, 0, DAY) == ((HOUR, HOUR + 7 * SECOND),)


def test_what_came_from_elsewhere_is_no_gap_though_nobody_watched() -> None:
    parts = [part(0, HOUR, HOUR - 60_000, Level.HOUR), part(HOUR, 2 * HOUR, HOUR, Level.HOUR)]
    assert gaps(parts, Watched([]), 0, 2 * HOUR) == ((0, 60_000),)


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 20)), max_size=6),
    st.integers(0, 60),
    st.integers(0, 60),
)
def test_how_much_of_a_stretch_was_watched(lots: list[tuple[int, int]], one: int, other: int) -> None:
    start, end = sorted((one, other))
    watched = Watched((at, at + length) for at, length in lots)
    moments = sum(any(at <= moment < at + length for at, length in lots) for moment in range(start, end))
    assert watched.known(start, end) == moments
    within = watched.within(start, end)
    assert all(a <= end and b >= start for a, b in within)
    assert sum(max(0, min(b, end) - max(a, start)) for a, b in within) == moments

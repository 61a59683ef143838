"""Cutting loses nothing and makes nothing up."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from devices.history.analysis.cut import sliced, within, within_states
from devices.history.analysis.held import held
from devices.history.course.course import Course
from devices.history.rollup.level import Level
from tests.history.analysis.made import (
    HOUR,
    MINUTE,
    T0,
    course,
    courses,
    near,
    part,
    rolled,
    states,
)

cuts = st.lists(st.integers(0, 20 * 60), max_size=6).map(
    lambda found: sorted(T0 + at * MINUTE for at in found)
)


@given(courses(), cuts, st.sampled_from(Level))
def test_sliced_pieces_add_up_to_the_whole(made: Course, found: list[int], level: Level) -> None:
    whole = rolled(made, level) if level is not Level.RAW else made
    edges = sorted({whole.parts[0].start, *found, max(one.end for one in whole.parts) + 1, made.end + 1})
    edges = [edge for edge in edges if edge >= whole.parts[0].start]
    pieces = list(sliced(whole, edges))
    parts = [one for piece in pieces for one in piece.parts]
    assert sum(one.known for one in parts) == whole.known
    assert sum(one.count for one in parts) == sum(one.count for one in whole.parts)
    assert min(one.low for one in parts) == min(one.low for one in whole.parts)
    assert max(one.high for one in parts) == max(one.high for one in whole.parts)
    assert all(piece.start <= one.start <= one.end <= piece.end for piece in pieces for one in piece.parts)


@given(courses(), cuts)
def test_sliced_is_within_for_each(made: Course, found: list[int]) -> None:
    edges = [made.start, *(edge for edge in found if edge < made.end), made.end]
    assert list(sliced(made, edges)) == [within(made, a, b) for a, b in pairwise(edges)]


def test_within_counts_a_reading_where_it_was_read() -> None:
    made = course([part(T0, T0 + HOUR, 5, rise=2)], (T0, T0 + HOUR))
    first, second = sliced(made, [T0, T0 + MINUTE, T0 + HOUR])
    assert [(one.count, one.rise, one.known) for one in first.parts] == [(1, 2, MINUTE)]
    assert [(one.count, one.rise, one.known) for one in second.parts] == [(0, 0, 59 * MINUTE)]


def test_within_clips_gaps() -> None:
    made = course([part(T0, T0 + MINUTE, 5)], (T0, T0 + HOUR))
    assert within(made, T0 + 2 * MINUTE, T0 + 3 * MINUTE).gaps == ((T0 + 2 * MINUTE, T0 + 3 * MINUTE),)


def test_rolled_part_that_is_cut_shares_out_what_it_knows() -> None:
    whole = rolled(course([part(T0, T0 + HOUR, 5, rise=3)], (T0, T0 + HOUR)), Level.HOUR)
    first, second = sliced(whole, [T0, T0 + 20 * MINUTE, T0 + HOUR])
    assert [piece.parts[0].rise for piece in (first, second)] == [near(1), near(2)]
    assert [piece.known for piece in (first, second)] == [20 * MINUTE, 40 * MINUTE]


def test_within_states_remembers_the_word_before() -> None:
    made = states([(0, "off"), (10, ""), (20, "on"), (30, "off")], 60)
    begun = within_states(made, T0 + 15 * MINUTE, T0 + HOUR)
    assert held(begun, {"on"}).count == 1
    assert held(within_states(made, T0 + 25 * MINUTE, T0 + HOUR), {"on"}).count == 0
    assert held(within_states(made, T0 + 40 * MINUTE, T0 + HOUR), {"on"}).seconds == 0

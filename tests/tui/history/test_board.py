"""What the view shows as a value: windows, moving in time, the cursor, the entities; and the words of spans."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from assistant.charts.chart import Chart
from assistant.tui.history.chosen.board import MOST, Board, stepped
from assistant.tui.history.chosen.span import DAY, SPANS, lasting, longer, spelled
from devices.storage.tables import instant, millis

NOW = datetime(2026, 3, 29, 12, tzinfo=UTC)
CHART = Chart(millis(NOW - timedelta(hours=24)), millis(NOW), UTC)
COLUMNS = 96


def test_a_board_that_follows_ends_now() -> None:
    assert Board().window(NOW) == (NOW - timedelta(hours=24), NOW)
    assert Board().window(NOW + timedelta(hours=1))[1] == NOW + timedelta(hours=1)


def test_earlier_stands_still_and_later_follows_again() -> None:
    back = Board().moved(-1, NOW)
    assert not back.follows
    assert back.window(NOW + timedelta(days=1)) == (NOW - timedelta(hours=36), NOW - timedelta(hours=12))
    assert back.moved(1, NOW).follows
    assert back.moved(-1, NOW).latest().follows


def test_another_span_keeps_the_end() -> None:
    back = Board().moved(-1, NOW)
    assert back.over(SPANS[0]).end == back.end
    assert Board().over(SPANS[0]).follows


def test_entities_come_once_and_the_board_gets_full() -> None:
    board = Board()
    for number in range(MOST + 2):
        board = board.with_entity(f"sensor.s{number}")
    assert len(board.entities) == MOST
    assert board.with_entity("sensor.s1").chosen == 1
    assert board.with_entity("sensor.s1").entities == board.entities


def test_taking_out_chooses_a_neighbour_and_the_last_leaves_nothing() -> None:
    board = Board(("a", "b", "c"), chosen=2)
    assert board.without("c").entity == "b"
    assert board.without("a").entity == "c"
    assert Board(("a",)).without("a").entity == ""
    assert Board().choosing(1).entity == ""


@given(st.lists(st.integers(-30, 30), max_size=20))
def test_the_cursor_never_leaves_the_chart(steps: list[int]) -> None:
    cursor = None
    for step in steps:
        cursor = stepped(cursor, step, COLUMNS, CHART)
        assert instant(CHART.start) < cursor < instant(CHART.end)


def test_a_step_is_a_column_and_from_nowhere_it_begins_at_the_edge() -> None:
    width = timedelta(hours=24) / COLUMNS
    last = stepped(None, -1, COLUMNS, CHART)
    assert instant(CHART.end) - last < width
    assert last - stepped(last, -3, COLUMNS, CHART) == 3 * width
    assert stepped(None, 1, COLUMNS, CHART) - instant(CHART.start) < width


def test_spans_are_read_as_people_write_them() -> None:
    assert spelled("24h") == spelled("24 h") == spelled("last 24 hours") == spelled("day") == DAY
    assert spelled("7d") == spelled("week") == SPANS[3]
    assert spelled("1y") == SPANS[5]
    assert spelled("90 min") is not None
    for wrong in ("yesterday", "", "7", "99 years", "last night"):
        assert spelled(wrong) is None


def test_a_span_no_key_chooses_is_told_by_its_length() -> None:
    assert lasting(timedelta(minutes=90)).label == "90 min"
    assert lasting(timedelta(hours=9)).label == "9 h"
    assert lasting(timedelta(days=3)).label == "3 d"


def test_the_next_longer_span() -> None:
    assert longer(DAY) == SPANS[3]
    assert longer(SPANS[-1]) is None

"""The cursor of the device panel on pure lines."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.tui.face.rooms import lines, rooms
from assistant.tui.face.walk import first_line, folds, moved, stops
from tests.tui.samples import MOMENT, home, seen

VIEW = home(
    seen("light.hall_a", {"state": "on"}, name="A"),
    seen("light.hall_b", {"state": "on"}, name="B"),
    seen("sensor.hall_c", {"state": "20"}, name="C"),
    seen("lock.attic_d", {"state": "locked"}, name="D"),
)
LINES = lines(rooms(VIEW, MOMENT), 54)
STEP = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


def test_stops_row_by_row() -> None:
    assert stops(LINES) == (
        ("hall",),
        ("light.hall_a", "light.hall_b"),
        ("sensor.hall_c",),
        ("attic",),
        ("lock.attic_d",),
    )


def test_moves_and_stays_inside() -> None:
    assert moved(LINES, "", 1, 0) == "hall"
    assert moved(LINES, "light.hall_a", 0, 1) == "light.hall_b"
    assert moved(LINES, "light.hall_b", 1, 0) == "sensor.hall_c"
    assert moved(LINES, "lock.attic_d", 5, 5) == "lock.attic_d"
    assert moved((), "x", 1, 0) == ""


def test_rooms_fold_and_lines_are_found() -> None:
    assert folds(LINES, "hall")
    assert not folds(LINES, "light.hall_a")
    assert first_line(LINES, "light.hall_b") == 1
    assert first_line(LINES, "light.gone") is None


@given(st.lists(STEP, max_size=30))
def test_any_walk_stands_on_a_stop(steps: list[tuple[int, int]]) -> None:
    cursor = ""
    for down, across in steps:
        cursor = moved(LINES, cursor, down, across)
        assert any(cursor in row for row in stops(LINES))

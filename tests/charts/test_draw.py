"""Charts as text: what is known is seen, what is not stays empty, and nothing hangs on colour."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assistant.charts.chart import Line, Point
from assistant.charts.draw import draw, instant_at, plot_columns
from assistant.charts.style import Look, Style, text
from assistant.charts.text.canvas import Canvas, column_of, extents
from assistant.charts.text.cells import width
from assistant.charts.text.frame import frame
from tests.charts.drawn import DOOR, END, HOUR, MINUTE, OPENED, START, chart, line

LOOK = Look(60, 12)
STEPS = line((START, 18.0), (START + 8 * HOUR, 20.0), (START + 16 * HOUR, 19.0))

GOLDEN = """\
● Hall  now 19.0 °C  min 18.0  max 20.0  mean 19.0
20 °C ┤                 ⢸⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⡇
      │                 ⢸                 ⡇
      │                 ⢸                 ⣇⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀
   19 ┤                 ⢸
      │                 ⢸
   18 ┤⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣸
      └┬────────────┬────────────┬────────────┬────────────┬
       18:00      4 Oct        06:00        12:00        now"""


def test_draw_steps() -> None:
    assert text(draw(chart(STEPS), Look(60, 9))) == GOLDEN


def test_draw_in_plain_letters_needs_no_braille_and_no_blocks() -> None:
    drawn = text(draw(chart(STEPS, bars=(DOOR,), events=(OPENED,)), replace(LOOK, ascii=True, height=30)))
    assert drawn.replace("°", "").isascii()
    assert "*" in drawn
    assert "_" in drawn
    assert "=" in drawn  # the door that was unlocked for a minute


def test_draw_keeps_to_its_room() -> None:
    for columns, rows in ((40, 8), (60, 24), (80, 24), (140, 45), (30, 3)):
        drawn = draw(chart(STEPS, STEPS, bars=(DOOR,), events=(OPENED,) * 20), Look(columns, rows))
        assert len(drawn) <= rows
        assert all(sum(width(cell.text) for cell in row) <= columns for row in drawn)


def test_draw_gap_stays_empty_and_is_named() -> None:
    gap = (START + 8 * HOUR, START + 16 * HOUR)
    holed = line((START, 18.0), (gap[1], 19.0), gaps=(gap,))
    drawn = text(draw(chart(holed), LOOK))
    assert "no data" in drawn
    assert "02:00–10:00" in drawn
    canvas = Canvas(48, 6, plain=False)
    room = frame(chart(holed), LOOK)
    canvas.trace(0, holed, (START, END), room.panels[0].axis)
    assert all(canvas.owner(column, row) is None for column in range(17, 31) for row in range(6))


def test_draw_gap_too_narrow_for_words_is_named_below() -> None:
    gap = (START + 8 * HOUR, START + 10 * HOUR)
    drawn = text(draw(chart(line((START, 18.0), (gap[1], 19.0), gaps=(gap,))), LOOK))
    assert drawn.splitlines()[-1] == "no data 02:00–04:00"


def test_draw_two_units_get_an_axis_each() -> None:
    moist = replace(STEPS, unit="%", label="Moist")
    drawn = text(draw(chart(STEPS, moist), Look(60, 24)))
    assert "20.0 °C ┤" in drawn
    assert "20.0 % ┤" in drawn


def test_draw_lines_of_one_unit_are_told_apart_by_marker() -> None:
    other = replace(line((START, 12.0)), marker="▲", label="Outside")
    drawn = text(draw(chart(STEPS, other), Look(60, 20)))
    assert drawn.count("●") > 1
    assert drawn.count("▲") > 1


def test_draw_bar_shows_a_minute_in_a_day() -> None:
    (row,) = [r for r in draw(chart(bars=(DOOR,)), Look(80, 5)) if r[0].text.startswith("Front door")]
    assert [cell.text for cell in row if cell.style is Style.ACTIVE] == ["▃"]
    assert row[-1].text.strip() == "unlocked 1 min"


def test_draw_bar_writes_words_where_there_are_more_than_two() -> None:
    first, opened, last = DOOR.blocks
    modes = replace(
        DOOR, blocks=(replace(first, word="heat"), replace(opened, word="off"), replace(last, word="auto"))
    )
    drawn = text(draw(chart(bars=(modes,)), Look(80, 5)))
    assert "█heat█" in drawn
    assert "█auto█" in drawn


def test_draw_wide_names_keep_their_columns() -> None:
    drawn = draw(chart(bars=(replace(DOOR, label="前门锁"), DOOR)), Look(80, 6))
    labels = [row[0].text for row in drawn if len(row) > 1]
    assert {width(label) for label in labels} == {width("Front door") + 2}


def test_draw_cursor_reads_out_every_line_and_bar() -> None:
    look = Look(80, 20, cursor=START + 9 * HOUR)
    drawn = text(draw(chart(STEPS, bars=(DOOR,)), look))
    assert "┃ 03:00  20.0 °C" in drawn
    assert "▲" in drawn
    (row,) = [line for line in drawn.splitlines() if line.startswith("Front door")]
    assert row.endswith("  locked")


def test_cursor_columns_are_instants_and_back() -> None:
    shown, look = chart(STEPS), LOOK
    columns = plot_columns(shown, look)
    for column in range(columns):
        assert column_of(instant_at(shown, look, column), (START, END), columns) == column


def test_draw_events_newest_first_with_causes() -> None:
    older = replace(OPENED, at=OPENED.at - HOUR, what="locked", who="by automation a1")
    drawn = text(draw(chart(STEPS, events=(OPENED, older)), Look(80, 24))).splitlines()
    assert drawn[-3] == "Events (newest first)"
    assert drawn[-2] == "  00:00:00  Front door  unlocked  by you (chat), confirmed"
    assert drawn[-1] == "  23:00:00  Front door  locked    by automation a1"


@given(
    readings=st.dictionaries(st.integers(0, 24 * 60), st.floats(-1e6, 1e6), min_size=1, max_size=40),
    columns=st.integers(1, 200),
)
def test_every_known_point_shows_in_its_column(readings: dict[int, float], columns: int) -> None:
    drawn = line(*((START + minute * MINUTE, value) for minute, value in sorted(readings.items())))
    reach = extents(drawn.points, (START, END), columns)
    for point in drawn.points:
        low, high = reach[column_of(point.start, (START, END), columns)]
        assert low <= point.mean <= high


@given(
    edges=st.lists(st.integers(0, 24 * 60), min_size=2, max_size=12, unique=True),
    columns=st.integers(1, 200),
)
def test_no_column_within_a_gap_has_a_mark(edges: list[int], columns: int) -> None:
    cuts = sorted(START + edge * MINUTE for edge in edges)
    known = list(zip(cuts[::2], cuts[1::2], strict=False))
    points = tuple(Point(a, b, 1.0, 0.0, a, 2.0, b, 1.0) for a, b in known)
    reach = extents(points, (START, END), columns)
    drawn = Line("sensor.a", "", "A", "", "●", points)
    for column in range(columns):
        touched = any(
            column_of(a, (START, END), columns) <= column <= column_of(b - 1, (START, END), columns)
            for a, b in known
        )
        assert (column in reach) == touched
    assert drawn.points == points

"""The view of the past: what it draws at both sizes, its keys, and what it follows."""

from pathlib import Path

from textual.widgets import OptionList

from assistant.tui.history.page import Past
from assistant.tui.view.devices import DevicePanel
from assistant.tui.view.manual import Page
from tests.tui.history.scene import DOOR, KETTLE, NARROW, TEMPERATURE, WIDE, recorded, screen
from tests.tui.test_chat import say, until


async def test_f5_shows_a_temperature_and_a_door_with_their_events(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        assert "Living room temperature  now 23.0 °C" in past.chart
        assert "min 19.0" in past.chart
        assert "Front door" in past.chart
        assert past.chart.count(":") >= 3  # times on the axis
        happened = past.page.query_one("#happened", OptionList)
        rows = [str(happened.get_option_at_index(n).prompt) for n in range(happened.option_count)]
        assert any("18:00" in row and "locked" in row for row in rows)
        assert any("17:00" in row and "unlocked" in row for row in rows)
        assert rows[0] > rows[-1]


async def test_narrow_window_has_one_column_and_events_by_a_key(tmp_path: Path) -> None:
    async with recorded(tmp_path, size=NARROW) as past:
        await past.open()
        lines = screen(past.show).splitlines()
        assert max(len(line) for line in lines) <= NARROW[0]
        assert "last 24 h" in lines[1]
        assert "Series" not in screen(past.show)
        assert "Events" not in lines[-6]
        assert "1-6 Range" in lines[-1]
        await past.pilot.press("e")
        await past.pilot.pause(0.1)
        assert "Events (newest first)" in screen(past.show)
        await past.pilot.press("escape")
        await past.pilot.pause(0.1)
        assert isinstance(past.show.app.screen, Past)
        assert "Events (newest first)" not in screen(past.show)


async def test_too_small_a_window_says_so_and_the_chart_comes_back(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        await past.pilot.resize_terminal(50, 12)
        await until(past.pilot, lambda: "at least 60x15" in screen(past.show))
        await past.pilot.resize_terminal(*WIDE)
        await until(past.pilot, lambda: "Front door" in past.chart)
        assert "at least 60x15" not in screen(past.show)


async def test_a_gap_is_named_and_nothing_is_drawn_in_it(tmp_path: Path) -> None:
    async with recorded(tmp_path, steps=24) as past:
        await past.sleep(8)
        await past.live(8)
        await past.open()
        assert "00:00–04:00" in past.chart.splitlines()[-1]
        bar = next(line for line in past.chart.splitlines() if line.startswith("Front door"))
        assert "·····" in bar


async def test_ranges_by_number_and_moving_in_time(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        await past.pilot.press("2")
        await past.drawn()
        assert past.page.board.span.label == "6 h"
        assert past.said("heading").startswith("last 6 h")
        await past.pilot.press("<", "<")
        await past.drawn()
        assert past.said("heading").startswith("Tue 6 Jan 00:00 – 06:00")
        assert "  last 2" in past.chart
        assert "now" not in past.chart
        await past.pilot.press(">", ">")
        await past.drawn()
        assert past.page.board.follows


async def test_cursor_reads_out_every_series_and_stays_at_its_instant(tmp_path: Path) -> None:
    async with recorded(tmp_path, steps=24) as past:
        await past.open()
        await past.pilot.press("left", "shift+left")
        assert "┃ " in past.chart
        bar = next(line for line in past.chart.splitlines() if line.startswith("Front door"))
        assert bar.rstrip().endswith("locked")
        stood = past.page.board.cursor
        await past.pilot.press("left")
        moved = past.page.board.cursor
        assert stood is not None
        assert moved is not None
        assert moved < stood
        await past.pilot.press("end")
        assert "┃" not in past.chart


async def test_a_click_points_at_its_column(tmp_path: Path) -> None:
    async with recorded(tmp_path, steps=24) as past:
        await past.open()
        await past.pilot.click("#canvas", offset=(60, 5))
        await past.pilot.pause(0.1)
        assert next(line for line in past.chart.splitlines()[5:6])[60] in "│⡇⢸"
        await past.pilot.click("#canvas", offset=(2, 5))
        assert past.page.board.cursor is not None


async def test_at_adds_a_series_by_its_name_and_delete_takes_it_out(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        await past.pilot.press("at", *"kettle")
        await past.pilot.pause(0.1)
        await past.pilot.press("enter")
        await past.drawn()
        assert past.page.board.entities[-1] == KETTLE
        assert "Kettle plug" in past.chart
        await past.pilot.press("delete")
        await past.drawn()
        assert KETTLE not in past.page.board.entities
        await past.pilot.press("at", "escape")
        assert isinstance(past.show.app.screen, Past)
        await past.pilot.press("delete", "delete")
        await until(past.pilot, lambda: "@ adds a device" in past.said("said"))
        assert past.chart == ""


async def test_enter_on_an_event_tells_why(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        await past.pilot.press("e", "down", "enter")
        await until(past.pilot, lambda: isinstance(past.show.app.screen, Page))
        page = past.show.app.screen
        assert isinstance(page, Page)
        assert page.caption == "Why · Front door"
        assert "unlocked" in page.rows[0][1] or "locked" in page.rows[0][1]


async def test_h_on_a_tile_opens_its_own_and_escape_leads_back(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        panel = past.show.app.main.devices
        await past.pilot.press("f3")
        panel.cursor = KETTLE
        await past.pilot.press("h")
        await past.drawn()
        assert past.page.board.entities == (KETTLE,)
        await past.pilot.press("escape")
        await until(past.pilot, lambda: past.show.app.screen is past.show.app.main)
        assert isinstance(past.show.app.focused, DevicePanel)
        assert panel.cursor == KETTLE


async def test_slash_history_opens_what_it_names_and_a_slip_is_told(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await say(past.pilot, f"/history @{DOOR} 6h")
        await past.drawn()
        assert past.page.board.entities == (DOOR,)
        assert past.page.board.span.label == "6 h"
        await past.pilot.press("escape")
        await say(past.pilot, "/history @garage")
        log = past.show.app.main.chat.log_view
        await until(
            past.pilot, lambda: any("no garage here" in str(note.render()) for note in log.query("Note"))
        )


async def test_live_the_chart_follows_what_is_reported(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        for value in ("30.5", "30.6"):
            past.show.broker.device(f"{TEMPERATURE}/state", value)
            await past.pilot.pause(0.01)
            await past.show.clock.advance(60)
            await past.live(0)
        await until(past.pilot, lambda: "now 30" in past.chart)


async def test_broker_down_leaves_the_chart_and_says_where_it_ends(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        past.show.broker.drop("connection refused")
        await past.show.clock.advance(600)
        await until(past.pilot, lambda: "ends 1" in past.said("heading"))
        assert "Front door" in past.chart


async def test_too_few_readings_are_said_with_the_key_that_shows_more(tmp_path: Path) -> None:
    async with recorded(tmp_path, steps=3) as past:
        await past.open()
        await past.pilot.press("down", "delete", "1")
        await past.drawn()
        assert "Try 2 for 6 h" in past.said("said")

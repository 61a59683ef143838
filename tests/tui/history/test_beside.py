"""Around the view: the chart under an answer, files, what takes long, and a database that takes nothing."""

import asyncio
import csv
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

from assistant.agent.turn import CallEnded, CallStarted, Finished, Sign, Turn
from assistant.tui.history.inset import Inset
from assistant.tui.history.page import Past
from devices.events import RecordingChanged
from tests.tui.history.scene import DOOR, TEMPERATURE, recorded
from tests.tui.lines import finished
from tests.tui.stage import Line
from tests.tui.test_chat import say, text_of, until
from tools.context import House
from tools.outcome import Charted


def charts(*entities: str) -> Line:
    """A turn whose tool names a chart, as a question for the course of a value does."""

    async def line(house: House, text: str) -> AsyncGenerator[Sign, None]:
        now = house.clock.now()
        chart = Charted(entities, now - timedelta(hours=24), now)
        yield CallStarted("c1", "analyze_history", "analyze history")
        yield CallEnded("c1", "analyze_history", "completed", "It was 19 to 23 °C.", (), 3, chart)
        yield Finished(finished(text, "It was 19 to 23 °C.", ()))

    return line


async def test_the_answer_has_its_chart_below_it_and_the_turn_keeps_none(tmp_path: Path) -> None:
    async with recorded(tmp_path, charts(TEMPERATURE, DOOR)) as past:
        await say(past.pilot, "show me the temperature of the last 24 hours")
        log = past.show.app.main.chat.log_view
        await until(past.pilot, lambda: bool(log.query(Inset)) and log.query(Inset).first().canvas.text != "")
        inset = log.query(Inset).first()
        assert "Living room temperature  now 23.0 °C" in inset.canvas.text
        assert "Front door" in inset.canvas.text
        assert inset.canvas.size.height >= 5
        siblings = list(inset.parent.children) if inset.parent else []
        assert siblings.index(inset) == len(siblings) - 2  # between the answer and the foot
        kept: Turn = past.show.app.turns[0]
        assert "⠤" not in repr(kept)
        assert f"/history @{TEMPERATURE} @{DOOR}" in text_of(past.show)


async def test_a_chart_of_what_is_not_recorded_says_so(tmp_path: Path) -> None:
    async with recorded(tmp_path, charts("sensor.attic"), steps=3) as past:
        await say(past.pilot, "show me the attic")
        await until(past.pilot, lambda: "Nothing is recorded of it yet" in text_of(past.show))


async def test_x_writes_csv_with_every_reading_and_says_where(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        await past.pilot.press("x")
        await until(past.pilot, lambda: f"Written to {tmp_path}" in past.said("said"))
        rows = _only_file(tmp_path)
        warm = [row for row in rows if row["entity_id"] == TEMPERATURE]
        assert len({row["value"] for row in warm}) > 10
        assert {row["unit"] for row in warm} == {"°C"}
        assert [row["value"] for row in rows if row["entity_id"] == DOOR][-2:] == ["unlocked", "locked"]


def _only_file(folder: Path) -> list[dict[str, str]]:
    (written,) = folder.glob("history-*.csv")
    with written.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


async def test_slash_export_draws_a_picture_and_never_writes_over_a_file(tmp_path: Path) -> None:
    target = tmp_path / "week.svg"
    async with recorded(tmp_path) as past:
        await say(past.pilot, f"/export history {target}")
        await until(past.pilot, lambda: f"Written to {target}" in text_of(past.show))
        assert "<svg" in target.read_text(encoding="utf-8")
        await say(past.pilot, f"/export history {target}")
        await until(past.pilot, lambda: "is there already" in text_of(past.show))
        await say(past.pilot, "/export history plan.doc")
        await until(past.pilot, lambda: "neither .csv, .svg nor .png" in text_of(past.show))
        await say(past.pilot, "/export everything")
        await until(past.pilot, lambda: "Use it like this: /export history" in text_of(past.show))


async def test_what_takes_long_is_shown_to_and_escape_waits_no_longer(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        await past.open()
        held, runtime = asyncio.Event(), past.show.app.scene.runtime
        assert runtime is not None
        loop = asyncio.get_running_loop()
        blocked = [runtime.database.read(lambda _c: _hold(loop, held)) for _ in range(8)]
        waiting = asyncio.gather(*blocked)
        await past.pilot.press("4")
        await until(past.pilot, lambda: past.page.drawn.waits)
        await past.pilot.press("escape")
        await until(past.pilot, lambda: not past.page.drawn.waits)
        assert isinstance(past.show.app.screen, Past)
        held.set()
        await waiting
        await past.pilot.press("3")
        await past.drawn()
        assert "Front door" in past.chart


def _hold(loop: asyncio.AbstractEventLoop, held: asyncio.Event) -> None:
    """Keep a reader busy until the test lets go."""
    asyncio.run_coroutine_threadsafe(held.wait(), loop).result(timeout=20)


async def test_a_database_that_takes_nothing_is_told_until_it_does_again(tmp_path: Path) -> None:
    async with recorded(tmp_path, steps=3) as past:
        strip, runtime = past.show.app.main.chat.strip, past.show.app.scene.runtime
        assert runtime is not None
        now = past.show.clock.now()
        runtime.bus.publish(RecordingChanged(now, "the disk is full"))
        await until(past.pilot, lambda: "kept in memory only" in str(strip.content))
        assert "the disk is full" in str(strip.content)
        await past.open()
        assert "the disk is full" in past.said("said")
        runtime.bus.publish(RecordingChanged(now))
        await until(past.pilot, lambda: not strip.display)


async def test_closing_the_view_leaves_no_listener_and_no_work(tmp_path: Path) -> None:
    async with recorded(tmp_path) as past:
        runtime = past.show.app.scene.runtime
        assert runtime is not None
        await past.open()
        page = past.page
        await past.pilot.press("6", "escape")
        await until(past.pilot, lambda: past.show.app.screen is past.show.app.main)
        await until(past.pilot, lambda: not page.is_attached and not page.reading)
        assert not [w for w in past.show.app.workers if w.group == "history" and not w.is_finished]

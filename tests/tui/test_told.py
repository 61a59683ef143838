"""What rules tell: a toast, the bell, a line of activity, and nothing twice."""

from datetime import UTC, datetime
from pathlib import Path

from devices.automation.books.notices import Notice
from tests.tui.lines import says
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until
from tests.tui.test_inquiry import house, toasts
from tests.tui.test_views import WARM

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
WASHED = Notice("r1/0", "a2", NOW, "The washing machine is done", bell=True)


def told(show: Stage) -> int:
    return sum("The washing machine is done" in toast for toast in toasts(show))


async def test_notice_is_a_toast_and_a_line_and_counts_as_seen(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        await house(show).notices.post(WASHED)
        await until(pilot, lambda: told(show) == 1)
        await until(pilot, lambda: not house(show).notices.unseen())
        await until(pilot, lambda: "washing machine" in str(show.app.main.activity.content))
        await house(show).notices.post(WASHED)
        await pilot.pause(0.3)
        assert told(show) == 1
        await say(pilot, "/activity")
        await until(pilot, lambda: "a2 told you: The washing machine is done" in text_of(show))


async def test_notice_without_words_says_its_rule_and_why(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE, notifications=True) as pilot:
        await ready(show, pilot)
        rule = await house(show).book.add(WARM)
        facts = {"entity_id": "sensor.living_room_temperature", "value": "27.5"}
        await house(show).notices.post(Notice("r1/0", rule.id, NOW, facts=facts))
        await until(pilot, lambda: any("Temperature is 27.5 °C." in text for text in toasts(show)))
        assert any("26" in text for text in toasts(show))


async def test_what_was_told_while_nobody_looked_is_said_at_the_start_once(tmp_path: Path) -> None:
    first = stage(tmp_path, says("ok"))
    async with first.app.run_test(size=WIDE) as pilot:
        await ready(first, pilot)
        book = house(first).notices
        first.app.scene.runtime = None  # nobody looks any more
        await book.post(WASHED)
    again = stage(tmp_path, says("ok"))
    async with again.app.run_test(size=WIDE) as pilot:
        await until(pilot, lambda: "Told while nobody looked" in text_of(again))
        assert "The washing machine is done" in text_of(again)
        await until(pilot, lambda: not house(again).notices.unseen())
    third = stage(tmp_path, says("ok"))
    async with third.app.run_test(size=WIDE) as pilot:
        await ready(third, pilot)
        await pilot.pause(0.3)
        assert "Told while nobody looked" not in text_of(third)

"""The newest changes: those on record before a start, and the instant a rule fired wherever it is shown."""

from datetime import datetime, timedelta
from pathlib import Path

from textual.pilot import Pilot
from textual.widgets import OptionList

from assistant.tui.face.latest import latest
from assistant.tui.rules.page import Automations
from devices.command import Cause, Command, Origin, Request, Status
from devices.events import RuleRan, StateChanged
from devices.history.reading import Activity, ActivityKind
from devices.history.recorder import Recorder
from tests.fakes.clock import START
from tests.tui.lines import says
from tests.tui.samples import MOMENT, NOW, home, seen
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, say, text_of, until
from tests.tui.test_views import WARM

FAN = seen("fan.hall", {"state": "on", "percentage": 40}, name="Fan")
AIR = seen("sensor.hall_air", {"state": "21"}, name="Air")
VIEW = home(FAN, AIR)
YOU = Cause(Origin.CHAT, "t1")


def same_instant(_cause: Cause, _entity_id: str, at: datetime) -> datetime:
    return at


def on_record(entity_id: str, before: str, after: str, kind: ActivityKind = ActivityKind.COMMAND) -> Activity:
    return Activity(NOW - timedelta(hours=2), kind, entity_id, before, after, YOU)


def shown(show: Stage) -> str:
    return str(show.app.main.activity.content)


def test_record_stands_below_what_was_heard_and_only_changes_count() -> None:
    heard = StateChanged(seen("fan.hall", {"state": "off"}), FAN, YOU, NOW)
    past = (
        on_record("fan.hall", "on", "off"),
        on_record("fan.hall", "off", "off"),
        on_record("sensor.hall_air", "20", "21", ActivityKind.CHANGE),
        on_record("light.gone", "on", "off"),
        on_record("", "", "", ActivityKind.RULE),
    )
    rows = list(latest([heard], past, VIEW, MOMENT, same_instant))
    assert [(row.at, row.glyph, row.name, row.word) for row in rows] == [
        (NOW, "●", "Fan", "on 40 %"),
        (NOW - timedelta(hours=2), "○", "Fan", "off"),
    ]


async def test_latest_is_there_after_a_restart(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        recorder = _recorder(show)
        assert shown(show) == "Nothing happened yet."
        await say(pilot, "/on light.kitchen")
        await until(pilot, lambda: "Kitchen light" in shown(show))
        await recorder.flush()
    show = stage(tmp_path, says("ok"))
    await show.clock.advance(60)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        await until(pilot, lambda: "12:00  ● Kitchen light  on  by you" in shown(show))


async def test_a_rule_shows_the_instant_it_fired_wherever_its_change_is_shown(tmp_path: Path) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        recorder = _recorder(show)
        await _rule_with_a_slow_fan(show)
        await recorder.flush()
        await until(pilot, lambda: "12:00  ● Fan  on  by a1" in shown(show))
        fan = show.app.scene.view().snapshots["fan.living_room"]
        assert fan.changed_at == START + timedelta(minutes=3)
        assert show.app.scene.known(fan).changed_at == START
        await show.clock.advance(60)
        await say(pilot, "/activity")
        await until(pilot, lambda: "12:00  ✓ Fan" in text_of(show))
        await _rule_page_says(pilot, show, "last 12:00 ran ✓")


def _recorder(show: Stage) -> Recorder:
    runtime = show.app.scene.runtime
    assert runtime is not None
    return Recorder(runtime.database, runtime.bus, runtime.house.clock)


async def _rule_with_a_slow_fan(show: Stage) -> None:
    """A rule that fired at noon, and whose fan turned three minutes later."""
    assert show.app.scene.runtime is not None
    house = show.app.scene.runtime.house
    rule, fired = await house.book.add(WARM), house.clock.now()
    await show.clock.advance(180)
    command = Command("fan.living_room", "turn_on")
    outcomes = await house.home.execute(Request((command,), Cause(Origin.RULE, rule.id)))
    assert [outcome.status for outcome in outcomes] == [Status.CONFIRMED]
    await house.book.note(RuleRan(rule.id, fired, outcomes))


async def _rule_page_says(pilot: Pilot[None], show: Stage, text: str) -> None:
    await pilot.press("f4")
    await until(pilot, lambda: isinstance(show.app.screen, Automations))
    assert isinstance(show.app.screen, Automations)
    listed = show.app.screen.query_one("#rules", OptionList)
    await until(pilot, lambda: any(text in str(option.prompt) for option in listed.options))

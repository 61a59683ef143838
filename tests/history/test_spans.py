"""Spans of words, and what happened with its cause."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from devices.bus import Bus
from devices.command import Cause, Command, Origin, Outcome, Reason, Status
from devices.events import CommandEnded, RuleRan, StateReported
from devices.history.reading import ActivityKind
from devices.history.recorder import Recorder
from devices.model import Snapshot
from tests.history.scene import DOOR, LAMP, TEMPERATURE, lit, minute, on_off, recorded, warm

CHAT = Cause(Origin.CHAT, "t1", "turn on the kitchen light")


def lamp_turned_on(cause: Cause = CHAT, status: Status = Status.CONFIRMED) -> CommandEnded:
    command = Command(LAMP.id, "turn_on", {"brightness_pct": 40})
    after = {"brightness": 102} if status is Status.CONFIRMED else {}
    outcome = Outcome(command, status, "off", "on" if after else "off", Reason.NONE, after, {}, "", 120)
    return CommandEnded(outcome, cause, minute(5))


async def test_spans_of_a_door(address: str) -> None:
    async with recorded(address) as scene:
        for at, word in ((0, "off"), (10, "on"), (12, "off"), (50, "on")):
            scene.report(DOOR, on_off(word), minute(at))
        await scene.until(minute(60))
        found = await scene.history.spans(DOOR.id, minute(5), minute(60))
    assert [(span.word, span.start, span.end) for span in found] == [
        ("off", minute(5), minute(10)),
        ("on", minute(10), minute(12)),
        ("off", minute(12), minute(50)),
        ("on", minute(50), minute(60)),
    ]
    assert sum(span.seconds for span in found if span.word == "on") == 12 * 60


async def test_spans_before_the_first_row_are_unknown(address: str) -> None:
    """Records that begin with a two-second outage must not stretch it back over the window."""
    rows = ((5, 0, "off"), (5, 2, "on"), (6, 0, "off"), (6, 2, "on"))
    now = datetime(2027, 2, 8, 12, tzinfo=UTC)
    async with recorded(address) as scene:
        for day, second, word in rows:
            scene.report(DOOR, on_off(word), datetime(2027, 2, day, 6, 15, second, tzinfo=UTC))
        await scene.until(now)
        found = await scene.history.spans(DOOR.id, now - timedelta(days=7), now)
    assert sum(span.seconds for span in found if span.word == "off") == 4
    assert found[0].start == datetime(2027, 2, 5, 6, 15, tzinfo=UTC)


async def test_spans_tell_of_unavailable(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(DOOR, on_off("off"), minute(0))
        scene.reach(DOOR, minute(10), online=False)
        scene.reach(DOOR, minute(20), online=True)
        await scene.until(minute(30))
        found = await scene.history.spans(DOOR.id, minute(0), minute(30))
    assert [(span.word, span.seconds) for span in found] == [("off", 600), ("unavailable", 600), ("off", 600)]


async def test_activity_newest_first_with_causes(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(LAMP, lit("off"), minute(0))
        scene.report(LAMP, lit("on", 102), minute(5), cause=CHAT)
        scene.bus.publish(lamp_turned_on())
        scene.report(LAMP, lit("off"), minute(9))
        scene.bus.publish(RuleRan("a1", minute(10), (), "rate_limited"))
        await scene.until(minute(30))
        found = await scene.history.activity(minute(0), minute(30))
    assert [(line.kind, line.before, line.after) for line in found] == [
        (ActivityKind.RULE, "", ""),
        (ActivityKind.CHANGE, "on", "off"),
        (ActivityKind.COMMAND, "off", "on"),
    ]
    rule, change, command = found
    assert (rule.cause, rule.skipped) == (Cause(Origin.RULE, "a1"), "rate_limited")
    assert (change.cause.origin, change.previous) == (Origin.DEVICE, {"brightness": 102.0})
    assert (command.cause, command.outcome) == (CHAT, lamp_turned_on().outcome)


async def test_last_change_by_a_person_then_by_hand(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(LAMP, lit("off"), minute(0))
        scene.bus.publish(lamp_turned_on())
        await scene.recorder.flush()
        ours = await scene.history.last_change(LAMP.id)
        scene.report(LAMP, lit("on", 102), minute(5), cause=CHAT)
        scene.report(LAMP, lit("off"), minute(9))
        await scene.recorder.flush()
        theirs = await scene.history.last_change(LAMP.id)
    assert ours is not None
    assert (ours.cause, ours.after) == (CHAT, "on")
    assert theirs is not None
    assert (theirs.cause.origin, theirs.at) == (Origin.DEVICE, minute(9))


async def test_command_of_a_process_that_follows_explains_the_change(address: str) -> None:
    """The runner saw the lamp change and knows no command; the one that gave it wrote it down itself."""
    async with recorded(address) as scene:
        scene.report(LAMP, lit("off"), minute(0))
        scene.report(LAMP, lit("on", 102), minute(5))
        follower_bus = Bus()
        follower = Recorder(scene.database, follower_bus, scene.clock, commands_only=True)
        follower_bus.publish(lamp_turned_on())
        follower_bus.publish(StateReported(Snapshot(LAMP), minute(5)))
        await follower.flush()
        await scene.until(minute(30))
        found = await scene.history.activity(minute(0), minute(30))
        last = await scene.history.last_change(LAMP.id)
        readings = await scene.history.readings(LAMP.id, minute(0), minute(30))
    assert [(line.kind, line.cause) for line in found] == [(ActivityKind.COMMAND, CHAT)]
    assert last == found[0]
    assert [reading.value for reading in readings] == ["off", "on"]


async def test_last_change_passes_over_what_was_refused(address: str) -> None:
    async with recorded(address) as scene:
        scene.bus.publish(lamp_turned_on(status=Status.REFUSED))
        await scene.recorder.flush()
        assert await scene.history.last_change(LAMP.id) is None
        assert len(await scene.history.activity(minute(0), minute(60))) == 1


async def test_last_change_of_a_number_is_its_last_step(address: str) -> None:
    async with recorded(address) as scene:
        for at, value in ((0, 20), (10, 21), (20, 21)):
            scene.report(TEMPERATURE, warm(value), minute(at))
        await scene.recorder.flush()
        found = await scene.history.last_change(TEMPERATURE.id)
    assert found is not None
    assert (found.at, found.before, found.after) == (minute(10), "20", "21")
    assert found.cause.origin is Origin.DEVICE


async def test_last_step_of_a_number_that_then_stood_for_days(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        for beat in range(1, 900):
            scene.report(TEMPERATURE, warm(21), minute(beat * 5))
        await scene.until(minute(900 * 5))
        found = await scene.history.last_change(TEMPERATURE.id)
    assert found is not None
    assert (found.at, found.before, found.after) == (minute(5), "20", "21")


async def test_another_unit_is_no_step(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(replace(TEMPERATURE, unit="°F"), warm(68), minute(0))
        await scene.recorder.flush()
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(20), minute(10))
        await scene.until(minute(20))
        found = await scene.history.last_change(TEMPERATURE.id)
        week = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(20))
    assert found is None
    assert (week.unit, week.minimum, week.maximum, week.count) == ("°C", 20, 20, 2)


async def test_retained_states_are_no_activity(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(DOOR, on_off("off"), minute(0), retained=True)
        scene.report(DOOR, on_off("on"), minute(1), retained=True)
        await scene.until(minute(2))
        assert await scene.history.activity(minute(0), minute(60)) == ()
        assert len(await scene.history.spans(DOOR.id, minute(0), minute(2))) == 2

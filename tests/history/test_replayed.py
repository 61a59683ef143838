"""The recorded past told again: in order, with what is needed to tell a live report from a kept one."""

from datetime import UTC, timedelta

from devices.events import EventFired
from devices.history.replayed import Replay, Report, Session, Silence, Told
from devices.history.rollup.retention import Kept
from devices.history.rollup.roller import Roller
from devices.history.sight import Mark
from tests.history.scene import DOOR, LAMP, TEMPERATURE, Scene, lit, minute, on_off, recorded, warm

DAY = 1440


async def told(scene: Scene, *ids: str, start: float = 0, end: float = 10_000) -> list[Told]:
    return [one async for one in (await replayed(scene, *ids, start=start, end=end)).told()]


async def replayed(scene: Scene, *ids: str, start: float = 0, end: float = 10_000) -> Replay:
    return await scene.history.replay(ids, minute(start), minute(end))


def brief(found: list[Told]) -> list[tuple[float, str, object, Mark]]:
    return [
        ((r.at - minute(0)).total_seconds() / 60, r.entity_id, r.values[""], r.mark)
        for r in found
        if isinstance(r, Report)
    ]


async def test_reports_of_several_entities_come_in_order(address: str) -> None:
    async with recorded(address) as scene:
        for at in range(0, 900, 90):
            scene.report(TEMPERATURE, warm(20 + at / 90), minute(at))
            scene.report(DOOR, on_off("on" if at % 180 else "off"), minute(at + 1))
        await scene.recorder.flush()
        found = brief(await told(scene, TEMPERATURE.id, DOOR.id))
        only = brief(await told(scene, DOOR.id))
    assert [at for at, *_ in found] == sorted(at for at, *_ in found)
    assert len(found) == 20
    assert {entity_id for _, entity_id, *_ in only} == {DOOR.id}


async def test_state_and_attributes_of_one_report_come_together(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(LAMP, lit("on", 102), minute(1))
        scene.report(LAMP, lit("off"), minute(2))
        await scene.recorder.flush()
        found = [r for r in await told(scene, LAMP.id) if isinstance(r, Report)]
    assert [dict(r.values) for r in found] == [
        {"": "on", "brightness": 102.0},
        {"": "off", "brightness": "unknown"},
    ]


async def test_kept_reports_and_devices_that_are_merely_back_are_marked(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(21), minute(0), retained=True)
        scene.report(TEMPERATURE, warm(21), minute(1))
        scene.reach(TEMPERATURE, minute(2), online=False)
        scene.reach(TEMPERATURE, minute(3), online=True)
        scene.report(TEMPERATURE, warm(21), minute(4))
        await scene.recorder.flush()
        found = [(value, mark) for _, _, value, mark in brief(await told(scene, TEMPERATURE.id))]
        numbers = await scene.history.readings(TEMPERATURE.id, minute(0), minute(9))
    assert found == [
        (21.0, Mark.RETAINED),
        (21.0, Mark.LIVE),
        ("unavailable", Mark.LIVE),
        (21.0, Mark.BACK),
        (21.0, Mark.LIVE),
    ]
    assert [reading.value for reading in numbers] == [21, 21, "unavailable", 21]


async def test_events_are_recorded_each_by_itself(address: str) -> None:
    async with recorded(address) as scene:
        for at in (1, 2):
            scene.bus.publish(EventFired("event.button", "press", minute(at)))
        await scene.recorder.flush()
        found = [r for r in await told(scene, "event.button") if isinstance(r, Report)]
    assert [(r.at, dict(r.values)) for r in found] == [(minute(at), {"event_type": "press"}) for at in (1, 2)]


async def test_what_was_known_when_the_window_begins(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(21), minute(0))
        scene.report(TEMPERATURE, warm(22), minute(30))
        await scene.until(minute(60))
        within = await replayed(scene, TEMPERATURE.id, start=20, end=40)
        after = await replayed(scene, TEMPERATURE.id, start=100, end=200)
        nothing = await replayed(scene, "sensor.gone", start=20, end=40)
    assert [dict(report.values) for report in within.known] == [{"": 21.0}]
    assert after.known == ()
    assert within.entities == {TEMPERATURE.id}
    assert not nothing.entities


async def test_sessions_begin_and_end_where_somebody_recorded(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(21), minute(0))
        await scene.until(minute(10))
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(22), minute(30))
        await scene.until(minute(40))
        found = await told(scene, TEMPERATURE.id)
    order = [(type(one), one.at) for one in found]
    assert order == [
        (Session, minute(0)),
        (Report, minute(0)),
        (Silence, minute(10)),
        (Session, minute(30)),
        (Report, minute(30)),
        (Silence, minute(40)),
    ]


async def test_a_replay_begins_where_what_it_needs_is_kept(address: str) -> None:
    async with recorded(address) as scene:
        for day in range(6):
            scene.report(TEMPERATURE, warm(20 + day), minute(day * DAY))
            scene.report(DOOR, on_off("on" if day % 2 else "off"), minute(day * DAY + 5))
        await scene.until(minute(5 * DAY + 60))
        roller = Roller(scene.database, scene.clock, UTC, Kept(numbers=timedelta(days=2)))
        await roller.catch_up()
        await roller.let_go()
        ids, window = (TEMPERATURE.id, DOOR.id), (minute(0), minute(6 * DAY))
        numbers = await scene.history.replay(ids, *window, {(TEMPERATURE.id, "")})
        words = await scene.history.replay(ids, *window, {(DOOR.id, "")})
        doors = [r for r in [told async for told in words.told()] if isinstance(r, Report)]
        kept = await scene.history.kept()
    assert numbers.start == kept.numbers
    assert minute(2 * DAY) < numbers.start <= minute(3 * DAY + 60)
    assert words.start == minute(0)
    assert [r.at for r in doors if r.entity_id == DOOR.id] == [minute(day * DAY + 5) for day in range(6)]
    assert kept.words is not None
    assert kept.words < minute(0)


async def test_a_number_that_falls_silent_is_closed_with_its_last_report(address: str) -> None:
    async with recorded(address) as scene:
        for at in (0, 1, 2, 3):
            scene.report(TEMPERATURE, warm(21), minute(at))
        await scene.until(minute(120))
        found = brief(await told(scene, TEMPERATURE.id))
    assert [at for at, *_ in found] == [0, 3]

"""From the records of a home to a chart."""

from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from assistant.charts.gathered import Scope, Subject, coarsest, gathered
from devices.history.rollup.level import Level
from tests.fakes.clock import START
from tests.history.scene import DOOR, TEMPERATURE, THERMOSTAT, heat, minute, on_off, recorded, warm

BERLIN = ZoneInfo("Europe/Berlin")


def scope(minutes: float, columns: int = 60) -> Scope:
    return Scope(START, minute(minutes), BERLIN, columns, now=minute(minutes))


async def test_gathered_numbers_are_lines_and_words_are_bars(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(20.5), minute(1))
        scene.report(DOOR, on_off("off"), minute(1))
        scene.report(TEMPERATURE, warm(22.0), minute(20))
        scene.report(DOOR, on_off("on"), minute(30))
        await scene.until(minute(60))
        subjects = (Subject(TEMPERATURE.id, "Living"), Subject(DOOR.id, "Door"))
        found = await gathered(scene.history, subjects, scope(60))
    (line,), (bar,) = found.lines, found.bars
    assert (line.label, line.unit, line.count, line.figures.high) == ("Living", "°C", 2, 22.0)
    assert [(block.word, block.end - block.start) for block in bar.blocks] == [
        ("off", 29 * 60_000),
        ("on", 30 * 60_000),
    ]
    assert [(event.label, event.what, event.who) for event in found.events] == [("Door", "on", "")]
    assert found.current


async def test_gathered_thermostat_is_a_line_and_a_bar(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(THERMOSTAT, heat(19.5, 21.0), minute(1))
        await scene.until(minute(60))
        found = await gathered(scene.history, (Subject(THERMOSTAT.id, "Heating"),), scope(60))
    assert [line.figures.now for line in found.lines] == [19.5]
    assert [bar.words for bar in found.bars] == [("heat",)]


async def test_gathered_gap_is_a_gap(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        scene.report(TEMPERATURE, warm(20.5), minute(1))
        scene.reach(TEMPERATURE, minute(10), online=False)
        scene.reach(TEMPERATURE, minute(20), online=True)
        scene.report(TEMPERATURE, warm(22.0), minute(30))
        await scene.until(minute(60))
        found = await gathered(scene.history, (Subject(TEMPERATURE.id, "Living"),), scope(60))
    (line,) = found.lines
    hole = (scene_millis(10), scene_millis(30))
    assert hole in line.gaps
    assert all(point.end <= hole[0] or point.start >= hole[1] for point in line.points)


async def test_gathered_unknown_entity_is_an_empty_line(tmp_path: Path) -> None:
    async with recorded(tmp_path) as scene:
        found = await gathered(scene.history, (Subject("sensor.never", "Never"),), scope(60))
    assert [(line.points, line.since) for line in found.lines] + [bar.blocks for bar in found.bars] in (
        [((), None)],
        [()],
    )


def scene_millis(number: float) -> int:
    return int(minute(number).timestamp() * 1000)


def test_level_follows_the_width() -> None:
    spans = [(1, Level.RAW), (24, Level.FIVE), (24 * 30, Level.HOUR), (24 * 365, Level.DAY)]
    assert [coarsest(START, START + timedelta(hours=hours), 100) for hours, _ in spans] == [
        level for _, level in spans
    ]

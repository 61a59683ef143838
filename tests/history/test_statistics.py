"""Statistics against values computed by hand: bounds, means by time, gaps that stay gaps."""

from datetime import timedelta

import pytest

from tests.history.scene import DOOR, TEMPERATURE, THERMOSTAT, Scene, heat, minute, on_off, recorded, warm


async def climb(scene: Scene) -> None:
    """20 °C for 10 minutes, 22 for 20, 21 for 30: one hour."""
    for at, value in ((0, 20), (10, 22), (30, 21)):
        scene.report(TEMPERATURE, warm(value), minute(at))
    await scene.until(minute(60))


async def test_statistics_of_a_whole_hour(address: str) -> None:
    async with recorded(address) as scene:
        await climb(scene)
        found = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(60))
    assert (found.minimum, found.minimum_at) == (20, minute(0))
    assert (found.maximum, found.maximum_at) == (22, minute(10))
    assert found.mean == pytest.approx((20 * 10 + 22 * 20 + 21 * 30) / 60)
    assert (found.count, found.unit, found.coverage, found.gaps) == (3, "°C", 1.0, ())
    assert (found.first_at, found.last_at) == (minute(0), minute(30))


async def test_statistics_take_in_the_value_that_held_at_the_start(address: str) -> None:
    async with recorded(address) as scene:
        await climb(scene)
        found = await scene.history.statistics(TEMPERATURE.id, minute(20), minute(40))
    assert (found.maximum, found.maximum_at) == (22, minute(20))
    assert found.mean == pytest.approx(21.5)
    assert (found.count, found.coverage) == (1, 1.0)


async def test_statistics_before_the_first_row_are_a_gap(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(DOOR, on_off("off"), minute(0))
        scene.report(TEMPERATURE, warm(20), minute(45))
        await scene.until(minute(60))
        found = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(60))
    assert found.coverage == pytest.approx(0.25)
    assert found.gaps == ((minute(0), minute(45)),)
    assert found.first_at == minute(45)


@pytest.mark.parametrize("word", ["nan", "inf", "-1e300", "unknown", "error"])
async def test_statistics_while_the_sensor_says_no_number(address: str, word: str) -> None:
    async with recorded(address) as scene:
        for at, value in ((0, "20"), (10, word), (40, "24")):
            scene.report(TEMPERATURE, warm(value), minute(at))
        await scene.until(minute(60))
        found = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(60))
    assert found.gaps == ((minute(10), minute(40)),)
    assert found.mean == pytest.approx((20 * 10 + 24 * 20) / 30)
    assert found.count == 2


async def test_statistics_while_unavailable(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        scene.reach(TEMPERATURE, minute(10), online=False)
        scene.reach(TEMPERATURE, minute(30), online=True)
        scene.report(TEMPERATURE, warm(20), minute(40))
        await scene.until(minute(60))
        found = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(60))
    # back on the line at 30 is no reading: the value is known again from 40 on
    assert found.gaps == ((minute(10), minute(40)),)
    assert found.coverage == pytest.approx(0.5)


async def test_statistics_over_a_time_when_hearth_was_off(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        await scene.until(minute(10))
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(26), minute(50))
        await scene.until(minute(60))
        found = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(60))
        later = await scene.history.statistics(TEMPERATURE.id, minute(20), minute(60))
    assert found.gaps == ((minute(10), minute(50)),)
    assert found.mean == pytest.approx(23)
    assert (later.minimum, later.gaps) == (26, ((minute(20), minute(50)),))


async def test_statistics_of_nothing(address: str) -> None:
    async with recorded(address) as scene:
        await scene.until(minute(60))
        found = await scene.history.statistics("sensor.nowhere", minute(0), minute(60))
    assert (found.mean, found.count, found.coverage) == (None, 0, 0.0)
    assert found.gaps == ((minute(0), minute(60)),)


async def test_statistics_end_now_at_the_latest(address: str) -> None:
    async with recorded(address) as scene:
        await climb(scene)
        found = await scene.history.statistics(TEMPERATURE.id, minute(0), minute(0) + timedelta(days=1))
    assert (found.end, found.coverage, found.gaps) == (minute(60), 1.0, ())


async def test_statistics_of_a_thermostat_are_of_its_thermometer(address: str) -> None:
    async with recorded(address) as scene:
        scene.report(THERMOSTAT, heat(19.5, 22), minute(0))
        scene.report(THERMOSTAT, heat(20.5, 22), minute(30))
        await scene.until(minute(60))
        inside = await scene.history.statistics(THERMOSTAT.id, minute(0), minute(60))
        target = await scene.history.statistics(THERMOSTAT.id, minute(0), minute(60), "temperature")
    assert inside.mean == pytest.approx(20.0)
    assert (inside.unit, inside.attribute) == ("°C", "current_temperature")
    assert (target.minimum, target.maximum) == (22, 22)


async def test_readings_are_the_newest_in_order(address: str) -> None:
    async with recorded(address) as scene:
        await climb(scene)
        found = await scene.history.readings(TEMPERATURE.id, minute(0), minute(60), limit=2)
    assert [(reading.at, reading.value) for reading in found] == [(minute(10), 22), (minute(30), 21)]

"""A week of which all is known, with a clock change in it: recorded, rolled up, read back, worked out.

Once as it is recorded, once rolled up, and once after its older readings have been let go.
"""

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, time, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo

import pytest

from devices.history.analysis.days.buckets import buckets
from devices.history.analysis.days.calendar import By
from devices.history.analysis.days.typical import Habit, typical, typical_peak
from devices.history.analysis.figure import Asked, Statistic
from devices.history.analysis.held import Limit, held, held_number
from devices.history.analysis.numbers import numbers
from devices.history.analysis.use.cost import cost
from devices.history.analysis.use.tariff import read_tariff
from devices.history.analysis.use.used import used
from devices.history.course.course import Course, States, Wanted
from devices.history.queries import History
from devices.history.rollup.level import Level
from devices.history.rollup.retention import Kept
from devices.history.rollup.roller import Roller
from devices.model import Domain, Entity
from devices.storage.tables import instant
from tests.history.analysis.made import HOUR, MINUTE, at, near
from tests.history.scene import LAMP, TEMPERATURE, Scene, lit, recorded, warm

ZONE = ZoneInfo("Europe/Berlin")
POWER = Entity("sensor.oven_power", Domain.SENSOR, "Oven power", unit="W")
METER = Entity("sensor.oven_energy", Domain.SENSOR, "Oven energy", unit="kWh")
START, END = at(2026, 3, 24, 0, ZONE), at(2026, 3, 31, 0, ZONE)
AWAY, BACK, ANEW = (at(2026, 3, day, hour, ZONE) for day, hour in ((25, 9), (25, 12), (27, 12)))
STEP = 15 * MINUTE
NIGHT = read_tariff("0.30 EUR; 22:00-06:00 0.20")


class Stage(IntEnum):
    """How far the records have come."""

    RECORDED = 0
    ROLLED = 1
    LET_GO = 2


def local_hour(moment: int) -> float:
    here = instant(moment).astimezone(ZONE)
    return here.hour + here.minute / 60


def degrees(moment: int) -> float:
    """Highest at three in the afternoon."""
    return round(20 + 3 * math.cos((local_hour(moment) - 15) / 24 * 2 * math.pi), 2)


def watts(moment: int) -> float:
    return 1000 if 18 <= local_hour(moment) < 20 else 100


async def live(scene: Scene) -> None:
    """Each quarter of an hour all report; the thermometer is away for a while, the meter once begins anew."""
    await scene.clock.advance((instant(START) - scene.clock.now()).total_seconds())
    total, base = 0.0, -1234.5
    for moment in range(START, END, STEP):
        now = instant(moment)
        if moment in {AWAY, BACK}:
            scene.reach(TEMPERATURE, now, online=moment == BACK)
        if not AWAY <= moment < BACK:
            scene.report(TEMPERATURE, warm(degrees(moment)), now)
        base = total - watts(moment - STEP) / 4000 if moment == ANEW else base
        scene.report(POWER, warm(watts(moment)), now)
        scene.report(METER, warm(round(total - base, 6)), now)
        scene.report(LAMP, lit("on" if 18 <= local_hour(moment) < 22.5 else "off"), now)
        total += watts(moment) / 4000
        if moment % (24 * HOUR) == 0:
            await scene.until(now)
    await scene.until(instant(END))


@asynccontextmanager
async def lived(address: str, stage: Stage) -> AsyncIterator[History]:
    async with recorded(address) as scene:
        await live(scene)
        roller = Roller(scene.database, scene.clock, ZONE, Kept(numbers=timedelta(days=2)))
        if stage >= Stage.ROLLED:
            await roller.catch_up()
        if stage >= Stage.LET_GO:
            await roller.let_go()
        yield History(scene.database, scene.clock, ZONE)


@pytest.fixture(params=Stage)
def stage(request: pytest.FixtureRequest) -> Stage:
    return Stage(request.param)


async def week(
    address: str, stage: Stage, coarsest: Level = Level.DAY
) -> tuple[Course, Course, Course, States]:
    wanted = [Wanted(entity.id) for entity in (TEMPERATURE, POWER, METER)]
    async with lived(address, stage) as history:
        warmth, power, meter = await history.courses(wanted, instant(START), instant(END), coarsest=coarsest)
        (lamp,) = await history.states([Wanted(LAMP.id)], instant(START), instant(END))
    return warmth, power, meter, lamp


async def test_truth_of_a_week(address: str, stage: Stage) -> None:
    warmth, power, meter, lamp = await week(address, stage)
    known = [moment for moment in range(START, END, STEP) if not AWAY <= moment < BACK]
    truth = [degrees(moment) for moment in known]
    found = numbers(warmth)
    assert found.mean == near(sum(truth) / len(truth))
    assert (found.minimum, found.maximum, found.count) == (min(truth), max(truth), len(truth))
    assert found.maximum_at == instant(next(moment for moment in known if degrees(moment) == max(truth)))
    assert found.basis.gaps == ((instant(AWAY), instant(BACK)),)
    assert found.basis.coverage == near(164 / 167)
    # 14 hours at 1000 W, and the rest of 167 at 100
    assert used(power).amount == near(29.3)
    # what the last quarter takes, the meter tells with the next reading
    assert used(meter).amount == near(29.3 - 0.025)
    on = held(lamp, {"on"})
    assert (on.seconds, on.count, on.exact) == (7 * 4.5 * 3600, 7, True)


async def test_truth_of_each_day(address: str, stage: Stage) -> None:
    _, power, meter, lamp = await week(address, stage)
    days = buckets(power, By.DAY, Asked(Statistic.USED), ZONE)
    assert [bucket.value for bucket in days.buckets] == [near(4.2)] * 5 + [near(4.1), near(4.2)]
    assert all(bucket.whole for bucket in days.buckets)
    assert days.least is not None
    assert days.least.start.astimezone(ZONE) == datetime(2026, 3, 29, tzinfo=ZONE)
    by_meter = buckets(meter, By.DAY, Asked(Statistic.USED), ZONE)
    assert by_meter.total == near(29.3 - 0.025)
    lit_days = buckets(lamp, By.DAY, Asked(Statistic.DURATION, frozenset({"on"})), ZONE)
    assert [bucket.value for bucket in lit_days.buckets] == [4.5 * 3600] * 7
    assert typical(lamp, {"on"}, ZONE, Habit()).usual == time(18)


async def test_truth_by_the_hour(address: str, stage: Stage) -> None:
    warmth, power, meter, _ = await week(address, stage, Level.HOUR)
    # seven nights of eight hours, one of them an hour short
    truth = 55 * 0.1 * 0.2 + (29.3 - 5.5) * 0.3
    assert (cost(power, NIGHT, ZONE).amount, cost(power, NIGHT, ZONE).exact) == (near(truth), True)
    assert cost(meter, NIGHT, ZONE).amount == near(truth - 0.025 * 0.2)
    peak = typical_peak(warmth, ZONE)
    assert (peak.usual, peak.days) == (time(15), 7)
    above = held_number(warmth, Limit(above=22))
    hot = sum(degrees(moment) > 22 for moment in range(START, END, STEP) if not AWAY <= moment < BACK)
    assert above.seconds <= hot * 900 <= above.at_most
    assert above.exact is (stage is Stage.RECORDED)

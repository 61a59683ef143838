"""The month in our own database, by the road that the recorder takes, and questions as a chat asks them."""

import time
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from devices.history.analysis.days.buckets import buckets
from devices.history.analysis.days.calendar import By, level_of
from devices.history.analysis.days.unusual import unusual
from devices.history.analysis.figure import Asked, Statistic, figure
from devices.history.analysis.held import Limit, held_number
from devices.history.analysis.numbers import numbers
from devices.history.analysis.ranked import ranked
from devices.history.analysis.together import together
from devices.history.analysis.trend import trend
from devices.history.batch import Batch
from devices.history.course.course import Course, Wanted
from devices.history.queries import History
from devices.history.rollup.level import Level
from devices.history.rollup.roller import Roller
from devices.history.sight import Mark, Series
from devices.history.store import store
from devices.storage.database import Database
from tests.benchmarks.past.town import SENSOR, START, Numbers, Times
from tests.fakes.clock import FakeClock

FLUSH = 2_000
"""Readings of one flush: a second at the rate that the simulated fleet is made for."""
MONDAY = datetime(2026, 3, 16, tzinfo=UTC)
WEEK, DAY = timedelta(days=7), timedelta(days=1)

Answer = float | str | tuple[float, ...] | None


class Ours:
    """Our database at one file. `end` is the last instant that was recorded."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._database = Database.open(f"sqlite:///{file}")
        self._series = {sensor.number: Series(sensor.id, "", sensor.unit) for sensor in SENSOR}
        self._ids: dict[Series, int] = {}
        self.end = START

    async def add(self, numbers_: Times, at: Times, value: Numbers) -> float:
        """Store readings as they arrived, a flush at once; returns the seconds that took."""
        spent = 0.0
        for first in range(0, len(at), FLUSH):
            some = slice(first, first + FLUSH)
            rows = zip(numbers_[some].tolist(), at[some].tolist(), value[some].tolist(), strict=True)
            batch = Batch({(self._series[n], ms): (number, Mark.LIVE) for n, ms, number in rows})
            last = int(at[some][-1])
            watch = {"start": int(START.timestamp() * 1000), "end": last + 1, "beat": 0}
            began = time.perf_counter()
            work = partial(store, batch=batch, known=dict(self._ids), watch=watch)
            self._ids |= await self._database.write(work)
            spent += time.perf_counter() - began
            self.end = datetime.fromtimestamp((last + 1) / 1000, UTC)
        return spent

    async def roll(self, progress: Callable[[float], None]) -> float:
        """Roll up all of it; returns the seconds that took."""
        began = time.perf_counter()
        await Roller(self._database, FakeClock(self.end), UTC).catch_up(progress)
        return time.perf_counter() - began

    def asked(self) -> "Chat":
        """Questions at the last recorded instant."""
        return Chat(History(self._database, FakeClock(self.end), UTC), self.end)

    async def close(self) -> None:
        """Leave it in one file."""
        await self._database.close()


class Chat:
    """Questions as tools ask them; each gives a number, or the name of a room."""

    def __init__(self, history: History, end: datetime) -> None:
        self._history, self._end = history, end

    async def day(self, entity_id: str) -> Answer:
        """Mean, lowest and highest of the last 24 hours."""
        found = numbers(await self._course(entity_id, DAY))
        return (found.mean or 0.0, found.minimum or 0.0, found.maximum or 0.0)

    async def month(self, entity_id: str) -> Answer:
        """The means of the hours of 30 days."""
        course = await self._course(entity_id, timedelta(days=29), level_of(By.HOUR), whole=True)
        found = buckets(course, By.HOUR, Asked(Statistic.MEAN), UTC)
        return tuple(bucket.value or 0.0 for bucket in found.buckets)

    async def rooms(self, kind: str) -> Answer:
        """The room in which the mean of this week is the greatest."""
        mine = [sensor for sensor in SENSOR if sensor.kind == kind]
        courses = await self._history.courses([Wanted(one.id) for one in mine], MONDAY, self._end)
        asked = Asked(Statistic.MEAN)
        groups = {one.room: [figure(course, asked)] for one, course in zip(mine, courses, strict=True)}
        return ranked(groups, Statistic.MEAN).places[0].name

    def many(self) -> Mapping[str, Callable[[str], Awaitable[Answer]]]:
        """A dozen more that a chat asks of a sensor."""
        return {
            "yesterday": self._yesterday,
            "the median of this week": self._median,
            "this week and the last": self._weeks,
            "the warmest day of the month": self._warmest,
            "how long above": self._above,
            "used in a month, by day": self._used,
            "trend of two weeks": self._trend,
            "is it unusual": self._unusual,
            "with another one": self._together,
            "the whole house today": self._house,
            "a room over the month": self._month_of_room,
            "every hour of last week": self._hours,
        }

    async def _course(
        self, entity_id: str, length: timedelta, coarsest: Level = Level.DAY, *, whole: bool = False
    ) -> Course:
        end = self._end.replace(minute=0, second=0, microsecond=0) if whole else self._end
        (course,) = await self._history.courses([Wanted(entity_id)], end - length, end, coarsest=coarsest)
        return course

    async def _yesterday(self, entity_id: str) -> Answer:
        midnight = self._end.replace(hour=0, minute=0, second=0, microsecond=0)
        (course,) = await self._history.courses([Wanted(entity_id)], midnight - DAY, midnight)
        return numbers(course).mean

    async def _median(self, entity_id: str) -> Answer:
        (course,) = await self._history.courses([Wanted(entity_id)], MONDAY, self._end, coarsest=Level.FIVE)
        return numbers(course).median

    async def _weeks(self, entity_id: str) -> Answer:
        one = numbers(await self._course(entity_id, WEEK)).mean
        (before,) = await self._history.courses([Wanted(entity_id)], self._end - 2 * WEEK, self._end - WEEK)
        return (one or 0.0) - (numbers(before).mean or 0.0)

    async def _warmest(self, entity_id: str) -> Answer:
        course = await self._course(entity_id, timedelta(days=30))
        most = buckets(course, By.DAY, Asked(Statistic.MAXIMUM), UTC).most
        return None if most is None else most.value

    async def _above(self, entity_id: str) -> Answer:
        course = await self._course(entity_id, WEEK, Level.FIVE)
        return held_number(course, Limit(above=numbers(course).mean)).seconds

    async def _used(self, entity_id: str) -> Answer:
        power = entity_id.rpartition("_")[0] + "_power"
        course = await self._course(power, timedelta(days=30))
        return buckets(course, By.DAY, Asked(Statistic.USED), UTC).total

    async def _trend(self, entity_id: str) -> Answer:
        return trend(await self._course(entity_id, 2 * WEEK, Level.HOUR)).change

    async def _unusual(self, entity_id: str) -> Answer:
        course = await self._course(entity_id, 2 * WEEK, Level.HOUR)
        window = (self._end - timedelta(hours=1), self._end)
        return unusual(course, window, Asked(Statistic.MEAN), UTC).verdict.value

    async def _together(self, entity_id: str) -> Answer:
        other = entity_id.rpartition("_")[0] + "_humidity"
        wanted = [Wanted(entity_id), Wanted(other)]
        one, two = await self._history.courses(wanted, self._end - WEEK, self._end, coarsest=Level.HOUR)
        return together(one, two).correlation

    async def _house(self, _entity_id: str) -> Answer:
        midnight = self._end.replace(hour=0, minute=0, second=0, microsecond=0)
        wanted = [Wanted(sensor.id) for sensor in SENSOR]
        courses = await self._history.courses(wanted, midnight, self._end)
        return max((numbers(course).maximum or 0.0) for course in courses)

    async def _month_of_room(self, entity_id: str) -> Answer:
        room = entity_id.removeprefix("sensor.")[:7]
        wanted = [Wanted(sensor.id) for sensor in SENSOR if sensor.room == room]
        courses = await self._history.courses(wanted, self._end - timedelta(days=30), self._end)
        return tuple(numbers(course).mean or 0.0 for course in courses)

    async def _hours(self, entity_id: str) -> Answer:
        course = await self._course(entity_id, WEEK, Level.HOUR)
        found = buckets(course, By.HOUR, Asked(Statistic.MEAN), UTC)
        return tuple(bucket.value or 0.0 for bucket in found.buckets)

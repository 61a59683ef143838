"""A recorder's past taken over: what our own recorder would have kept, before its time, once."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from devices.errors import StorageError
from devices.history.course.course import Course, Wanted
from devices.history.imported.source import opened
from devices.history.imported.take import SLICE, Intake, Share, Taken
from tests.fakes.clock import START
from tests.history.imported.recorder import RecorderFile, Told
from tests.history.scene import DOOR, TEMPERATURE, Scene, minute, on_off, recorded, warm

WARM = {"unit_of_measurement": "°C"}
KWH = {"unit_of_measurement": "kWh"}


def ago(hours: float) -> datetime:
    """So many hours before the scene begins."""
    return START - timedelta(hours=hours)


def silent(_share: float) -> None:
    """Nobody looks."""


class Cut(Exception):
    """Somebody ended it."""


def cut(_share: float) -> None:
    """End it as soon as something is stored."""
    raise Cut


def flickering(count: int, first: datetime) -> list[Told]:
    """A lamp that is on every other tenth of a second, with another brightness each time."""
    tenth = timedelta(milliseconds=100)
    return [
        (first + i * tenth, "on", {"brightness": i % 250 + 1}) if i % 2 else (first + i * tenth, "off", {})
        for i in range(count)
    ]


@dataclass
class Import:
    """Their file, our scene, and what an import did."""

    scene: Scene
    file: RecorderFile

    async def take(
        self, *pairs: tuple[str, str], progress: Callable[[float], None] = silent
    ) -> tuple[Taken, ...]:
        """Take these over."""
        with opened(self.file.path) as source:
            intake = Intake(source, self.scene.database, self.scene.clock, UTC)
            return await intake.take(await intake.survey(pairs), progress)

    async def survey(self, *pairs: tuple[str, str]) -> tuple[Share, ...]:
        """What would be taken."""
        with opened(self.file.path) as source:
            return await Intake(source, self.scene.database, self.scene.clock, UTC).survey(pairs)

    async def course(self, start: datetime, end: datetime, entity_id: str = TEMPERATURE.id) -> Course:
        """What the records tell."""
        (found,) = await self.scene.history.courses([Wanted(entity_id)], start, end)
        return found


@asynccontextmanager
async def importing(address: str, path: Path, *, modern: bool = True) -> AsyncIterator[Import]:
    """A scene with an hour of its own, and an empty file beside it."""
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        scene.report(DOOR, on_off("off"), minute(0))
        await scene.until(minute(60))
        theirs = RecorderFile(path / "theirs.db", modern)
        theirs.states("sensor.clock", [(minute(59), "59", None)])  # it still runs
        yield Import(scene, theirs)


def same(entity_id: str) -> tuple[str, str]:
    """Called the same on both sides."""
    return entity_id, entity_id


@pytest.mark.parametrize("modern", [True, False])
async def test_states_become_readings_up_to_our_own_first(
    address: str, tmp_path: Path, *, modern: bool
) -> None:
    async with importing(address, tmp_path, modern=modern) as at:
        at.file.run(ago(4), None)
        told = [(ago(4), "18", WARM), (ago(3), "19.5", WARM), (ago(1), "21", WARM), (minute(30), "99", WARM)]
        at.file.states(TEMPERATURE.id, told)
        (taken,) = await at.take(same(TEMPERATURE.id))
        course = await at.course(ago(4), minute(60))
    assert taken.readings == 3
    assert [part.last for part in course.parts if part.count] == [18, 19.5, 21, 20]
    assert max(part.high for part in course.parts) == 21
    assert (course.unit, course.gaps) == ("°C", ())


async def test_states_that_say_nothing_new_are_one_reading(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(4), None)
        told: Sequence[Told] = [(ago(hours), "18", WARM) for hours in (4, 3, 2)]
        at.file.states(TEMPERATURE.id, [*told, (ago(1), "19", WARM)])
        (taken,) = await at.take(same(TEMPERATURE.id))
        readings = await at.scene.history.readings(TEMPERATURE.id, ago(5), minute(0))
    assert taken.readings == 2
    assert [(one.at, one.value) for one in readings] == [(ago(4), 18.0), (ago(1), 19.0)]


async def test_time_in_which_their_recorder_was_down_is_a_gap(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(6), ago(5))
        at.file.run(ago(2), None)
        at.file.states(TEMPERATURE.id, [(ago(6), "18", WARM), (ago(2), "19", WARM)])
        await at.take(same(TEMPERATURE.id))
        course = await at.course(ago(6), ago(1))
    assert course.gaps == ((_ms(ago(5)), _ms(ago(2))),)


async def test_run_that_crashed_ends_with_its_last_state(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(6), None)
        at.file.run(ago(2), None)
        at.file.states(TEMPERATURE.id, [(ago(6), "18", WARM), (ago(5), "18.5", WARM), (ago(2), "19", WARM)])
        await at.take(same(TEMPERATURE.id))
        course = await at.course(ago(6), ago(1))
    ((start, end),) = course.gaps
    assert (start - _ms(ago(5)) <= 1000, end) == (True, _ms(ago(2)))


async def test_their_time_does_not_fill_our_own_gaps(address: str, tmp_path: Path) -> None:
    async with recorded(address) as scene:
        scene.report(TEMPERATURE, warm(20), minute(0))
        await scene.until(minute(10))
    async with recorded(address) as scene:
        await scene.clock.advance(50 * 60)
        scene.report(TEMPERATURE, warm(21), minute(50))
        await scene.until(minute(60))
        at = Import(scene, RecorderFile(tmp_path / "theirs.db"))
        at.file.run(ago(4), minute(60))
        at.file.states(TEMPERATURE.id, [(ago(4), "18", WARM), (minute(20), "30", WARM)])
        await at.take(same(TEMPERATURE.id))
        course = await at.course(minute(0), minute(60))
    assert course.gaps == ((_ms(minute(10)), _ms(minute(50))),)


async def test_second_import_adds_nothing(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(4), None)
        at.file.states(TEMPERATURE.id, [(ago(hours), str(20 - hours), WARM) for hours in (4, 3, 2, 1)])
        at.file.hours(TEMPERATURE.id, "°C", [(ago(30), {"mean": 15, "min": 14, "max": 16})])
        first = await at.take(same(TEMPERATURE.id))
        before = await at.course(ago(40), minute(60))
        second = await at.take(same(TEMPERATURE.id))
        after = await at.course(ago(40), minute(60))
    assert [(one.readings, one.hours) for one in (*first, *second)] == [(4, 1), (0, 0)]
    assert before == after


@pytest.mark.parametrize("more", [4, 5])
async def test_import_that_broke_off_is_whole_when_done_again(
    address: str, tmp_path: Path, *, more: int
) -> None:
    lamp = "light.kitchen"
    told = flickering(SLICE + more, ago(1))
    async with importing(address, tmp_path) as at:
        at.file.run(ago(1), None)
        at.file.states(lamp, told)
        with pytest.raises(Cut):
            await at.take(same(lamp), progress=cut)
        half = await at.scene.history.readings(lamp, ago(1), minute(0))
        await at.take(same(lamp))
        end = told[-1][0]
        (bright,) = await at.scene.history.courses([Wanted(lamp, "brightness")], ago(1), end)
        spans = await at.scene.history.spans(lamp, ago(1), end)
    assert 0 < len(half) < len(told)
    assert bright.known == 100 * ((len(told) - 1) // 2)
    assert [span.start for span in spans] == [when for when, _, _ in told[:-1]]


async def test_second_import_of_a_time_that_rounds_up_adds_nothing(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(4), None)
        at.file.states(TEMPERATURE.id, [(ago(3) + timedelta(microseconds=700), "18", WARM)])
        await at.take(same(TEMPERATURE.id))
        (second,) = await at.take(same(TEMPERATURE.id))
    assert second.readings == 0


async def test_statistics_are_hours_before_the_first_state(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(4), None)
        at.file.states(TEMPERATURE.id, [(ago(4), "18", WARM)])
        rows = [
            (ago(hours), {"mean": hours, "min": hours - 1, "max": hours + 1}) for hours in range(60, 2, -1)
        ]
        at.file.hours(TEMPERATURE.id, "°C", rows)
        (taken,) = await at.take(same(TEMPERATURE.id))
        course = await at.course(ago(60), ago(4))
    assert taken.hours == 56
    assert (min(p.low for p in course.parts), max(p.high for p in course.parts)) == (4, 61)
    assert course.gaps == ()
    assert sum(p.mean * p.known for p in course.parts) / course.known == pytest.approx(sum(range(5, 61)) / 56)


async def test_counter_of_statistics_grows_by_their_sum(address: str, tmp_path: Path) -> None:
    meter = "sensor.meter"
    async with importing(address, tmp_path) as at:
        at.file.run(ago(2), None)
        at.file.states(meter, [(ago(2), "1.5", KWH)])
        # it was replaced by a new one in the third hour: what it shows falls, what was used does not
        stood = [(ago(6), 8.0, 100.0), (ago(5), 9.0, 101.0), (ago(4), 0.5, 101.5), (ago(3), 1.5, 102.5)]
        at.file.hours(meter, "kWh", [(when, {"state": state, "sum": total}) for when, state, total in stood])
        await at.take(same(meter))
        course = await at.course(ago(6), ago(2), meter)
    assert course.counter
    assert sum(part.rise for part in course.parts) == pytest.approx(2.5)


async def test_attributes_and_words_as_our_recorder_keeps_them(address: str, tmp_path: Path) -> None:
    lamp, stove = "light.kitchen", "climate.living"
    async with importing(address, tmp_path) as at:
        at.file.run(ago(4), None)
        on = {"brightness": 128, "effect": "rainbow", "friendly_name": "Kitchen"}
        at.file.states(lamp, [(ago(4), "on", on), (ago(2), "off", {"brightness": None})])
        at.file.states(
            stove, [(ago(4), "heat", {"temperature": 21, "current_temperature": 19, "hvac_action": "idle"})]
        )
        await at.take(same(lamp), same(stove))
        spans = await at.scene.history.spans(lamp, ago(4), ago(1))
        (bright,) = await at.scene.history.courses([Wanted(lamp, "brightness")], ago(4), ago(1))
        heat = await at.course(ago(4), ago(1), stove)
    assert [(span.word, span.start) for span in spans] == [("on", ago(4)), ("off", ago(2))]
    assert ({part.last for part in bright.parts}, bright.gaps) == ({128}, ((_ms(ago(2)), _ms(ago(1))),))
    assert {part.last for part in heat.parts} == {19}


async def test_attributes_of_a_fahrenheit_home_are_converted(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(4), None)
        at.file.hours("sensor.porch", "°F", [])
        at.file.states("climate.living", [(ago(4), "heat", {"current_temperature": 68})])
        await at.take(same("climate.living"))
        course = await at.course(ago(4), ago(1), "climate.living")
    assert ({part.last for part in course.parts}, course.unit) == ({20}, "°C")


async def test_odd_rows_lose_nothing_else(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(7), None)
        told: Sequence[Told] = [
            (ago(7), "18", WARM),
            (ago(6), None, None),
            (ago(5), "19", "{broken"),
            (ago(4), "nan", WARM),
            (ago(3), "x" * 255, WARM),
            (ago(2), "unavailable", {}),
            (ago(1), "21", WARM),
        ]
        at.file.states(TEMPERATURE.id, told)
        await at.take(same(TEMPERATURE.id))
        course = await at.course(ago(7), ago(0))
    assert {part.last for part in course.parts} == {18, 19, 21}
    assert sum(end - start for start, end in course.gaps) == 4 * 3_600_000


async def test_rows_that_their_upgrade_has_not_reached(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(5), None)
        at.file.unmigrated(TEMPERATURE.id, ago(5), "17")
        at.file.states(TEMPERATURE.id, [(ago(3), "18", WARM)])
        (share,) = await at.survey(same(TEMPERATURE.id))
        (taken,) = await at.take(same(TEMPERATURE.id))
    assert share.kept is not None
    assert (share.kept.rows, share.kept.first, taken.readings) == (2, _ms(ago(5)), 2)


async def test_survey_writes_nothing(address: str, tmp_path: Path) -> None:
    async with importing(address, tmp_path) as at:
        at.file.run(ago(4), None)
        at.file.states(TEMPERATURE.id, [(ago(4), "18", WARM)])
        theirs = at.file.path.read_bytes()
        await at.survey(same(TEMPERATURE.id))
        course = await at.course(ago(4), ago(0))
    assert course.parts == ()
    assert at.file.path.read_bytes() == theirs


@pytest.mark.parametrize(
    "content", [b"", b"no database at all, but some text", b"SQLite format 3\0" + b"x" * 90]
)
def test_file_that_is_none_of_theirs_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    with pytest.raises(StorageError), opened(path) as source:
        source.entities()


def _ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)

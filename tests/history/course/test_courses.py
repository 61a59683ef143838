"""Courses over a window: units that changed, rollups without readings, what is told of where records begin."""

import pytest
from sqlalchemy import insert

from devices.history.course.course import Course, Wanted
from devices.history.course.courses import courses
from devices.history.course.question import Question
from devices.history.rollup.horizon import Mark
from devices.history.rollup.level import SHELVES, Level
from tests.history.course.laid import Laid, engine, laid
from tests.history.course.pasts import BERLIN, DAY, HOUR, SECOND, START

ROOM, MINUTE = "sensor.room", 60 * SECOND
ENGINE = engine()


def ask(on: Laid, start: int, end: int, *, entity_id: str = ROOM, coarsest: Level = Level.DAY) -> Course:
    question = Question((Wanted(entity_id),), start, end, START + 9 * DAY, BERLIN, coarsest)
    return courses(on.connection, question)[0]


def mean(course: Course) -> float:
    return sum(part.mean * part.known for part in course.parts) / course.known


@pytest.mark.parametrize("rolled", [False, True])
def test_older_readings_come_in_the_newest_unit(*, rolled: bool) -> None:
    with laid(ENGINE, BERLIN) as on:
        old, new = on.series(ROOM, "°F"), on.series(ROOM, "°C")
        on.watch([(START, START + 4 * HOUR)])
        on.read(old, {START: 68.0, START + HOUR: 86.0, START + 2 * HOUR + MINUTE: "unknown"})
        on.read(new, {START + 2 * HOUR + MINUTE: 25.0})
        if rolled:
            on.roll(START, START + 4 * HOUR)
        found = ask(on, START, START + 4 * HOUR)
    assert (found.unit, found.coverage, found.gaps) == ("°C", 1.0, ())
    assert min(part.low for part in found.parts) == 20
    assert min((-part.high, part.high_at) for part in found.parts) == (-30, START + HOUR)
    assert mean(found) == pytest.approx((20 * 60 + 30 * 61 + 25 * 119) / 240)
    assert sum(part.count for part in found.parts) == 3


def test_what_measures_something_else_is_left_out() -> None:
    with laid(ENGINE, BERLIN) as on:
        old, new = on.series(ROOM, "W"), on.series(ROOM, "kWh")
        on.watch([(START, START + 2 * HOUR)])
        on.read(old, {START: 800.0, START + HOUR: "unknown"})
        on.read(new, {START + HOUR: 5.0})
        found = ask(on, START, START + 2 * HOUR)
    assert (found.unit, found.since, found.counter) == ("kWh", START + HOUR, True)
    assert found.gaps == ((START, START + HOUR),)


def test_a_meter_that_changes_from_wh_to_kwh_goes_on_counting() -> None:
    with laid(ENGINE, BERLIN) as on:
        old, new = on.series(ROOM, "Wh"), on.series(ROOM, "kWh")
        on.watch([(START, START + 3 * HOUR)])
        on.read(old, {START: 5000.0, START + HOUR - MINUTE: 5400.0, START + HOUR: "unknown"})
        on.read(new, {START + HOUR: 5.5, START + 2 * HOUR: 6.0})
        found = ask(on, START, START + 3 * HOUR)
    assert sum(part.rise for part in found.parts) == pytest.approx(1.0)


def test_the_oldest_value_is_never_stretched_back() -> None:
    with laid(ENGINE, BERLIN) as on:
        room = on.series(ROOM, "°C")
        on.watch([(START, START + DAY)])
        on.read(room, {START + 6 * HOUR + 15 * MINUTE: 20.0})
        on.roll(START, START + DAY)
        found = ask(on, START - 5 * DAY, START + DAY)
    assert found.since == START + 6 * HOUR + 15 * MINUTE
    assert found.gaps == ((START - 5 * DAY, START + 6 * HOUR + 15 * MINUTE),)
    assert found.known == DAY - 6 * HOUR - 15 * MINUTE


def test_an_hour_in_which_nothing_changed_is_cut_where_a_window_ends() -> None:
    with laid(ENGINE, BERLIN) as on:
        room = on.series(ROOM, "°C")
        on.watch([(START, START + 4 * DAY)])
        on.read(room, {START: 20.0, START + 3 * DAY: 25.0})
        on.roll(START, START + 4 * DAY)
        on.let_go(Mark.KEPT_NUMBERS, START + 3 * DAY)
        found = ask(on, START + 20 * MINUTE, START + HOUR + 40 * MINUTE)
        fine = ask(on, START + 20 * MINUTE, START + HOUR + 40 * MINUTE, coarsest=Level.RAW)
    for one in (found, fine):
        assert (one.start, one.end) == (START + 20 * MINUTE, START + HOUR + 40 * MINUTE)
        assert (one.known, one.gaps, mean(one)) == (80 * MINUTE, (), 20)


def test_rollups_that_came_from_elsewhere_tell_where_there_never_were_readings() -> None:
    row = {"known": HOUR, "count": 6, "mean": 21.0, "low": 20.0, "low_at": 0, "high": 23.0, "high_at": 0}
    with laid(ENGINE, BERLIN) as on:
        room = on.series(ROOM, "°C")
        table = SHELVES[Level.HOUR].numbers
        for hour in range(3):
            at = {"series": room, "start": START + hour * HOUR, "last": 22.0}
            on.connection.execute(insert(table), at | row)
        on.watch([(START + 2 * DAY, START + 2 * DAY + HOUR)])
        on.read(room, {START + 2 * DAY: 20.0})
        on.roll(START + DAY, START + 2 * DAY + HOUR)
        on.let_go(Mark.KEPT_NUMBERS, START + DAY + 2 * HOUR)
        whole = ask(on, START, START + DAY)
        fine = ask(on, START, START + DAY, coarsest=Level.FIVE)
    for one in (whole, fine):
        assert (one.known, mean(one), one.level) == (3 * HOUR, 21, Level.HOUR)
        assert one.gaps == ((START + 3 * HOUR, START + DAY),)
        assert one.since == START


def test_what_has_no_record_comes_back_empty_in_its_place() -> None:
    with laid(ENGINE, BERLIN) as on:
        room = on.series(ROOM, "°C")
        on.watch([(START, START + HOUR)])
        on.read(room, {START: 20.0})
        wanted = (Wanted("sensor.nowhere"), Wanted(ROOM), Wanted("climate.hall"))
        nowhere, here, hall = courses(on.connection, Question(wanted, START, START + HOUR, START + HOUR))
    assert (nowhere.parts, nowhere.since, nowhere.gaps) == ((), None, ((START, START + HOUR),))
    assert here.coverage == 1
    assert hall.attribute == "current_temperature"

"""Times of day, days and stretches of time as people say them, in three languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.models.offline.turns.mark import spot
from assistant.models.offline.turns.timed import times_of
from tools.words.packs import PACKS

CLOCKS = [
    ("en", "at 7", "07:00"),
    ("en", "at 7:30", "07:30"),
    ("en", "at 7 pm", "19:00"),
    ("en", "at seven thirty in the evening", "19:30"),
    ("en", "at half past seven", "07:30"),
    ("en", "at quarter to eight in the evening", "19:45"),
    ("en", "at noon", "12:00"),
    ("en", "at midnight", "00:00"),
    ("en", "at 12 am", "00:00"),
    ("en", "every evening at 7", "19:00"),
    ("en", "at 19:05", "19:05"),
    ("zh", "七点半", "07:30"),
    ("zh", "晚上七点", "19:00"),
    ("zh", "下午3点一刻", "15:15"),
    ("zh", "19:30", "19:30"),
    ("zh", "每天早上7点", "07:00"),
    ("ru", "в семь вечера", "19:00"),
    ("ru", "в полвосьмого", "07:30"),
    ("ru", "в 7:30 утра", "07:30"),
    ("ru", "в полночь", "00:00"),
    ("ru", "в без четверти восемь", "07:45"),
    ("ru", "в 19:05", "19:05"),
    ("ru", "каждый вечер в 8", "20:00"),
]
DAYS = [
    ("en", "on weekdays at 7", ("mon", "tue", "wed", "thu", "fri"), ""),
    ("en", "every sunday at 9", ("sun",), ""),
    ("en", "monday to wednesday at 7", ("mon", "tue", "wed"), ""),
    ("en", "friday to monday at 7", ("mon", "fri", "sat", "sun"), ""),
    ("en", "on tuesdays and thursdays at 7", ("tue", "thu"), ""),
    ("en", "on weekdays except on holidays at 7", ("mon", "tue", "wed", "thu", "fri"), "except"),
    ("zh", "每周日早上9点", ("sun",), ""),
    ("zh", "周一到周三晚上八点", ("mon", "tue", "wed"), ""),
    ("zh", "周末早上9点", ("sat", "sun"), ""),
    ("ru", "каждое воскресенье в 9", ("sun",), ""),
    ("ru", "по понедельникам и средам в 8", ("mon", "wed"), ""),
    ("ru", "по будням кроме праздников в 7", ("mon", "tue", "wed", "thu", "fri"), "except"),
]
LENGTHS = [
    ("en", "in half an hour", 1800.0),
    ("en", "in an hour and a half", 5400.0),
    ("en", "in 1 hour and 30 minutes", 5400.0),
    ("en", "in twenty five minutes", 1500.0),
    ("zh", "半小时后", 1800.0),
    ("zh", "十分钟后", 600.0),
    ("zh", "两个小时后", 7200.0),
    ("ru", "через полчаса", 1800.0),
    ("ru", "через полтора часа", 5400.0),
    ("ru", "через двадцать пять минут", 1500.0),
]


@pytest.mark.parametrize(("language", "said", "clock"), CLOCKS)
def test_time_of_day(language: str, said: str, clock: str) -> None:
    assert times_of(spot(said, language)).clocks == (clock,)


@pytest.mark.parametrize(("language", "said", "days", "holidays"), DAYS)
def test_days_by_name(language: str, said: str, days: tuple[str, ...], holidays: str) -> None:
    found = times_of(spot(said, language)).days
    assert (found.days, found.holidays, found.again) == (days, holidays, True)


@pytest.mark.parametrize(("language", "said", "seconds"), LENGTHS)
def test_delay(language: str, said: str, seconds: float) -> None:
    (mark,) = spot(said, language)
    assert (mark.kind, mark.seconds) == ("delay", seconds)


@pytest.mark.parametrize("said", ["at 50 percent", "at 20 degrees", "at 25:00", "at 40 lux", "at 2700 k"])
def test_number_with_a_unit_is_no_time(said: str) -> None:
    assert not times_of(spot(said, "en")).clocks


@given(st.integers(0, 23), st.integers(0, 59), st.sampled_from(["at {}", "в {}", "{}"]))
def test_any_clock_in_digits_is_read_as_written(hour: int, minute: int, form: str) -> None:
    language = {"a": "en", "в": "ru", "{": "zh"}[form[0]]
    clock = f"{hour:02}:{minute:02}"
    assert times_of(spot(form.format(clock), language)).clocks == (clock,)


def test_all_languages_tell_the_same_times_and_turns() -> None:
    marks = [pack.marks for pack in PACKS.values()]
    assert all(one.times.keys() == marks[0].times.keys() for one in marks)
    assert all(one.turns.keys() == marks[0].turns.keys() for one in marks)

"""Windows on nights in which a clock jumps or falls back, in zones that do it differently."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.words.test_window_en import TOLD as ENGLISH
from tests.words.test_window_ru import TOLD as RUSSIAN
from tests.words.test_window_zh import TOLD as CHINESE
from tools.words.packs import PACKS
from tools.words.speech import Window, meant, window

ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Shanghai",
    "Africa/Cairo",
    "America/Havana",
)
PHRASES = sorted({row[0] for row in (*ENGLISH, *RUSSIAN, *CHINESE)})


def length(words: str, day: date, zone: str) -> timedelta:
    """How long a window is that is told at noon of a day in a zone."""
    found = window("en", words, datetime.combine(day, time(12), ZoneInfo(zone)), ZoneInfo(zone))
    assert found is not None
    return found.end - found.start


@pytest.mark.parametrize(
    ("zone", "morning", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 8),
        ("Europe/Berlin", date(2026, 10, 25), 10),
        ("America/New_York", date(2026, 3, 8), 8),
        ("America/New_York", date(2026, 11, 1), 10),
        ("Australia/Lord_Howe", date(2026, 10, 4), 8.5),
        ("Australia/Lord_Howe", date(2026, 4, 5), 9.5),
        ("Asia/Shanghai", date(2026, 3, 29), 9),
        ("Africa/Cairo", date(2026, 4, 24), 8),
        ("America/Havana", date(2026, 3, 8), 8),
    ],
)
def test_last_night_when_the_clock_changed(zone: str, morning: date, hours: float) -> None:
    assert length("last night", morning, zone) == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("words", "day", "hours"),
    [
        ("between 2 and 3 am", date(2026, 10, 25), 2),  # the hour comes twice: both count
        ("between 1:00 and 2:30", date(2026, 3, 29), 1),  # the half hour never was
        ("today", date(2026, 10, 25), 13),
        ("since midnight", date(2026, 3, 29), 11),
        ("last 24 hours", date(2026, 3, 29), 24),
        ("last 2 days", date(2026, 3, 29), 47),
    ],
)
def test_window_over_a_clock_change_in_berlin(words: str, day: date, hours: float) -> None:
    assert length(words, day, "Europe/Berlin") == timedelta(hours=hours)


def test_hour_that_the_clock_skipped_is_no_window() -> None:
    now = datetime(2026, 3, 29, 12, tzinfo=ZoneInfo("Europe/Berlin"))
    assert window("en", "between 2 and 3 am", now, ZoneInfo("Europe/Berlin")) is None


def test_day_whose_midnight_was_skipped_begins_with_the_jump() -> None:
    cairo = ZoneInfo("Africa/Cairo")
    found = window("en", "today", datetime(2026, 4, 24, 12, tzinfo=cairo), cairo)
    assert found is not None
    assert found.start.astimezone(cairo) == datetime(2026, 4, 24, 1, tzinfo=cairo)


@given(
    st.sampled_from(PHRASES) | st.text(max_size=60),
    st.sampled_from(sorted(PACKS)),
    st.sampled_from(ZONES),
    st.integers(0, 500_000),
)
def test_words_never_raise_and_never_reach_into_the_future(
    words: str, language: str, zone: str, hours: int
) -> None:
    now = datetime(1990, 1, 2, tzinfo=UTC) + timedelta(hours=hours)
    found = meant(language, words, now, ZoneInfo(zone))
    if isinstance(found, Window):
        assert found.start < found.end <= now
        assert found.label
        assert found.key


@given(st.sampled_from(PHRASES), st.sampled_from(sorted(PACKS)), st.integers(0, 20_000))
def test_label_that_is_understood_names_the_same_window(words: str, language: str, hours: int) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    now = datetime(2025, 1, 2, tzinfo=UTC) + timedelta(hours=hours)
    first = window(language, words, now, berlin)
    again = window(language, first.label, now, berlin) if first else None
    if first and again:
        assert (again.start, again.end) == (first.start, first.end)

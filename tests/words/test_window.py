"""Words for past time as start and end, in a zone with clock changes."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tools.words.packs import PACKS
from tools.words.spec import Pack
from tools.words.speech import window

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)  # a Wednesday, 13:30 in Berlin


def span(language: str, words: str, now: datetime = NOW) -> tuple[datetime, datetime]:
    found = window(language, words, now, BERLIN)
    assert found is not None
    return found.start, found.end


def local(day: int, hour: int = 0, month: int = 3) -> datetime:
    return datetime(2026, month, day, hour, tzinfo=BERLIN)


@pytest.mark.parametrize(
    ("language", "words", "start", "end"),
    [
        ("en", "yesterday", local(3), local(4)),
        ("en", "today", local(4), NOW),
        ("en", "last night", local(3, 22), local(4, 7)),
        ("en", "this week", local(2), NOW),
        ("en", "last Tuesday", local(3), local(4)),
        ("en", "last week", local(23, month=2), local(2)),
        ("en", "last month", local(1, month=2), local(1)),
        ("zh", "昨天", local(3), local(4)),
        ("zh", "今天早上", local(4, 5), local(4, 12)),
        ("ru", "позавчера", local(2), local(3)),
        ("ru", "вчера вечером", local(3, 18), local(4)),
        ("en", "last 24 hours", NOW - timedelta(hours=24), NOW),
        ("en", "in the past two days", NOW - timedelta(days=2), NOW),
        ("en", "the last hour", NOW - timedelta(hours=1), NOW),
        ("zh", "过去三小时", NOW - timedelta(hours=3), NOW),
        ("ru", "за последние двое суток", NOW - timedelta(days=2), NOW),
        ("ru", "за последние 24 часа", NOW - timedelta(hours=24), NOW),
        ("zh", "last 24 hours", NOW - timedelta(hours=24), NOW),
    ],
)
def test_window_by_its_words(language: str, words: str, start: datetime, end: datetime) -> None:
    assert span(language, words) == (start, end)


@pytest.mark.parametrize(("day", "month", "hours"), [(30, 3, 23), (26, 10, 25)])
def test_yesterday_when_the_clocks_changed(day: int, month: int, hours: int) -> None:
    start, end = span("en", "yesterday", datetime(2026, month, day, 9, tzinfo=UTC))
    assert end - start == timedelta(hours=hours)


def test_last_24_hours_when_the_clocks_changed_are_24_hours() -> None:
    start, end = span("en", "last 24 hours", datetime(2026, 3, 29, 12, tzinfo=UTC))
    assert end - start == timedelta(hours=24)


@pytest.mark.parametrize("words", ["purple", "", "tomorrow", "last 5000 days"])
def test_window_when_words_name_none(words: str) -> None:
    assert window("en", words, NOW, BERLIN) is None


def test_window_that_has_not_begun_is_none() -> None:
    assert window("en", "this evening", NOW, BERLIN) is None


@pytest.mark.parametrize(
    ("language", "words", "label"),
    [
        ("en", "last 24 hours", "in the last 24 hours"),
        ("ru", "last 24 hours", "за последние 24 часа"),
        ("ru", "the last hour", "за последний час"),
        ("zh", "yesterday", "昨天"),
    ],
)
def test_window_label_is_in_the_language_of_the_turn(language: str, words: str, label: str) -> None:
    found = window(language, words, NOW, BERLIN)
    assert found is not None
    assert found.label == label


NAMED = sorted(
    (code, phrase) for code, pack in PACKS.items() for said in pack.windows.values() for phrase in said
)
AT_MIDNIGHT = datetime(2026, 3, 4, 22, 59, tzinfo=UTC)


@pytest.mark.parametrize(("language", "phrase"), NAMED)
def test_phrase_that_a_sentence_is_read_by_names_a_window(language: str, phrase: str) -> None:
    assert window(language, phrase, AT_MIDNIGHT, BERLIN) is not None


@pytest.mark.parametrize("pack", PACKS.values(), ids=lambda pack: pack.code)
def test_language_tells_every_form_of_past_time(pack: Pack) -> None:
    english = PACKS["en"].past
    assert set(pack.past.forms) == set(english.forms)
    assert all(pack.past.forms.values())
    assert set(pack.past.parts.values()) == set(english.parts.values())
    assert set(pack.past.units.values()) == set(english.units.values())
    assert (len(pack.past.weekdays), len(pack.past.months)) == (7, 12)

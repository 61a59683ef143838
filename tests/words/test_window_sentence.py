"""Times found in whole sentences, compared with each other, and settled by records."""

from datetime import timedelta

import pytest

from tests.words.telling import BERLIN, NOW, shown
from tools.words.speech import Anchor, Window, against, before, meant, settled, window, windows_in

KEYS: tuple[tuple[str, str, list[str]], ...] = (
    ("en", "Is my solar production declining? Compare this year to last year.", ["this_year", "last_year"]),
    ("en", "Did it drop below 18 degrees Celsius at any point last week?", ["last_week"]),
    ("en", "Show only front door contact events from yesterday.", ["yesterday"]),
    ("en", "Was it warmer this month compared to last month?", ["this_month", "last_month"]),
    ("en", "How long has the TV been on today?", ["today"]),
    ("en", "turn on the light for 30 minutes", []),
    ("en", "what is the temperature in the living room", []),
    ("zh", "今年和去年比，太阳能发电是不是下降了？", ["this_year", "last_year"]),
    ("zh", "显示最近24小时的温度历史", ["last_24h"]),
    ("zh", "把客厅灯调到30%", []),
    ("ru", "Сравни эту неделю с прошлой неделей", ["this_week", "last_week"]),
    ("ru", "Опускалась ли температура ниже 18 градусов на прошлой неделе?", ["last_week"]),
    ("ru", "включи свет на 30 минут", []),
)


def the_window(language: str, words: str) -> Window:
    found = window(language, words, NOW, BERLIN)
    assert found is not None
    return found


@pytest.mark.parametrize(("language", "sentence", "keys"), KEYS)
def test_sentence_names_its_times_in_order(language: str, sentence: str, keys: list[str]) -> None:
    found = windows_in(language, sentence, NOW, BERLIN)
    assert [one.meant.key for one in found if isinstance(one.meant, Window)] == keys
    assert len(found) == len(keys)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Was there motion between 2 PM and 6 PM in the kitchen last Tuesday?"),
        ("ru", "Какая была температура с 14 до 18 часов в прошлый вторник?"),
        ("zh", "上周二下午2点到6点厨房有人吗？"),
        ("en", "What was the humidity in the kitchen last Tuesday from 14 to 18?"),
        ("ru", "Какая была влажность на кухне в прошлый вторник с 14 до 18?"),
    ],
)
def test_time_of_day_belongs_to_the_day_of_the_sentence(language: str, sentence: str) -> None:
    (found,) = windows_in(language, sentence, NOW, BERLIN)
    assert isinstance(found.meant, Window)
    assert found.meant.key == "last_tuesday"
    assert found.meant.clock == ("14:00", "18:00")


def test_found_words_mean_the_same_alone() -> None:
    sentence = "How warm was it yesterday in the living room between 2 PM and 6 PM?"
    (found,) = windows_in("en", sentence, NOW, BERLIN)
    assert isinstance(found.meant, Window)
    assert found.meant == meant("en", found.text, NOW, BERLIN)
    assert [sentence.lower()[a:b] for a, b in found.places] == ["yesterday", "between 2 pm and 6 pm"]


def test_day_that_is_not_understood_is_found_but_never_guessed() -> None:
    (found,) = windows_in("en", "How much energy did I use last Tuesday in May?", NOW, BERLIN)
    assert found.meant is None
    assert found.text == "last tuesday in may"


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("the week before", "2026-11-23 00:00", "2026-11-24 13:30"),
        ("before", "2026-11-23 00:00", "2026-11-24 13:30"),
        ("last week", "2026-11-23 00:00", "2026-11-30 00:00"),
        ("the same time last year", "2025-11-30 00:00", "2025-12-01 13:30"),
    ],
)
def test_this_week_is_compared_with_another(words: str, start: str, end: str) -> None:
    found = against("en", words, the_window("en", "this week"), NOW, BERLIN)
    assert isinstance(found, Window)
    assert (shown(found.start), shown(found.end)) == (start, end)


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("last Tuesday between 2 and 6 pm", "2026-11-17 14:00", "2026-11-17 18:00"),
        ("last night", "2026-11-29 22:00", "2026-11-30 07:00"),
        ("last month", "2026-10-01 00:00", "2026-11-01 00:00"),
        ("last 3 hours", "2026-12-01 07:30", "2026-12-01 10:30"),
        ("today", "2026-11-30 00:00", "2026-11-30 13:30"),
    ],
)
def test_window_before_is_of_the_same_kind(words: str, start: str, end: str) -> None:
    found = before("en", the_window("en", words), NOW, BERLIN)
    assert found is not None
    assert (shown(found.start), shown(found.end)) == (start, end)


def test_anchor_is_settled_within_the_day_that_was_said() -> None:
    anchor = meant("en", "yesterday while I was at work", NOW, BERLIN)
    assert isinstance(anchor, Anchor)
    found = settled("en", anchor, (NOW - timedelta(hours=30), NOW - timedelta(hours=1)), NOW, BERLIN)
    assert found is not None
    assert (shown(found.start), shown(found.end)) == ("2026-11-30 07:30", "2026-12-01 00:00")
    assert found.label == "while you were away (30 Nov, 07:30 – 1 Dec)"
    two_days = NOW - timedelta(days=2)
    assert settled("en", anchor, (two_days - timedelta(hours=1), two_days), NOW, BERLIN) is None


def test_label_tells_what_was_understood() -> None:
    assert the_window("en", "between 2 and 6 pm last Tuesday").label == "on Tuesday (24 Nov), 14:00–18:00"
    assert the_window("ru", "в прошлый вторник с 14 до 18").label == "во вторник (24 ноября), 14:00–18:00"
    assert the_window("zh", "上周二下午2点到6点").label == "周二（11月24日） 14:00–18:00"
    assert the_window("ru", "since Monday").label == "с 30 ноября"


@pytest.mark.parametrize(
    "sentence", ["Compare sensors 1 and 2 yesterday", "Was it from 20 to 22 degrees yesterday?"]
)
def test_bare_numbers_apart_from_the_day_are_no_times(sentence: str) -> None:
    (found,) = windows_in("en", sentence, NOW, BERLIN)
    assert found.text == "yesterday"

"""Number words and digits as values."""

from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.words.packs import PACKS
from tools.words.speech import amount, duration, number


@pytest.mark.parametrize(
    ("language", "words", "value"),
    [
        ("en", "twenty six", 26),
        ("en", "twenty-six", 26),
        ("en", "one hundred and five", 105),
        ("en", "two thousand three hundred", 2300),
        ("en", "minus five and a half", -5.5),
        ("en", "21.5", 21.5),
        ("en", "five six", None),
        ("en", "twenty thirty", None),
        ("en", "and", None),
        ("en", "lamp", None),
        ("zh", "三十", 30),
        ("zh", "二十六点五", 26.5),
        ("zh", "零下五", -5),
        ("zh", "一百零五", 105),
        ("zh", "两千三百", 2300),
        ("zh", "十", 10),
        ("zh", "二零", 20),
        ("zh", "灯", None),
        ("ru", "двадцать шесть", 26),
        ("ru", "двадцати шести", 26),
        ("ru", "минус пять с половиной", -5.5),
        ("ru", "полтора", 1.5),
        ("ru", "две тысячи триста", 2300),
        ("ru", "21,5", 21.5),
        ("ru", "пять шесть", None),
    ],
)
def test_number_in_words(language: str, words: str, value: float | None) -> None:
    assert number(language, words) == value


@given(st.sampled_from(sorted(PACKS)), st.text(max_size=30))
def test_number_of_any_text_is_a_number_or_none(language: str, text: str) -> None:
    value = number(language, text)
    assert value is None or not isnan(value)


@pytest.mark.parametrize(
    ("language", "value", "unit", "text"),
    [
        ("en", 21.0, "°C", "21 °C"),
        ("ru", 21.55, "°C", "21,55 °C"),
        ("zh", -0.001, "", "0"),
        ("en", 12.3456, None, "12.35"),
    ],
)
def test_amount_is_written_as_the_language_writes_it(
    language: str, value: float, unit: str | None, text: str
) -> None:
    assert amount(language, value, unit) == text


@pytest.mark.parametrize(
    ("language", "seconds", "text"),
    [
        ("en", 1, "1 second"),
        ("en", 3700, "1 hour 1 minute"),
        ("en", 0, "0 seconds"),
        ("ru", 60, "1 минуту"),
        ("ru", 120, "2 минуты"),
        ("ru", 660, "11 минут"),
        ("ru", 75_600, "21 час"),
        ("ru", 86_400 * 5, "5 дней"),
        ("zh", 7_500, "2 小时 5 分钟"),
    ],
)
def test_duration_counts_in_plural_forms(language: str, seconds: float, text: str) -> None:
    assert duration(language, seconds) == text

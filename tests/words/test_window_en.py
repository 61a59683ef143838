"""English words for past time: the exact instants of each phrase, read in Berlin on a Tuesday."""

import pytest

from tests.words.telling import anchored, refused, told

TOLD = (
    ("today", "2026-12-01 00:00", "2026-12-01 13:30", "today"),
    ("yesterday", "2026-11-30 00:00", "2026-12-01 00:00", "yesterday"),
    ("the day before yesterday", "2026-11-29 00:00", "2026-11-30 00:00", "day_before_yesterday"),
    ("3 days ago", "2026-11-28 00:00", "2026-11-29 00:00", ""),
    ("last Tuesday", "2026-11-24 00:00", "2026-11-25 00:00", "last_tuesday"),
    ("on Tuesday", "2026-11-24 00:00", "2026-11-25 00:00", "last_tuesday"),
    ("this Monday", "2026-11-30 00:00", "2026-12-01 00:00", "last_monday"),
    ("Tuesday last week", "2026-11-24 00:00", "2026-11-25 00:00", "last_tuesday"),
    ("the Tuesday before last", "2026-11-17 00:00", "2026-11-18 00:00", ""),
    ("3 October", "2026-10-03 00:00", "2026-10-04 00:00", ""),
    ("October 3rd", "2026-10-03 00:00", "2026-10-04 00:00", ""),
    ("on the 3rd of October 2025", "2025-10-03 00:00", "2025-10-04 00:00", ""),
    ("2026-10-03", "2026-10-03 00:00", "2026-10-04 00:00", ""),
    ("3.10.", "2026-10-03 00:00", "2026-10-04 00:00", ""),
    ("3.10.2026", "2026-10-03 00:00", "2026-10-04 00:00", ""),
    ("the 15th", "2026-11-15 00:00", "2026-11-16 00:00", ""),
    ("in October", "2026-10-01 00:00", "2026-11-01 00:00", ""),
    ("last October", "2026-10-01 00:00", "2026-11-01 00:00", ""),
    ("in October 2025", "2025-10-01 00:00", "2025-11-01 00:00", ""),
    ("in October of last year", "2025-10-01 00:00", "2025-11-01 00:00", ""),
    ("last December", "2025-12-01 00:00", "2026-01-01 00:00", ""),
    ("in 2025", "2025-01-01 00:00", "2026-01-01 00:00", ""),
    ("last weekend", "2026-11-28 00:00", "2026-11-30 00:00", "last_weekend"),
    ("the weekend", "2026-11-28 00:00", "2026-11-30 00:00", "last_weekend"),
    ("the weekend before last", "2026-11-21 00:00", "2026-11-23 00:00", ""),
    ("this week", "2026-11-30 00:00", "2026-12-01 13:30", "this_week"),
    ("last week", "2026-11-23 00:00", "2026-11-30 00:00", "last_week"),
    ("the week before last", "2026-11-16 00:00", "2026-11-23 00:00", ""),
    ("two weeks ago", "2026-11-16 00:00", "2026-11-23 00:00", ""),
    ("3 months ago", "2026-09-01 00:00", "2026-10-01 00:00", ""),
    ("this year", "2026-01-01 00:00", "2026-12-01 13:30", "this_year"),
    ("last night", "2026-11-30 22:00", "2026-12-01 07:00", "last_night"),
    ("the night before", "2026-11-29 22:00", "2026-11-30 07:00", ""),
    ("the night before last", "2026-11-29 22:00", "2026-11-30 07:00", ""),
    ("Tuesday night", "2026-11-24 22:00", "2026-11-25 07:00", ""),
    ("during the night", "2026-11-30 22:00", "2026-12-01 07:00", "last_night"),
    ("this morning", "2026-12-01 05:00", "2026-12-01 12:00", "this_morning"),
    ("this afternoon", "2026-12-01 12:00", "2026-12-01 13:30", "this_afternoon"),
    ("yesterday morning", "2026-11-30 05:00", "2026-11-30 12:00", "yesterday_morning"),
    ("yesterday afternoon", "2026-11-30 12:00", "2026-11-30 18:00", "yesterday_afternoon"),
    ("in the morning", "2026-12-01 05:00", "2026-12-01 12:00", "this_morning"),
    ("on Tuesday afternoon", "2026-11-24 12:00", "2026-11-24 18:00", ""),
    ("between 2 and 6 pm last Tuesday", "2026-11-24 14:00", "2026-11-24 18:00", "last_tuesday"),
    ("between 2 AM and 3 AM last Tuesday", "2026-11-24 02:00", "2026-11-24 03:00", "last_tuesday"),
    ("from 14:00 to 18:00 yesterday", "2026-11-30 14:00", "2026-11-30 18:00", "yesterday"),
    ("after 10 pm", "2026-11-30 22:00", "2026-12-01 13:30", ""),
    ("before 7 this morning", "2026-12-01 00:00", "2026-12-01 07:00", "today"),
    ("since 8 am", "2026-12-01 08:00", "2026-12-01 13:30", ""),
    ("at 3 am", "2026-12-01 03:00", "2026-12-01 03:01", "today"),
    ("between 22:00 and 6:00", "2026-11-30 22:00", "2026-12-01 06:00", "yesterday"),
    ("between 2 and 4 last night", "2026-12-01 02:00", "2026-12-01 04:00", "last_night"),
    ("last night after 2 am", "2026-12-01 02:00", "2026-12-01 07:00", "last_night"),
    ("yesterday evening at 8", "2026-11-30 20:00", "2026-11-30 20:01", "yesterday_evening"),
    ("since Monday", "2026-11-30 00:00", "2026-12-01 13:30", ""),
    ("since yesterday noon", "2026-11-30 12:00", "2026-12-01 13:30", ""),
    ("since midnight", "2026-12-01 00:00", "2026-12-01 13:30", ""),
    ("since 3 October", "2026-10-03 00:00", "2026-12-01 13:30", ""),
    ("from Monday to Wednesday", "2026-11-23 00:00", "2026-11-26 00:00", ""),
    ("3 October to 5 October", "2026-10-03 00:00", "2026-10-06 00:00", ""),
    ("from 10 pm yesterday to 6 am today", "2026-11-30 22:00", "2026-12-01 06:00", ""),
    ("last 24 hours", "2026-11-30 13:30", "2026-12-01 13:30", "last_24h"),
    ("past two weeks", "2026-11-17 13:30", "2026-12-01 13:30", "last_14d"),
    ("3 h", "2026-12-01 10:30", "2026-12-01 13:30", "last_3h"),
    ("half an hour", "2026-12-01 13:00", "2026-12-01 13:30", "last_30m"),
    ("in the last hour and a half", "2026-12-01 12:00", "2026-12-01 13:30", "last_90m"),
    ("in the last week", "2026-11-24 13:30", "2026-12-01 13:30", "last_7d"),
    ("past month", "2026-11-01 13:30", "2026-12-01 13:30", ""),
    ("last 3 months", "2026-09-01 13:30", "2026-12-01 13:30", ""),
    ("last 5 years", "2021-12-01 13:30", "2026-12-01 13:30", ""),
    ("3 hours ago", "2026-12-01 10:30", "2026-12-01 10:31", "today"),
    ("last week so far", "2026-11-23 00:00", "2026-12-01 13:30", ""),
    ("so far this week", "2026-11-30 00:00", "2026-12-01 13:30", "this_week"),
    ("today so far", "2026-12-01 00:00", "2026-12-01 13:30", "today"),
    ("from yesterday", "2026-11-30 00:00", "2026-12-01 00:00", "yesterday"),
    ("between Monday and Wednesday", "2026-11-23 00:00", "2026-11-26 00:00", ""),
    ("noon", "2026-12-01 12:00", "2026-12-01 12:01", "today"),
    ("yesterday at noon", "2026-11-30 12:00", "2026-11-30 12:01", "yesterday"),
    ("yesterday around 3", "2026-11-30 02:30", "2026-11-30 03:30", "yesterday"),
    ("last Tuesday (24 Nov), 14:00–18:00", "2026-11-24 14:00", "2026-11-24 18:00", "last_tuesday"),
    ("since yesterday evening", "2026-11-30 18:00", "2026-12-01 13:30", ""),
    ("3-5 October", "2026-10-03 00:00", "2026-10-06 00:00", ""),
    ("since May", "2026-05-01 00:00", "2026-12-01 13:30", ""),
    ("2-6", "2026-12-01 02:00", "2026-12-01 06:00", "today"),
    ("last night at 6", "2026-11-30 18:00", "2026-11-30 18:01", "yesterday"),
    ("1,5 hours", "2026-12-01 12:00", "2026-12-01 13:30", "last_90m"),
    ("yesterday around 3 pm", "2026-11-30 14:30", "2026-11-30 15:30", "yesterday"),
)
ANCHORS = (
    ("since I left", "left", "me"),
    ("since we came home", "came", "all"),
    ("while I was away", "away", "me"),
    ("while I was at work yesterday", "away", "me"),
    ("since the last time it rained", "last", "named"),
)
REFUSED = (
    "this weekend",
    "tonight so far",
    "this evening",
    "until yesterday",
    "last 5000 days",
    "last Tuesday in May",
    "yesterday and today",
    "tomorrow",
    "next week",
    "the first week of October",
    "until yesterday evening",
)


@pytest.mark.parametrize(("words", "start", "end", "key"), TOLD)
def test_words_name_a_window(words: str, start: str, end: str, key: str) -> None:
    assert told("en", words) == (start, end, key)


@pytest.mark.parametrize(("words", "event", "whose"), ANCHORS)
def test_words_name_what_only_the_records_know(words: str, event: str, whose: str) -> None:
    assert anchored("en", words) == (event, whose)


@pytest.mark.parametrize("words", REFUSED)
def test_words_that_name_no_one_past_time_are_refused(words: str) -> None:
    assert refused("en", words)

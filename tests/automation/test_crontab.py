"""Crontab text: common forms become times on named weekdays, everything else is refused by the field's name."""

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.almanac import Almanac
from devices.automation.crontab import from_crontab
from devices.automation.instants import after
from devices.automation.rule.trigger import At, Days, Weekday
from devices.errors import ConfigError

MON, TUE, WED, THU, FRI, SAT, SUN = Weekday
NOWHERE = Almanac(UTC)


@pytest.mark.parametrize(
    ("text", "clock", "days"),
    [
        ("30 7 * * *", time(7, 30), ()),
        ("30 7 * * 4", time(7, 30), (THU,)),
        ("0 9 * * 0", time(9), (SUN,)),
        ("0 9 * * 7", time(9), (SUN,)),
        ("15 10 * * 1,7", time(10, 15), (MON, SUN)),
        ("0 0 * * 1-5", time(), (MON, TUE, WED, THU, FRI)),
        ("0 0 * * 5-7", time(), (FRI, SAT, SUN)),
        ("0 0 * * 0-2", time(), (MON, TUE, SUN)),
        ("0 0 * * 0-6", time(), ()),
        ("0 0 * * 1-7", time(), ()),
        ("0 0 * * mon-fri", time(), (MON, TUE, WED, THU, FRI)),
        ("0 0 * * Sat-Sun", time(), (SAT, SUN)),
        ("0 0 * * SUN,WED", time(), (WED, SUN)),
        ("0 0 * * sun", time(), (SUN,)),
        ("  5\t4  *  * sat ", time(4, 5), (SAT,)),
        ("@daily", time(), ()),
        ("@weekly", time(), (SUN,)),
    ],
)
def test_from_crontab_common_forms(text: str, clock: time, days: tuple[Weekday, ...]) -> None:
    assert from_crontab(text) == (At(clock, Days(days)),)


def test_from_crontab_several_times_a_day_are_several_triggers_in_order() -> None:
    found = from_crontab("0,30 19,7-8 * * *")
    assert [at.time for at in found] == [
        time(7),
        time(7, 30),
        time(8),
        time(8, 30),
        time(19),
        time(19, 30),
    ]


def test_from_crontab_first_runs_are_on_the_days_that_crontab_means() -> None:
    start = datetime(2027, 1, 4, tzinfo=UTC)
    first = {text: after(from_crontab(text)[0], start, NOWHERE) for text in ("30 7 * * 4", "0 9 * * 0")}
    assert first["30 7 * * 4"] == datetime(2027, 1, 7, 7, 30, tzinfo=UTC)
    assert first["0 9 * * 0"] == datetime(2027, 1, 10, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "0 fields instead of 5"),
        ("30 7 * *", "4 fields instead of 5"),
        ("30 7 * * * *", "6 fields instead of 5"),
        ("30 7 1 * *", "day of the month can only be"),
        ("30 7 * 6 *", "month can only be"),
        ("*/5 * * * *", "hour '[*]' is not a number"),
        ("*/5 7 * * *", "minute '[*]/5' is not a number"),
        ("60 7 * * *", "minute '60' is not within 0-59"),
        ("0 24 * * *", "hour '24' is not within 0-23"),
        ("0 9-7 * * *", "hour '9-7' is not within 0-23"),
        ("0 ٧ * * *", "hour '٧' is not a number"),
        ("0 7 * * 8", "day '8' is neither"),
        ("0 7 * * monday", "day 'monday' is neither"),
        ("0 7 * * fri-mon", "days 'fri-mon' go backwards"),
        ("0 7 * * 1#2", "day '1#2' is neither"),
        ("0 7 * * ,", "day '' is neither"),
        ("0-59 7 * * *", "more than 24 times"),
        ("@reboot", "1 fields instead of 5"),
    ],
)
def test_from_crontab_when_it_is_something_else_says_which_field(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        from_crontab(text)


@given(
    minute=st.integers(0, 59),
    hour=st.integers(0, 23),
    days=st.sets(st.integers(0, 7), min_size=1, max_size=6),
)
def test_from_crontab_runs_on_exactly_its_weekdays(minute: int, hour: int, days: set[int]) -> None:
    (trigger,) = from_crontab(f"{minute} {hour} * * {','.join(map(str, days))}")
    at, found = datetime(2027, 1, 3, tzinfo=UTC) - timedelta(seconds=1), set[int]()
    for _ in range(14):
        following = after(trigger, at, NOWHERE)
        assert following is not None
        at = following
        assert (at.hour, at.minute) == (hour, minute)
        found.add(at.isoweekday() % 7)
    assert found == {day % 7 for day in days}


@given(st.text(max_size=30))
def test_from_crontab_of_any_text_is_triggers_or_a_config_error(text: str) -> None:
    try:
        found = from_crontab(text)
    except ConfigError:
        return
    assert found

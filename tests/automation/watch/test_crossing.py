"""What is a crossing and what is none: limits, first values, unknown and retained ones, flapping, hysteresis."""

from dataclasses import replace

import pytest

from devices.automation.rule.trigger import Threshold
from devices.automation.watch.trigger.threshold import passed, released
from tests.automation.watch.house import ROOM, START, WARM, House, house, rule


def test_crossing_fires_at_the_report_with_its_value() -> None:
    made = house(WARM).reads(25).reads(27, after=10)
    fire = made.fires[0]
    assert (fire.rule_id, fire.trigger, fire.entity_id, fire.value) == ("a1", 0, ROOM, 27)
    assert (made.fired, fire.at - START) == ([10], made.at - START)


def test_value_at_the_limit_has_not_crossed() -> None:
    assert house(WARM).reads(25).reads(26, after=1).reads("26.0", after=1).fired == []


def test_value_back_at_the_limit_arms_again() -> None:
    assert house(WARM).reads(25).reads(27, after=1).reads(26, after=1).reads(26.1, after=1).fired == [1, 3]


def test_rising_further_does_not_fire_again() -> None:
    assert house(WARM).reads(25).reads(27, after=1).reads(28, after=1).reads(31, after=1).fired == [1]


def test_equal_reports_fire_once() -> None:
    assert house(WARM).reads(25).reads(27, after=1).reads(27, after=1).reads(27, after=1).fired == [1]


def test_first_value_over_the_limit_is_the_baseline() -> None:
    assert house(WARM).reads(27).reads(28, after=60).fired == []


def test_first_value_over_the_limit_fires_after_it_was_back() -> None:
    assert house(WARM).reads(27).reads(25, after=5).reads(27, after=5).fired == [10]


def test_rule_made_over_the_limit_waits_for_the_next_crossing() -> None:
    made = House(()).adds(ROOM).reads(28)
    made.arrange(rule(WARM))
    assert made.reads(29, after=5).fired == []
    assert made.reads(20, after=5).reads(29, after=5).fired == [15]


def test_unknown_then_low_is_no_crossing() -> None:
    """Power below 12: unknown for a moment after every start, then low."""
    low = Threshold((ROOM,), below=12)
    assert house(low).reads("unknown").reads(4, after=5).reads(4, after=55).fired == []
    assert house(low).reads("unknown").reads(4, after=5).reads(900, after=60).reads(6, after=60).fired == [
        125
    ]


@pytest.mark.parametrize(
    "word", ["unknown", "unavailable", "nan", "NaN", "inf", "-inf", "", "on", "None", "21,5"]
)
def test_words_that_are_no_number_are_no_crossing(word: str) -> None:
    below = Threshold((ROOM,), below=12)
    for threshold in (WARM, below, Threshold((ROOM,), above=30, below=10, outside=True)):
        assert house(threshold).reads(20).reads(word, after=5).fired == []
        assert house(threshold).reads(word).reads(20, after=5).fired == []


def test_crossing_behind_an_unknown_value_fires_once() -> None:
    """28 is known, then nothing, then 31: it did cross."""
    made = house(Threshold((ROOM,), above=30)).reads(28).reads("unknown", after=60).reads(31, after=5)
    assert made.fired == [65]


def test_crossing_behind_an_outage_fires_once() -> None:
    made = house(Threshold((ROOM,), above=30)).reads(28).away(after=60).back(after=7200).reads(31, after=1)
    assert made.fired == [7261]


def test_outage_over_the_limit_does_not_fire_again() -> None:
    """The public case: 31 goes off the network and comes back as 31; then 30 is not above 30."""
    made = house(Threshold((ROOM,), above=30)).reads(28).reads(31, after=60)
    made.away(after=60).back(after=30).reads(31, after=1)
    made.reads(29, after=149).reads(30, after=60).reads(30.5, after=60)
    assert made.fired == [60, 420]


def test_long_outage_over_the_limit_does_not_fire_again() -> None:
    made = house(WARM).reads(25).reads(27, after=1).away(after=10).back(after=86400).reads(28, after=1)
    assert made.fired == [1]


def test_value_that_came_back_while_away_arms_again() -> None:
    made = house(WARM).reads(25).reads(27, after=1).away(after=10).back(after=500).reads(24, after=1)
    assert made.reads(27, after=10).fired == [1, 522]


def test_reading_of_a_silent_day_arms_again_and_fires() -> None:
    """A sensor without battery for three days: what it said before still is what it came from."""
    made = house(WARM).reads(25).reads(27, after=3 * 86400)
    assert made.fired == [3 * 86400]


def test_retained_value_alone_never_fires() -> None:
    made = (
        house(WARM)
        .reads(20, retained=True)
        .reads(27, after=1, retained=True)
        .reads(30, after=1, retained=True)
    )
    assert made.fired == []


def test_retained_value_is_the_baseline() -> None:
    assert house(WARM).reads(27, retained=True).reads(28, after=1).fired == []
    assert house(WARM).reads(20, retained=True).reads(27, after=1).fired == [1]


def test_retained_crossing_fires_with_the_first_live_report() -> None:
    made = house(WARM).reads(20).reads(27, after=5, retained=True).reads(27, after=5)
    assert made.fired == [10]


def test_coming_back_is_no_crossing() -> None:
    made = house(WARM).reads(27).away(after=5).back(after=5)
    assert made.fired == []


def test_flapping_around_the_limit_fires_each_time() -> None:
    made = house(WARM).reads(25)
    for value in (26.5, 25.5, 26.5, 25.5, 26.5):
        made.reads(value, after=10)
    assert made.fired == [10, 30, 50]


def test_flapping_within_the_hysteresis_fires_once() -> None:
    made = house(replace(WARM, hysteresis=1)).reads(24)
    for value in (27, 25.2, 26.5, 25.1, 27, 25, 26.1):
        made.reads(value, after=10)
    assert made.fired == [10, 70]


def test_band_fires_on_entering_from_either_side() -> None:
    band = Threshold((ROOM,), above=18, below=22)
    made = house(band).reads(15)
    for value in (20, 22, 21, 18, 19, 30, 22, 18):
        made.reads(value, after=1)
    assert made.fired == [1, 3, 5]


def test_outside_fires_on_leaving_on_either_side() -> None:
    outside = Threshold((ROOM,), above=22, below=18, outside=True)
    made = house(outside).reads(20)
    for value in (22, 22.5, 20, 18, 17.9, 18, 25):
        made.reads(value, after=1)
    assert made.fired == [2, 5, 7]


def test_jump_from_one_side_of_the_band_to_the_other_stays_one_firing() -> None:
    outside = Threshold((ROOM,), above=22, below=18, outside=True)
    assert house(outside).reads(20).reads(25, after=1).reads(10, after=1).fired == [1]


def test_hysteresis_wider_than_the_band_arms_in_its_middle() -> None:
    outside = Threshold((ROOM,), above=22, below=18, outside=True, hysteresis=10)
    made = house(outside).reads(20).reads(25, after=1).reads(21, after=1).reads(25, after=1)
    assert made.fired == [1]
    assert made.reads(20, after=1).reads(17, after=1).fired == [1, 5]


def test_passed_and_released_by_the_table() -> None:
    band, outside = Threshold((ROOM,), 18, 22, hysteresis=1), Threshold((ROOM,), 22, 18, outside=True)
    assert [passed(band, v) for v in (17, 18, 20, 22, 23)] == [False, False, True, False, False]
    assert [released(band, v) for v in (17, 18, 20, 22, 23)] == [True, False, False, False, True]
    assert [passed(outside, v) for v in (17, 18, 20, 22, 23)] == [True, False, False, False, True]
    assert [released(outside, v) for v in (17, 18, 20, 22, 23)] == [False, True, True, True, False]


def test_several_triggers_of_a_rule_fire_by_themselves() -> None:
    cold = Threshold((ROOM,), below=18)
    made = house(WARM, cold).reads(20).reads(27, after=1).reads(15, after=1)
    assert [(fire.trigger, made.since(fire)) for fire in made.fires if not fire.over] == [(0, 1), (1, 2)]

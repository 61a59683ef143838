"""`for` clocks: when they end, what stops them, what only interrupts them, and what a restart does to them."""

from dataclasses import replace

import pytest

from devices.automation.rule.trigger import Threshold
from devices.automation.watch.signal import STALE
from devices.automation.watch.spec import GRACE, Phase
from tests.automation.watch.house import ROOM, WARM, house, lasting

MINUTE = lasting(WARM, 60)
HALF_DAY = 43200.0


def test_for_ends_at_its_instant_though_noticed_later() -> None:
    assert house(MINUTE).reads(25).reads(27, after=10).wait(500).fired == [70]


def test_for_ends_before_the_report_that_comes_later() -> None:
    assert house(MINUTE).reads(25).reads(27, after=10).reads(20, after=60).fired == [70]


def test_for_is_given_up_when_the_value_goes_back() -> None:
    assert house(MINUTE).reads(25).reads(27, after=10).reads(26, after=59).wait(500).fired == []


def test_for_starts_with_the_last_crossing() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10).reads(25, after=30).reads(27, after=10).wait(500)
    assert made.fired == [110]


def test_for_of_the_public_case_counts_from_the_real_drop() -> None:
    """Below 12 for 40 s: nothing at 45 s, once at 220 s, which is 40 s after the real drop."""
    made = house(Threshold((ROOM,), below=12, for_seconds=40)).reads("unknown")
    made.reads(4, after=5).reads(4, after=55).reads(900, after=60).reads(6, after=60).reads(5, after=50)
    assert made.fired == [220]


def test_for_of_the_public_case_after_every_restart() -> None:
    made = house(Threshold((ROOM,), below=12, for_seconds=40)).reads(4)
    for _ in range(3):
        made.restart(down=10).reads("unknown", after=1).reads(4, after=5).wait(60)
    assert made.fired == []


def test_first_value_over_the_limit_starts_no_clock() -> None:
    assert house(MINUTE).reads(27).wait(500).fired == []


def test_wavering_within_the_limit_does_not_stop_the_clock() -> None:
    assert house(MINUTE).reads(25).reads(27, after=10).reads(29, after=20).reads(26.1, after=20).wait(
        90
    ).fired == [70]


def test_hysteresis_does_not_keep_a_clock_running() -> None:
    """What must hold is the limit; the hysteresis only says when it arms again."""
    made = house(replace(MINUTE, hysteresis=2)).reads(25).reads(27, after=10).reads(25.5, after=10).wait(500)
    assert made.fired == []


def test_blip_does_not_reset_the_clock() -> None:
    made = (
        house(MINUTE).reads(25).reads(27, after=10).away(after=10).back(after=20).reads(27, after=1).wait(500)
    )
    assert made.fired == [70]


def test_blip_of_an_unknown_value_does_not_reset_the_clock() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10).reads("nan", after=10).reads(27, after=59).wait(500)
    assert made.fired == [79]


def test_clock_that_ends_in_a_blip_fires_with_the_report_after_it() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10).away(after=50).back(after=30).reads(28, after=5)
    assert made.fired == [95]


def test_clock_that_ends_in_a_blip_does_not_fire_when_the_value_went_back() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10).away(after=50).back(after=30).reads(25, after=5)
    assert made.wait(500).fired == []


def test_clock_that_ends_in_a_blip_fires_when_the_device_stays_silent() -> None:
    """A contact that only speaks when it moves: its last word stands once it is back for a while."""
    made = house(MINUTE).reads(25).reads(27, after=10).away(after=50).back(after=30).wait(500)
    assert made.fired == [90 + GRACE.total_seconds()]


def test_nothing_fires_while_the_device_is_away() -> None:
    assert house(MINUTE).reads(25).reads(27, after=10).away(after=30).wait(5000).fired == []


def test_outage_longer_than_the_grace_starts_the_clock_anew() -> None:
    made = (
        house(MINUTE).reads(25).reads(27, after=10).away(after=10).back(after=60).reads(27, after=5).wait(500)
    )
    assert made.fired == [145]


def test_outage_longer_than_the_grace_and_silence_starts_the_clock_anew() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10).away(after=10).back(after=3000).wait(500)
    assert made.fired == [3020 + GRACE.total_seconds() + 60]


def test_outage_of_the_broker_is_like_one_of_the_device() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10)
    made.broker(connected=False, after=10).broker(connected=True, after=30).reads(27, after=1, retained=True)
    assert made.wait(500).fired == [70]


def test_retained_value_after_an_outage_that_went_back_stops_the_clock() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10)
    made.broker(connected=False, after=10).broker(connected=True, after=30).reads(25, after=1, retained=True)
    assert made.wait(500).fired == []


def test_repeated_blips_do_not_add_up() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10)
    for _ in range(5):
        made.away(after=30).back(after=50).reads(27, after=10)
    assert made.wait(500).fired == [610]


def test_silence_within_a_day_does_not_stop_the_clock() -> None:
    assert house(lasting(WARM, 2 * HALF_DAY)).reads(25).reads(27, after=10).wait(90000).fired == [
        10 + 2 * HALF_DAY
    ]


def test_stale_reading_stops_the_clock() -> None:
    """Above 26 for two days, but nothing was heard for more than a day: it isn't known."""
    made = house(lasting(WARM, 4 * HALF_DAY)).reads(25).reads(27, after=10)
    assert made.wait(6 * HALF_DAY).fired == []
    made.reads(27, after=10).reads(27, after=2 * HALF_DAY).reads(27, after=2 * HALF_DAY)
    assert made.fired == [20 + 10 * HALF_DAY]


def test_reports_now_and_then_keep_a_long_clock_running() -> None:
    made = house(lasting(WARM, 4 * HALF_DAY)).reads(25).reads(27, after=10)
    for _ in range(5):
        made.reads(27, after=STALE.total_seconds() - 1)
    assert made.fired == [10 + 4 * HALF_DAY]


def test_clock_goes_on_over_a_change_of_the_unit() -> None:
    made = house(replace(MINUTE, unit="°C"), unit="°C").reads(25).reads(27, after=10)
    assert made.adds(ROOM, unit="°F").reads(80.6, after=20).wait(500).fired == [70]


def test_retained_crossing_starts_no_clock() -> None:
    made = house(MINUTE).reads(25).reads(27, after=10, retained=True).wait(500)
    assert made.fired == []
    assert made.reads(27, after=10).wait(500).fired == [580]


def test_device_that_comes_back_after_a_restart_proves_the_clock() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10).reads(27, after=1).away(after=20)
    made.restart(down=10, known=True).back(after=5).wait(1000)
    assert made.fired == [610]


def test_clock_goes_on_over_a_restart() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10).restart(down=100).reads(27.5, after=5)
    assert made.wait(1000).fired == [610]


def test_clock_goes_on_over_a_restart_with_a_retained_value() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10).restart(down=100)
    assert made.reads(27.5, after=5, retained=True).wait(1000).fired == [610]


@pytest.mark.parametrize(("value", "fired"), [(27, [3617.0]), (25, [])])
def test_clock_that_ended_while_nothing_ran_waits_for_a_report(value: float, fired: list[float]) -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10).restart(down=3600).wait(5)
    assert made.fired == []
    assert made.reads(value, after=2).wait(500).fired == fired


def test_clock_that_ended_while_nothing_ran_is_proved_by_a_retained_value() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10).restart(down=3600)
    assert made.reads(27, after=2, retained=True).fired == [3612]


def test_nothing_is_heard_after_a_restart() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10).restart(down=10)
    assert made.reads("unknown", after=1).wait(5000).fired == []


def test_latch_holds_over_a_restart() -> None:
    made = house(WARM).reads(25).reads(27, after=10).restart(down=60).reads(28, after=5)
    assert made.fired == [10]
    assert made.reads(25, after=5).reads(27, after=5).fired == [10, 85]


def test_crossing_while_nothing_ran_fires_with_the_first_live_report() -> None:
    made = house(WARM).reads(25).restart(down=60).reads(27, after=5, retained=True)
    assert made.fired == []
    assert made.reads(27.2, after=5).fired == [70]


def test_process_that_had_listened_takes_over_in_the_middle() -> None:
    """Two processes: the one that only followed has the live values when it takes over."""
    made = house(MINUTE).reads(25).reads(27, after=10).restart(known=True)
    assert made.wait(500).fired == [70]


def test_crossing_between_two_runners_is_not_lost() -> None:
    made = house(WARM).reads(25)
    made.deaf = True
    made.reads(27, after=5)
    made.deaf = False
    assert made.restart(down=5, known=True).fired == [5]


def test_memory_of_an_edited_trigger_is_not_used() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10)
    made.rules = (replace(made.rules[0], triggers=(lasting(WARM, 900),)),)
    made.restart(down=60).reads(27, after=5)
    assert made.watcher.memory("a1", f"0/{ROOM}") is not None
    assert made.wait(5000).fired == []


def test_memory_of_an_older_version_fits_whatever_stands_there() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=10)
    made.stored = {place: replace(kept, fingerprint="") for place, kept in made.stored.items()}
    assert made.restart(down=60).reads(27, after=5).wait(1000).fired == [610]


def test_clock_set_back_neither_loses_nor_doubles() -> None:
    made = house(lasting(WARM, 600)).reads(25).reads(27, after=100)
    made.wait(300).pass_by(-3600).wait(0)
    assert made.wait(299).fired == []
    assert made.wait(1).fired == [400 - 3600 + 300]
    assert made.wait(5000).fired == [400 - 3600 + 300]


def test_event_that_is_a_little_early_counts_as_now() -> None:
    made = house(lasting(WARM, 60)).reads(25).reads(27, after=10).wait(59)
    assert made.reads(27, after=-2).wait(10).fired == [70]
    memory = made.watcher.memory("a1", f"0/{ROOM}")
    assert memory is not None
    assert memory.phase is Phase.LATCHED

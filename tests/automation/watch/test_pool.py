"""Several sensors as one: each by itself, all together, their average; and units that differ."""

import pytest

from devices.automation.rule.trigger import Pool, Swing, Threshold
from tests.automation.watch.house import ROOM, House, house, rule

A, B, C = "sensor.a", "sensor.b", "sensor.c"


def several(pool: Pool, *, seconds: float = 0, unit: str = "") -> House:
    """Three sensors above 26, read as one."""
    warm = Threshold((A, B, C), above=26, for_seconds=seconds, pool=pool, unit=unit)
    return House((rule(warm),))


def read(made: House, *values: object, after: float = 1) -> House:
    """All of them report."""
    for entity_id, value in zip((A, B, C), values, strict=False):
        made.reads(value, entity_id, after=after)
    return made


def test_any_fires_for_each_and_names_it() -> None:
    made = read(several(Pool.ANY), 20, 20, 20).reads(27, B, after=1).reads(28, A, after=1)
    assert [(f.entity_id, f.value, made.since(f)) for f in made.fires] == [(B, 27, 4), (A, 28, 5)]


def test_any_member_that_was_over_the_limit_first_is_a_baseline_by_itself() -> None:
    made = read(several(Pool.ANY), 30, 20, 20).reads(31, A, after=1).reads(27, B, after=1)
    assert [fire.entity_id for fire in made.fires] == [B]


def test_all_fires_with_the_last_and_names_it() -> None:
    made = read(several(Pool.ALL), 20, 20, 20).reads(27, A, after=1).reads(28, C, after=1)
    assert made.fired == []
    made.reads(29, B, after=1)
    assert [(f.entity_id, f.value, made.since(f)) for f in made.fires] == [(B, 29, 6)]


def test_all_with_an_unknown_member_does_not_fire() -> None:
    made = read(several(Pool.ALL), 20, 20, "unknown").reads(27, A, after=1).reads(27, B, after=1)
    assert made.fired == []
    assert made.reads(27, C, after=1).fired == [6]


def test_all_keeps_its_clock_over_a_blip_of_a_member() -> None:
    made = read(several(Pool.ALL, seconds=100), 20, 27, 27).reads(27, A, after=1)
    assert made.away(B, after=10).back(B, after=10).reads(27, B, after=1).wait(500).fired == [104]


def test_all_over_the_limit_from_the_start_is_a_baseline() -> None:
    assert read(several(Pool.ALL), 27, 27, 27).reads(28, A, after=1).fired == []


def test_mean_fires_when_the_average_crosses() -> None:
    made = read(several(Pool.MEAN), 20, 22, 24).reads(30, C, after=1).reads(27, B, after=1)
    assert made.fired == []
    made.reads(21.5, A, after=1)
    assert made.fired == [6]
    assert made.fires[0].value == pytest.approx(26.1666667)


def test_mean_of_equal_limits_is_not_beyond() -> None:
    made = read(several(Pool.MEAN), 20, 20, 20)
    assert read(made, 25.9, 26.0, 26.1).fired == []


def test_mean_does_not_jump_while_a_member_is_away_for_a_moment() -> None:
    """20 and 30 and 25 are 25; without the 20 they would be 27.5."""
    made = read(several(Pool.MEAN), 20, 30, 25).away(A, after=10).reads(30, B, after=10)
    assert made.back(A, after=10).reads(20, A, after=1).reads(30, B, after=1).fired == []


def test_mean_is_of_the_known_ones_after_the_grace() -> None:
    made = read(several(Pool.MEAN), 20, 30, 25).away(A, after=10).reads(30, B, after=59)
    assert made.fired == []
    assert made.reads(30, B, after=1).fired == [73]


def test_mean_of_sensors_that_speak_up_one_by_one_has_no_early_baseline() -> None:
    """After the start the first speaks of 20; that the second then says 40 is no crossing."""
    made = several(Pool.MEAN)
    for sensor in (A, B, C):
        made.adds(sensor)
    made.arrange(*made.rules).restart()
    assert read(made, 20, 40, 40).reads(41, C, after=1).fired == []


def test_mean_waits_after_a_restart_for_the_members_that_counted() -> None:
    made = read(several(Pool.MEAN), 20, 20, 20)
    read(made, 20, 40, 40)
    assert made.fired == [5]
    made.restart(down=60)
    assert read(made, 20, 40, 40, after=100).fired == [5]
    assert made.over == []


def test_mean_leaves_out_a_member_that_was_never_heard() -> None:
    made = several(Pool.MEAN).adds(A, B, C).restart()
    made.reads(20, A, after=1).reads(20, B, after=1).reads(20, A, after=100)
    assert made.reads(40, B, after=1).fired == [103]


def test_mean_of_one_unit_from_sensors_of_two() -> None:
    made = several(Pool.MEAN, unit="°C")
    made.adds(A, C, unit="°C").adds(B, unit="°F")
    read(made, 20, 68, 20).reads(32, A, after=1).reads(80.6, B, after=1)
    assert made.fired == [5]
    assert made.fires[0].value == pytest.approx(26.333333)


@pytest.mark.parametrize(
    ("unit", "limit", "of_limit", "below", "above"),
    [
        ("°F", 26, "°C", 78.8, 78.9),
        ("°C", 78.8, "°F", 26, 26.1),
        ("kW", 2000, "W", 2, 2.1),
        ("W", 2, "kW", 2000, 2001),
        ("mired", 4000, "kelvin", 250, 249),
        ("mired", 4000, "K", 250, 249),
        ("K", 250, "mired", 4000, 3990),
        ("hPa", 29.92, "inHg", 1013.2, 1013.3),
        ("", 26, "°C", 26, 27),
        ("°C", 26, "", 26, 27),
        ("widgets", 26, "°C", 26, 27),
    ],
)
def test_limit_in_another_unit(unit: str, limit: float, of_limit: str, below: float, above: float) -> None:
    made = house(Threshold((ROOM,), above=limit, unit=of_limit), unit=unit)
    assert made.reads(below).reads(below, after=1).fired == []
    assert made.reads(above, after=1).fired == [2]


def test_limit_of_another_measure_never_fires() -> None:
    made = house(Threshold((ROOM,), above=26, unit="°C"), unit="W").reads(1).reads(500, after=1)
    assert made.fired == []


def test_sensor_that_changes_its_unit_does_not_fire() -> None:
    """25 °C, then the same warmth as 77 °F."""
    made = house(Threshold((ROOM,), above=26, unit="°C"), unit="°C").reads(25)
    assert made.adds(ROOM, unit="°F").reads(77, after=60).fired == []
    assert made.reads(80, after=60).fired == [120]


def test_swing_in_another_unit_counts_degrees_of_the_rule() -> None:
    made = house(Swing((ROOM,), by=3, within_seconds=600, unit="°C"), unit="°F")
    assert made.reads(68).reads(72, after=60).fired == []
    assert made.reads(73.4, after=60).fired == [120]


def test_mean_for_a_while_over_a_blip_of_a_member() -> None:
    made = read(several(Pool.MEAN, seconds=100), 20, 20, 20).reads(50, A, after=7)
    assert made.away(B, after=10).back(B, after=30).reads(20, B, after=1).wait(500).fired == [110]

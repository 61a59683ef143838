"""Properties of the latch: never twice without arming, never from unknown, never too early; order and bounds."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.match import Latch, Phase, Sample, due, number, passed, released, ripen, step
from devices.automation.rule import Threshold
from devices.kinds.climate import ClimateState
from devices.kinds.sensor import SensorState
from devices.model import Domain, Entity, Snapshot

START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
ROOM = Entity("sensor.room", Domain.SENSOR, "Room")

limits = st.floats(-50, 50).map(lambda value: round(value, 1))
thresholds = st.builds(
    lambda low, width, form, seconds, slack: Threshold(
        "sensor.room",
        above=low if form != "below" else None,
        below=low + width if form != "above" else None,
        for_seconds=seconds,
        hysteresis=slack,
    ),
    limits,
    st.floats(0.1, 20),
    st.sampled_from(["above", "below", "both"]),
    st.sampled_from([0.0, 0.0, 30.0, 600.0]),
    st.sampled_from([0.0, 0.5, 3.0]),
)
samples = st.lists(
    st.tuples(st.one_of(st.none(), st.floats(-80, 80)), st.integers(0, 900), st.booleans()), max_size=30
)


def play(
    threshold: Threshold, told: list[tuple[float | None, int, bool]]
) -> list[tuple[Sample, Latch, bool]]:
    """Every sample with the latch after it and whether it fired."""
    at, latch, played = START, Latch(), []
    for value, later, live in told:
        at += timedelta(seconds=later)
        sample = Sample(value, at, live)
        latch, fired = step(threshold, latch, sample)
        played.append((sample, latch, fired))
    return played


@given(thresholds, samples)
def test_never_fires_twice_without_having_been_back(
    threshold: Threshold, told: list[tuple[float | None, int, bool]]
) -> None:
    armed = False
    for sample, _, fired in play(threshold, told):
        if fired:
            assert armed
            armed = False
        if sample.value is not None and not passed(threshold, sample.value):
            armed = True


@given(thresholds, samples)
def test_unknown_and_retained_alone_never_fire(
    threshold: Threshold, told: list[tuple[float | None, int, bool]]
) -> None:
    never_live = [(value, later, False) for value, later, _ in told]
    assert not any(fired for _, _, fired in play(threshold, never_live))
    blind: list[tuple[float | None, int, bool]] = [(None, later, True) for _, later, _ in told]
    assert all(latch == Latch() and not fired for _, latch, fired in play(threshold, blind))


@given(thresholds, samples)
def test_fires_only_after_holding_for_the_whole_time(
    threshold: Threshold, told: list[tuple[float | None, int, bool]]
) -> None:
    held_since: datetime | None = None
    for sample, _, fired in play(threshold, told):
        if fired:
            assert held_since is not None or threshold.for_seconds == 0
            since = held_since or sample.at
            assert (sample.at - since).total_seconds() >= threshold.for_seconds
        if sample.value is None or not passed(threshold, sample.value):
            held_since = None
        elif held_since is None and sample.live:
            held_since = sample.at


@given(thresholds, samples, st.integers(0, 30))
def test_restart_anywhere_never_fires_twice_for_one_crossing(
    threshold: Threshold, told: list[tuple[float | None, int, bool]], cut: int
) -> None:
    at, latch, armed = START, Latch(), False
    for index, (value, later, live) in enumerate(told):
        if index == cut:
            latch = Latch(latch.phase, latch.since, restored=latch.phase is Phase.WAITING)
        at += timedelta(seconds=later)
        latch, fired = step(threshold, latch, Sample(value, at, live))
        assert armed or not fired
        armed = (armed and not fired) or (value is not None and not passed(threshold, value))


@given(thresholds, st.floats(-80, 80))
def test_passed_and_released_exclude_each_other(threshold: Threshold, value: float) -> None:
    assert not (passed(threshold, value) and released(threshold, value))


def test_limit_itself_is_not_beyond() -> None:
    assert not passed(Threshold("x", above=30), 30)
    assert not passed(Threshold("x", below=30), 30)
    assert passed(Threshold("x", above=18, below=22), 20)


def test_ripen_on_the_very_instant_and_once() -> None:
    threshold = Threshold("x", above=30, for_seconds=60)
    latch = Latch(Phase.WAITING, START)
    end = START + timedelta(seconds=60)
    assert due(threshold, latch) == end
    assert ripen(threshold, latch, end - timedelta(microseconds=1)) == (latch, False)
    latched, fired = ripen(threshold, latch, end)
    assert (latched, fired) == (Latch(Phase.LATCHED), True)
    assert ripen(threshold, latched, end) == (latched, False)


def test_report_after_the_end_lets_the_clock_end_first() -> None:
    threshold = Threshold("x", above=30, for_seconds=60)
    back = Sample(20, START + timedelta(seconds=90))
    assert step(threshold, Latch(Phase.WAITING, START), back) == (Latch(Phase.ARMED), True)


@pytest.mark.parametrize("word", ["unknown", "unavailable", "nan", "inf", "-inf", "", "on", "21,5"])
def test_number_of_words_is_none(word: str) -> None:
    assert number(Snapshot(ROOM, SensorState(word)), "") is None


def test_number_of_states_and_attributes() -> None:
    assert number(Snapshot(ROOM, SensorState("21.5")), "") == 21.5
    assert number(Snapshot(ROOM, SensorState("21.5"), available=False), "") is None
    assert number(Snapshot(ROOM), "") is None
    room = Snapshot(Entity("climate.x", Domain.CLIMATE, "X"), ClimateState("heat", current_temperature=20.5))
    assert number(room, "current_temperature") == 20.5
    assert number(room, "temperature") is None

"""One seamless answer from readings and rollups, held against a slow oracle: whatever was rolled or let go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.history.course.course import Course, Wanted
from devices.history.course.courses import courses
from devices.history.course.question import Question
from devices.history.rollup.counter import counted
from devices.history.rollup.horizon import Mark
from devices.history.rollup.level import Level, floor
from tests.history.course.laid import Laid, engine, laid
from tests.history.course.oracle import Truth, truth
from tests.history.course.pasts import BERLIN, DAY, SECOND, START, Past, pasts

ROOM = "sensor.room"
ENGINE = engine()


def ask(on: Laid, past: Past) -> Course:
    start, end = past.window
    wanted = (Wanted(ROOM),)
    return courses(on.connection, Question(wanted, start, end, START + 9 * DAY, BERLIN, past.coarsest))[0]


def agree(found: Course, true: Truth) -> None:
    parts = found.parts
    low, high = (
        (min((p.low, p.low_at) for p in parts), min((-p.high, p.high_at) for p in parts))
        if parts
        else (None, None)
    )
    assert found.known == true.known
    assert sum(part.count for part in parts) == true.count
    assert low == true.low
    assert (None if high is None else (-high[0], high[1])) == true.high
    if true.mean is not None:
        assert sum(p.mean * p.known for p in parts) / found.known == pytest.approx(float(true.mean), abs=1e-9)
    ends = [found.start, *(at for part in parts for at in (part.start, part.end)), found.end]
    assert ends == sorted(ends)


@given(pasts())
def test_rollups_and_readings_agree_with_the_oracle(past: Past) -> None:
    with laid(ENGINE, BERLIN) as on:
        past.lay(on, ROOM, "°C")
        found = ask(on, past)
    true = truth(past.rows, past.watches, *past.window)
    agree(found, true)
    assert found.gaps == true.gaps
    assert (found.start, found.end) == past.window


@given(pasts())
def test_late_readings_count_before_and_after_rollups_are_mended(past: Past) -> None:
    true = truth({**past.rows, **past.late}, past.watches, *past.window)
    with laid(ENGINE, BERLIN) as on:
        series = past.lay(on, ROOM, "°C")
        on.read(series, past.late)
        agree(ask(on, past), true)
        on.mend(past.rolled)
        found = ask(on, past)
    agree(found, true)
    assert found.gaps == true.gaps


@given(pasts(), st.integers(0, 4))
def test_nothing_is_lost_where_readings_were_let_go(past: Past, days: int) -> None:
    kept = floor(Level.DAY, min(START + days * DAY, past.rolled), BERLIN)
    with laid(ENGINE, BERLIN) as on:
        past.lay(on, ROOM, "°C")
        on.let_go(Mark.KEPT_NUMBERS, kept)
        found = ask(on, past)
    start, end = past.window
    assert start - 300 * SECOND < found.start <= start
    assert end <= found.end < end + 300 * SECOND
    true = truth(past.rows, past.watches, found.start, found.end)
    agree(found, true)
    named = sum(b - a for a, b in found.gaps)
    assert found.known <= found.end - found.start - named + 300 * SECOND * len(true.gaps)
    for a, b in true.gaps:
        assert any(c < b and d > a for c, d in found.gaps)


COUNTED = st.lists(
    st.tuples(st.integers(1, 7200), st.sampled_from([0.0, 0.1, 0.4, -0.1, -1000.0])), max_size=60
)


@given(pasts(), COUNTED)
def test_a_counter_grew_by_the_same_whichever_record_tells(
    past: Past, steps: list[tuple[int, float]]
) -> None:
    rows, at, level = dict[int, float | str](), START, 50.0
    for seconds, rise in steps:
        at, level = at + seconds * SECOND, max(0.0, round(level + rise, 1))
        rows[at] = level
    whole = ((START, START + 5 * DAY),)
    meter = Past(rows, {}, whole, floor(Level.HOUR, past.rolled, BERLIN), past.window, past.coarsest)
    with laid(ENGINE, BERLIN) as on:
        meter.lay(on, ROOM, "kWh")
        found = ask(on, meter)
    machine = counted([(at, float(value)) for at, value in sorted(rows.items())], "kWh")
    assert found.counter
    assert sum(part.rise for part in found.parts) == pytest.approx(machine.rise(*meter.window), abs=1e-6)

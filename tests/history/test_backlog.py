"""What waits to be stored: in order, in slices, within bounds, and never both changed and being stored."""

from hypothesis import given
from hypothesis import strategies as st

from devices.history.backlog import SLICE, Backlog
from devices.history.batch import Batch, Line
from devices.history.sight import Mark, Series

ONE, OTHER = Series("sensor.one"), Series("sensor.other")


def readings(start: int, end: int, series: Series = ONE) -> Batch:
    """A reading a millisecond."""
    return Batch({(series, at): (float(at), Mark.LIVE) for at in range(start, end)})


def line(at: int) -> Line:
    return {"at": at}


def drained(backlog: Backlog) -> list[Batch]:
    """All of it, as it would be stored."""
    found = []
    while backlog:
        found.append(backlog.take())
        backlog.done()
    return found


def test_small_batches_of_an_outage_become_few() -> None:
    backlog = Backlog()
    for number in range(1000):
        backlog.add(readings(number * 10, number * 10 + 10))
    assert [len(batch) for batch in drained(backlog)] == [10_000]


def test_large_batch_becomes_slices_and_keeps_its_order() -> None:
    backlog = Backlog()
    whole = readings(0, 2 * SLICE + 7)
    whole.lines.extend(line(at) for at in range(SLICE))
    backlog.add(whole)
    pieces = drained(backlog)
    assert max(map(len, pieces)) <= SLICE
    assert [key for piece in pieces for key in piece.readings] == list(whole.readings)
    assert [row["at"] for piece in pieces for row in piece.lines] == list(range(SLICE))


def test_what_is_being_stored_is_left_alone() -> None:
    backlog = Backlog()
    backlog.add(readings(0, 5))
    taken = backlog.take()
    backlog.add(readings(5, 9))
    assert (len(taken), len(backlog), backlog.behind()) == (5, 9, 5)
    backlog.keep()
    assert backlog.take() is taken
    backlog.done()
    assert len(backlog.take()) == 4


def test_nothing_waits() -> None:
    backlog = Backlog()
    backlog.add(Batch())
    assert len(backlog.take()) == 0
    backlog.done()
    assert not backlog
    assert backlog.shed(10) == (0, None)


def test_oldest_readings_go_first_and_lines_stay() -> None:
    backlog = Backlog()
    for number in range(3):
        batch = readings(number * SLICE, (number + 1) * SLICE)
        batch.lines.append(line(number))
        backlog.add(batch)
    lost, until = backlog.shed(2 * SLICE)
    assert until is not None
    pieces = drained(backlog)
    kept = [at for piece in pieces for _, at in piece.readings]
    assert (lost, until + 1) == (kept[0], kept[0])
    assert kept == list(range(kept[0], 3 * SLICE))
    assert len(kept) <= 2 * SLICE
    assert [row["at"] for piece in pieces for row in piece.lines] == [0, 1, 2]


def test_restated_readings_yield_to_real_ones_and_go_with_the_oldest() -> None:
    backlog = Backlog()
    backlog.add(readings(10, 12))
    restated = Batch({(ONE, 10): (0.0, Mark.LIVE), (OTHER, 10): (0.0, Mark.LIVE)})
    backlog.restate(restated)
    (batch,) = drained(backlog)
    assert batch.readings[ONE, 10] == (10.0, Mark.LIVE)
    assert batch.readings[OTHER, 10] == (0.0, Mark.LIVE)


@given(st.lists(st.tuples(st.sampled_from(["add", "take", "done", "keep"]), st.integers(1, 60)), max_size=40))
def test_every_reading_is_stored_once_and_in_order(steps: list[tuple[str, int]]) -> None:
    backlog, taken, at, stored = Backlog(), False, 0, list[int]()
    for step, count in steps:
        if step == "add":
            backlog.add(readings(at, at + count))
            at += count
        elif step == "take" and not taken:
            batch, taken = backlog.take(), True
        elif step == "done" and taken:
            stored += [when for _, when in batch.readings]
            backlog.done()
            taken = False
        elif step == "keep" and taken:
            backlog.keep()
            taken = False
    if taken:
        backlog.keep()
    stored += [when for batch in drained(backlog) for _, when in batch.readings]
    assert stored == list(range(at))

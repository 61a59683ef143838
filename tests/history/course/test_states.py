"""Words over a window out of readings and rollups, held against the slow oracle; and what counts as known."""

from collections import Counter
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from devices.history.course.course import Held, States, Wanted
from devices.history.course.question import Question
from devices.history.course.states import states
from devices.history.rollup.horizon import Mark
from devices.history.rollup.level import Level, floor
from tests.history.course.laid import Laid, engine, laid
from tests.history.course.oracle import truth, untold
from tests.history.course.pasts import BERLIN, DAY, HOUR, SECOND, START, Past, pasts

DOOR, ROOM = "binary_sensor.door", "sensor.room"
ENGINE = engine()
WORDS = st.sampled_from(["on", "off", "unavailable", "unknown"])


def ask(on: Laid, entity_id: str, start: int, end: int, zone: ZoneInfo = BERLIN) -> States:
    question = Question((Wanted(entity_id),), start, end, START + 9 * DAY, zone)
    return states(on.connection, question)[0]


def lengths(found: States) -> Counter[str]:
    held = Counter[str]()
    for span in found.spans:
        held[span.word] += span.end - span.start
    for tally in found.tallies:
        held.update(tally.held)
    return +held


@given(pasts(WORDS))
def test_words_out_of_readings_agree_with_the_oracle(past: Past) -> None:
    with laid(ENGINE, BERLIN) as on:
        past.lay(on, DOOR)
        found = ask(on, DOOR, *past.window)
    held = truth(past.rows, past.watches, *past.window).held
    assert lengths(found) == Counter({word: length for word, length in held.items() if length})
    assert found.gaps == untold(past.rows, past.watches, *past.window)
    assert not found.tallies


@given(pasts(WORDS), st.integers(1, 4))
def test_no_time_of_a_word_is_lost_where_readings_were_let_go(past: Past, days: int) -> None:
    kept = floor(Level.DAY, min(START + days * DAY, past.rolled), BERLIN)
    with laid(ENGINE, BERLIN) as on:
        past.lay(on, DOOR)
        on.let_go(Mark.KEPT_WORDS, kept)
        found = ask(on, DOOR, *past.window)
    assert past.window[0] - 300 * SECOND < found.start <= past.window[0]
    assert past.window[1] <= found.end < past.window[1] + 300 * SECOND
    held = truth(past.rows, past.watches, found.start, found.end).held
    assert lengths(found) == Counter({word: length for word, length in held.items() if length})
    assert all(tally.end <= kept for tally in found.tallies)
    assert all(span.start >= kept for span in found.spans)
    for start, end in untold(past.rows, past.watches, found.start, found.end):
        assert any(a < end and b > start for a, b in found.gaps)


def test_a_word_that_held_at_the_start_did_not_begin_there() -> None:
    with laid(ENGINE, BERLIN) as on:
        door = on.series(DOOR)
        on.watch([(START, START + HOUR)])
        on.read(door, {START: "off", START + 60 * SECOND: "on", START + 120 * SECOND: "on"})
        exact = ask(on, DOOR, START + 120 * SECOND, START + HOUR)
        whole = ask(on, DOOR, START, START + HOUR)
    assert exact.spans == (Held("on", START + 120 * SECOND, START + HOUR, began=False),)
    assert [(span.word, span.began) for span in whole.spans] == [("off", True), ("on", True)]


def test_a_number_counts_as_known_though_it_is_no_word() -> None:
    day = [(START, START + 3 * DAY)]
    with laid(ENGINE, BERLIN) as on:
        room = on.series(ROOM, "°C")
        on.watch(day)
        on.read(room, {START: 20.0, START + DAY: "unavailable", START + DAY + HOUR: 21.0})
        on.roll(START, START + 3 * DAY)
        on.let_go(Mark.KEPT_NUMBERS, START + 2 * DAY + HOUR)
        found = ask(on, ROOM, START, START + 3 * DAY)
    assert found.gaps == ((START + DAY, START + DAY + HOUR),)
    assert sum(tally.held.get("unavailable", 0) for tally in found.tallies) == HOUR


def test_events_of_one_kind_stay_apart() -> None:
    with laid(ENGINE, BERLIN) as on:
        button = on.series("event.button", attribute="event_type")
        on.watch([(START, START + HOUR)])
        on.read(button, {START + 1: "press", START + 2: "press"})
        question = Question((Wanted("event.button", "event_type"),), START, START + HOUR, START + HOUR)
        found = states(on.connection, question)[0]
    assert [span.start for span in found.spans] == [START + 1, START + 2]

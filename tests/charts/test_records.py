"""From courses and states to lines, bars and events: condensed, and nothing of worth is lost."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assistant.charts.notes import notes
from assistant.charts.readout import read_at
from assistant.charts.records.barred import barred
from assistant.charts.records.condensed import points
from assistant.charts.records.happened import happened
from assistant.charts.records.lined import lined, marked
from assistant.charts.records.signalled import moments, signalled
from devices.command import Cause, Command, Origin, Outcome, Status
from devices.history.course.course import Course, Held, Part, States, Tally
from devices.history.reading import Activity, ActivityKind, Reading
from devices.history.rollup.level import Level
from devices.storage.tables import instant
from tests.charts.drawn import DOOR, END, HOUR, MINUTE, START, chart


def held(start: int, end: int, value: float) -> Part:
    """A reading that held."""
    return Part(start, end, end - start, value, value, start, value, start, value, 1)


def course(*parts: Part, gaps: tuple[tuple[int, int], ...] = ()) -> Course:
    """A temperature over the window of the tests."""
    return Course("sensor.hall", "", "°C", START, END, parts, gaps, since=START)


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=300), st.integers(1, 40))
def test_condensing_keeps_extremes_their_instants_and_the_mean(found: list[float], slots: int) -> None:
    step = (END - START) // len(found)
    whole = course(*(held(START + n * step, START + (n + 1) * step, value) for n, value in enumerate(found)))
    thin = points(whole, slots)
    assert len(thin) <= max(2 * slots, len(found)) if len(found) <= 2 * slots else len(thin) <= slots + 1
    highest = max(thin, key=lambda point: point.high)
    assert highest.high == max(found)
    assert highest.start <= highest.high_at <= highest.end
    length = sum(point.end - point.start for point in thin)
    mean = sum(point.mean * (point.end - point.start) for point in thin) / length
    assert abs(mean - sum(found) / len(found)) < 1e-6
    assert sum(point.count for point in thin) == len(found)


def test_condensing_never_bridges_a_gap() -> None:
    many = [held(START + n * MINUTE, START + (n + 1) * MINUTE, 20.0) for n in range(100) if n != 50]
    thin = points(course(*many, gaps=((START + 50 * MINUTE, START + 51 * MINUTE),)), 1)
    assert [(p.start, p.end) for p in thin] == [
        (START, START + 50 * MINUTE),
        (START + 51 * MINUTE, START + 100 * MINUTE),
    ]


def test_a_rolled_day_with_a_gap_keeps_its_peak_on_its_side() -> None:
    gap = (START + 4 * HOUR, START + 6 * HOUR)
    day = Part(
        START, END, 22 * HOUR, 20.0, 18.0, START + HOUR, 25.0, START + 9 * HOUR, 21.0, 50, level=Level.DAY
    )
    first, second = points(course(day, gaps=(gap,)), 10)
    assert (first.end, second.start) == gap
    assert (first.low, first.high) == (18.0, 20.0)
    assert (second.high, second.high_at) == (25.0, START + 9 * HOUR)
    assert first.count + second.count == 50


def test_a_line_has_the_figures_and_the_precision_of_the_data() -> None:
    found = lined(course(held(START, START + HOUR, 20.25), held(START + HOUR, END, 21.0)), "Hall", 100)
    assert (found.digits, found.count, found.figures.now, found.figures.low) == (2, 2, 21.0, 20.25)


def test_lines_of_one_unit_get_markers_of_their_own() -> None:
    one = lined(course(), "Hall", 100)
    assert [line.marker for line in marked([one, one, replace(one, unit="%"), one])] == ["●", "▲", "●", "■"]


def test_a_bar_tells_of_what_was_not_at_rest() -> None:
    states = States(
        "lock.a",
        "",
        START,
        END,
        (Held("locked", START, END - HOUR, began=False), Held("unlocked", END - HOUR, END)),
    )
    assert barred(states, "Door").told == "unlocked 1 h"


def test_a_bar_of_rollups_is_marked_as_a_summary() -> None:
    tally = Tally(START, END, {"on": 3 * HOUR, "off": 21 * HOUR}, {"on": 2, "off": 2})
    found = barred(States("light.a", "", START, END, (), (tally,)), "Lamp")
    assert [(block.word, block.exact) for block in found.blocks] == [("off", False)]
    assert found.told == "on 3 h, 2x"


def test_a_command_is_told_with_its_giver_and_its_ending() -> None:
    outcome = Outcome(Command("lock.a", "unlock"), Status.CONFIRMED, "locked", "unlocked")
    told = (ActivityKind.COMMAND, "lock.a", "locked", "unlocked", Cause(Origin.CHAT), outcome)
    line = Activity(instant(START), *told)
    unsure = replace(line, outcome=replace(outcome, status=Status.SENT), cause=Cause(Origin.RULE, "a1"))
    done, sent = happened(line, "Door"), happened(unsure, "Door")
    assert (done.what, done.who) == ("unlocked", "by you (chat), confirmed")
    assert (sent.what, sent.who) == ("unlock", "by automation a1, sent, not confirmed")


def test_a_lost_device_is_told_as_no_signal() -> None:
    told = (ActivityKind.CHANGE, "lock.a", "locked", "unavailable", Cause(Origin.DEVICE))
    event = happened(Activity(instant(START), *told), "Door")
    assert (event.what, event.who) == ("no signal", "")


def test_a_moved_setting_is_told_by_its_name() -> None:
    told = (ActivityKind.CHANGE, "light.a", "on", "on", Cause(Origin.DEVICE), None, {"brightness": 1.0})
    assert happened(Activity(instant(START), *told, {"brightness": 128.0}), "Lamp").what == "brightness 128"


def test_presses_of_a_button_are_moments_and_no_state() -> None:
    readings = [Reading(instant(START + HOUR), "single"), Reading(instant(START + 2 * HOUR), "single")]
    bar = signalled("event.button", "Button", readings, (START, END))
    assert bar.told == "single 2x"
    assert [block.word for block in bar.blocks] == ["none", "single", "none", "single", "none"]
    assert (bar.blocks[0].start, bar.blocks[-1].end) == (START, END)
    assert [event.what for event in moments("event.button", "Button", readings)] == ["single", "single"]
    assert signalled("event.button", "Button", [], (START, END)).told == "none"


def test_reading_out_a_gap_says_so() -> None:
    line = lined(course(held(START, START + HOUR, 20.5), gaps=((START + HOUR, END),)), "Hall", 100)
    shown = chart(line, bars=(DOOR,))
    assert [(r.label, r.shown, r.known) for r in read_at(shown, START + 6 * HOUR)] == [
        ("Hall", "no data", False),
        ("Front door", "unlocked", True),
    ]
    assert read_at(shown, START)[0].shown == "20.5 °C"


def test_reading_out_what_was_put_together_tells_its_extent() -> None:
    day = Part(START, END, END - START, 20.04, 18.0, START, 25.5, START, 21.0, 50, level=Level.DAY)
    assert read_at(chart(lined(course(day), "Hall", 9)), START + HOUR)[0].shown == "18.0–25.5, mean 20.0 °C"


def test_too_few_readings_say_what_to_try() -> None:
    few = lined(course(held(START, START + HOUR, 20.5), held(START + HOUR, END, 21.0)), "Hall", 100)
    assert notes(chart(few), "3 for 24 h") == ("Only 2 readings in this range. Try 3 for 24 h.",)


def test_no_readings_say_since_when_there_are_records() -> None:
    early, never = replace(course(), since=END + HOUR), replace(course(), since=None)
    assert notes(chart(lined(early, "Hall", 9)), "") == (
        "No reading in this range: records of it begin 4 Oct 2026, 19:00.",
    )
    assert notes(chart(lined(never, "Hall", 9)), "") == ("Nothing is recorded of it yet.",)

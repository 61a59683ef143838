"""When a state changed, across gaps and outages."""

from devices.history.analysis.changed import changes
from tests.history.analysis.made import MINUTE, presses, states, when


def test_changes_of_a_door() -> None:
    found = changes(states([(0, "off"), (10, "on"), (12, "off"), (50, "on")], 60))
    assert [(one.at, one.before, one.word) for one in found.changes] == [
        (when(10 * MINUTE), "off", "on"),
        (when(12 * MINUTE), "on", "off"),
        (when(50 * MINUTE), "off", "on"),
    ]
    assert found.last == found.changes[2]
    assert found.previous == found.changes[1]
    assert found.word == "on"


def test_changes_to_a_word() -> None:
    found = changes(states([(0, "off"), (10, "on"), (12, "off"), (50, "on")], 60), {"on"})
    assert [one.at for one in found.changes] == [when(10 * MINUTE), when(50 * MINUTE)]


def test_changes_while_out_of_reach() -> None:
    found = changes(states([(0, "off"), (10, "unavailable"), (20, "off"), (30, ""), (40, "on")], 60))
    assert [(one.at, one.exact, one.after) for one in found.changes] == [
        (when(40 * MINUTE), False, when(30 * MINUTE))
    ]


def test_changes_of_reach_itself() -> None:
    found = changes(states([(0, "off"), (10, "unavailable"), (20, "off")], 60), {"unavailable"})
    assert [one.at for one in found.changes] == [when(10 * MINUTE)]


def test_changes_of_nothing() -> None:
    found = changes(states([], 60))
    assert (found.last, found.previous, found.word) == (None, None, "")
    assert changes(states([(0, "on"), (10, "")], 60)).word == ""


def test_changes_of_a_button_are_its_presses() -> None:
    found = changes(presses([(5, "single"), (7, "single"), (9, "double")], 60))
    assert [(one.before, one.word) for one in found.changes] == [
        ("", "single"),
        ("single", "single"),
        ("single", "double"),
    ]
    assert len(changes(presses([(5, "single"), (7, "single"), (9, "double")], 60), {"single"}).changes) == 2

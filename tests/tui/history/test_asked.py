"""What `/history` asks for, read without a screen."""

from datetime import timedelta

from assistant.tui.history.chosen.asked import asked
from assistant.tui.history.chosen.span import DAY, SPANS
from assistant.tui.history.chosen.subjects import first_board, label, subjects
from tests.tui.samples import MOMENT, NOW, home, seen

LIVING = seen("sensor.living_temperature", {"state": 21.0}, name="Temperature", unit="°C")
KITCHEN = seen("sensor.kitchen_temperature", {"state": 19.0}, name="Temperature", unit="°C")
DOOR = seen("lock.hall_door", {"state": "locked"}, name="Front door")
VIEW = home(LIVING, KITCHEN, DOOR)


def test_an_entity_alone_keeps_the_span() -> None:
    found = asked("@lock.hall_door", VIEW, MOMENT)
    assert found.entities == ("lock.hall_door",)
    assert (found.span, found.end, found.wrong) == (None, None, "")


def test_several_entities_and_a_length() -> None:
    found = asked("@sensor.kitchen_temperature @lock.hall_door 6h", VIEW, MOMENT)
    assert found.entities == ("sensor.kitchen_temperature", "lock.hall_door")
    assert found.span == SPANS[1]


def test_a_name_of_two_words_is_found() -> None:
    found = asked("front door 24 h", VIEW, MOMENT)
    assert found.entities == ("lock.hall_door",)
    assert found.span == DAY


def test_a_room_means_what_measures_in_it() -> None:
    assert asked("@kitchen", VIEW, MOMENT).entities == ("sensor.kitchen_temperature",)


def test_words_of_time_become_a_window_that_stands_still() -> None:
    found = asked("@lock.hall_door yesterday", VIEW, MOMENT)
    assert found.end == NOW.replace(hour=0, minute=0)
    assert found.span is not None
    assert found.span.length == timedelta(days=1)
    assert asked("@lock.hall_door today", VIEW, MOMENT).end is None


def test_what_is_not_there_and_what_is_no_time_is_said() -> None:
    assert "no garage here" in asked("@garage 6h", VIEW, MOMENT).wrong
    assert "“blue”" in asked("@lock.hall_door blue", VIEW, MOMENT).wrong
    assert asked("", VIEW, MOMENT).wrong == ""


def test_a_name_that_two_have_is_not_guessed_and_their_labels_differ() -> None:
    assert asked("temperature", VIEW, MOMENT).wrong
    assert label(LIVING, VIEW) == "Living temperature"
    assert label(DOOR, VIEW) == "Front door"
    assert [s.label for s in subjects(("sensor.gone",), VIEW)] == ["sensor.gone"]


def test_the_first_look_is_at_a_temperature_and_a_door() -> None:
    board = first_board(VIEW)
    assert set(board.entities) & {"sensor.living_temperature", "sensor.kitchen_temperature"}
    assert "lock.hall_door" in board.entities
    assert first_board(home()).entities == ()

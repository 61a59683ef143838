"""Rooms and the lines of the panel: order, filter, folding, columns."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from assistant.tui.face.rooms import COLUMN, Heading, Part, Shelf, attention, lines, rooms, short_name
from assistant.tui.face.tile import Tone, face
from tests.tui.samples import MOMENT, home, seen

LIGHT = seen("light.kitchen_ceiling", {"state": "on"}, name="Kitchen ceiling light")
LEAK = seen("binary_sensor.kitchen_leak", {"state": "on"}, name="Leak", device_class="moisture")
LOCK = seen("lock.hall_door", {"state": "locked"}, name="Front door")
VIEW = home(LOCK, LIGHT, LEAK)


def test_rooms_by_name_with_attention_first() -> None:
    found = rooms(VIEW, MOMENT)
    assert [room.name for room in found] == ["Hall", "Kitchen"]
    assert [s.entity.id for s in found[1].snapshots] == [
        "binary_sensor.kitchen_leak",
        "light.kitchen_ceiling",
    ]
    assert [room.active for room in found] == [0, 1]
    assert [s.entity.id for s in attention(VIEW, MOMENT)] == ["binary_sensor.kitchen_leak"]


def test_filter_by_room_name_and_state() -> None:
    assert [s.entity.id for room in rooms(VIEW, MOMENT, "kitchen on") for s in room.snapshots] == [
        "binary_sensor.kitchen_leak",
        "light.kitchen_ceiling",
    ]
    assert [room.name for room in rooms(VIEW, MOMENT, "locked")] == ["Hall"]
    assert rooms(VIEW, MOMENT, "pool") == ()


def test_hidden_and_diagnostic_entities_are_not_shown() -> None:
    hidden = replace(LIGHT, entity=replace(LIGHT.entity, exposed=False))
    inner = replace(LEAK, entity=replace(LEAK.entity, category="diagnostic"))
    assert rooms(home(hidden, inner), MOMENT) == ()


def test_folded_room_is_one_line() -> None:
    found = lines(rooms(VIEW, MOMENT), 54, frozenset({"kitchen"}))
    assert [type(line) for line in found] == [Heading, Shelf, Shelf, Heading]


def test_name_loses_its_room() -> None:
    assert short_name(LIGHT, "Kitchen") == "Ceiling light"
    assert short_name(LOCK, "Hall") == "Front door"


@given(st.integers(1, 200), st.integers(1, 30))
def test_every_entity_stands_in_the_panel_exactly_once(width: int, count: int) -> None:
    view = home(*(seen(f"light.room{n % 3}_{n}", {"state": "on"}) for n in range(count)))
    found = lines(rooms(view, MOMENT), width)
    tops = [
        i
        for line in found
        if isinstance(line, Shelf) and line.part is not Part.STATE
        for i in line.entity_ids
    ]
    assert sorted(tops) == sorted(view.snapshots)
    assert all(len(x.entity_ids) <= max(1, width // COLUMN) for x in found if isinstance(x, Shelf))


def test_markup_in_a_name_is_only_text() -> None:
    odd = seen("light.kitchen_odd", {"state": "on"}, name="Lamp [/red] [bedroom]")
    assert face(odd, MOMENT).name == "Lamp [/red] [bedroom]"
    assert face(odd, MOMENT).tone is Tone.ACTIVE

"""Who is meant: names, rooms with a kind, whole kinds; what is never widened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.model import Area, Domain, Entity, Floor, Snapshot
from devices.resolve import NoMatch, Resolved, Target, Unresolved
from devices.view import View
from tools.meaning.aim import Aim, aim
from tools.meaning.arguments import Action
from tools.meaning.concept import area_of, in_area, measure_of, sort_of
from tools.meaning.order import can

ENTITIES = (
    Entity("light.kitchen_ceiling", Domain.LIGHT, "Ceiling", area="kitchen"),
    Entity("light.desk", Domain.LIGHT, "Desk lamp", area="office", aliases=("work light",)),
    Entity("light.shelf", Domain.LIGHT, "Shelf", area="office"),
    Entity("fan.office", Domain.FAN, "Office fan", area="office"),
    Entity(
        "sensor.office_temperature",
        Domain.SENSOR,
        "Office climate",
        area="office",
        device_class="temperature",
    ),
    Entity("cover.blind", Domain.COVER, "Blind", area="office", device_class="blind"),
    Entity("cover.garage", Domain.COVER, "Big door", area="garage", device_class="garage"),
    Entity("binary_sensor.leak", Domain.BINARY_SENSOR, "Wet", area="kitchen", device_class="moisture"),
    Entity("light.secret", Domain.LIGHT, "Secret", area="kitchen", exposed=False),
)
VIEW = View(
    {entity.id: Snapshot(entity) for entity in ENTITIES},
    {
        "kitchen": Area("kitchen", "Kitchen", "down", aliases=("cookhouse",)),
        "office": Area("office", "Office", "up"),
        "garage": Area("garage", "Garage", "down"),
    },
    {"down": Floor("down", "Downstairs"), "up": Floor("up", "Upstairs")},
)


def ids(target: Target, action: Action | None = None) -> list[str]:
    found = aim(Aim(target, lambda s: action is None or can(action, s)), VIEW)
    return [s.entity.id for s in found.snapshots] if isinstance(found, Resolved) else [found.reason]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("light.desk", "light.desk"),
        ("WORK LIGHT", "light.desk"),
        ("kitchen light", "light.kitchen_ceiling"),
        ("cookhouse lamp", "light.kitchen_ceiling"),
        ("厨房灯", "light.kitchen_ceiling"),
        ("лампа кухня", "light.kitchen_ceiling"),
        ("garage door", "cover.garage"),
        ("车库门", "cover.garage"),
        ("office blind", "cover.blind"),
        ("fan", "fan.office"),
        ("风扇", "fan.office"),
        ("office temperature", "sensor.office_temperature"),
        ("kitchen leak", "binary_sensor.leak"),
    ],
)
def test_name_when_one_is_meant(name: str, expected: str) -> None:
    assert ids(Target((name,))) == [expected]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("office light", NoMatch.AMBIGUOUS),
        ("light", NoMatch.AMBIGUOUS),
        ("office", NoMatch.UNKNOWN_NAME),
        ("pool light", NoMatch.UNKNOWN_NAME),
        ("kitchen pool light", NoMatch.UNKNOWN_NAME),
        ("kitchen fan", NoMatch.NOTHING_OF_KIND_IN_AREA),
        ("kichen light", NoMatch.UNKNOWN_NAME),
        ("secret", NoMatch.NOT_EXPOSED),
        ("", NoMatch.UNKNOWN_NAME),
    ],
)
def test_name_when_none_or_several_are_meant(name: str, reason: NoMatch) -> None:
    assert ids(Target((name,))) == [reason]


def test_several_names_when_one_is_unknown_find_none() -> None:
    assert ids(Target(("light.desk", "light.moon"))) == [NoMatch.UNKNOWN_NAME]


def test_room_keeps_only_what_can_be_told() -> None:
    assert ids(Target(areas=("office",)), Action.TURN_OFF) == ["fan.office", "light.desk", "light.shelf"]
    assert ids(Target(areas=("office",)), Action.UNLOCK) == [NoMatch.EMPTY]


def test_room_and_floor_with_a_kind() -> None:
    assert ids(Target(areas=("书房",), domain=Domain.LIGHT)) == ["light.desk", "light.shelf"]
    assert ids(Target(floors=("downstairs",), domain=Domain.LIGHT)) == ["light.kitchen_ceiling"]
    assert ids(Target(areas=("kitchen",), domain=Domain.FAN)) == [NoMatch.NOTHING_OF_KIND_IN_AREA]


def test_kind_word_with_everything_means_all_of_it_and_no_more() -> None:
    lights = ["light.desk", "light.kitchen_ceiling", "light.shelf"]
    assert sorted(ids(Target(("lights",), everything=True))) == lights
    assert sorted(ids(Target(("lights",), everything=True, excluding=("work light",)))) == lights[1:]
    assert ids(Target(("lights",), areas=("office",), everything=True)) == ["light.desk", "light.shelf"]
    assert ids(Target(("unicorns",), everything=True)) == [NoMatch.UNKNOWN_NAME]


def test_offers_only_what_could_be_told() -> None:
    found = aim(Aim(Target(("kitchen",)), lambda s: can(Action.TURN_ON, s)), VIEW)
    assert found == Unresolved(NoMatch.UNKNOWN_NAME, "kitchen", ("light.kitchen_ceiling",))


def test_words_of_any_language_are_the_same_concepts() -> None:
    assert sort_of("灯") == sort_of("lamp") == sort_of("свет") == sort_of("light")
    assert measure_of("湿度") == measure_of("влажность") == measure_of("Humidity") == "humidity"
    assert measure_of("pool") == ""
    assert area_of("кухня", VIEW) == VIEW.areas["kitchen"]
    assert in_area("the moon", VIEW) is None


@given(st.text(max_size=40))
def test_any_text_finds_one_or_none(name: str) -> None:
    found = aim(Aim(Target((name,))), VIEW)
    assert isinstance(found, Unresolved) or len(found.snapshots) == 1


def test_kind_that_a_room_lacks_offers_those_elsewhere() -> None:
    found = aim(Aim(Target(("kitchen blind",))), VIEW)
    assert found == Unresolved(NoMatch.NOTHING_OF_KIND_IN_AREA, "cover", ("cover.blind",))


@pytest.mark.parametrize(
    ("twin", "expected"), [("light.twin", [NoMatch.AMBIGUOUS]), ("sensor.twin", ["light.desk"])]
)
def test_name_shared_by_two_when_one_or_both_can_be_told(twin: str, expected: list[str]) -> None:
    other = Entity(twin, Domain(twin.partition(".")[0]), "Desk lamp", area="garage")
    view = View({**VIEW.snapshots, twin: Snapshot(other)}, VIEW.areas)
    found = aim(Aim(Target(("Desk lamp",)), lambda s: can(Action.TURN_ON, s)), view)
    named = [s.entity.id for s in found.snapshots] if isinstance(found, Resolved) else [found.reason]
    assert named == expected

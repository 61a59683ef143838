"""What a wish is about: found exactly, or not at all and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.model import Area, Domain, Entity, Floor, Snapshot
from devices.resolve import NoMatch, Resolved, Target, Unresolved, resolve
from devices.view import View

AREAS = (
    Area("kitchen", "Kitchen", "ground", ("Küche",)),
    Area("living_room", "Living room", "ground"),
    Area("bedroom", "Bedroom", "up"),
    Area("спальня", "Спальня", "up"),
)
FLOORS = (Floor("ground", "Ground floor"), Floor("up", "Upstairs", ("top",)))


def entity(entity_id: str, name: str, area: str | None, *aliases: str, device_class: str | None = None, category: str | None = None, exposed: bool = True) -> Snapshot:  # fmt: skip
    domain = Domain(entity_id.partition(".")[0])
    return Snapshot(Entity(entity_id, domain, name, area=area, aliases=aliases, device_class=device_class, category=category, exposed=exposed))  # fmt: skip


HOME = (
    entity("light.kitchen", "Kitchen light", "kitchen"),
    entity("light.shelf", "Shelf", "kitchen", "spice light"),
    entity("light.bed_one", "Bed light", "bedroom"),
    entity("light.bed_two", "Bed light", "спальня"),
    entity("light.ceiling", "Living room ceiling light", "living_room"),
    entity("fan.only", "Fan", "living_room"),
    entity("lock.front", "Front door", "kitchen"),
    entity("binary_sensor.front", "Front door", "kitchen", device_class="door"),
    entity("sensor.kitchen_t", "Kitchen air Temperature", "kitchen", device_class="temperature"),
    entity("sensor.bed_t", "Bedroom air Temperature", "bedroom", device_class="temperature"),
    entity("sensor.battery", "Battery", "kitchen", device_class="battery", category="diagnostic"),
    entity("switch.secret", "Secret", "kitchen", exposed=False),
    entity("light.cafe", "Café", None),
)
VIEW = View({s.entity.id: s for s in HOME}, {a.id: a for a in AREAS}, {f.id: f for f in FLOORS})


def ids(found: Resolved | Unresolved) -> list[str]:
    assert isinstance(found, Resolved), found
    return [s.entity.id for s in found.snapshots]


def why(found: Resolved | Unresolved) -> tuple[NoMatch, set[str]]:
    assert isinstance(found, Unresolved), found
    return found.reason, set(found.candidates)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (Target(("light.kitchen",)), ["light.kitchen"]),
        (Target(("kitchen LIGHT",)), ["light.kitchen"]),
        (Target(("spice-light",)), ["light.shelf"]),
        (Target(("Cafe\u0301",)), ["light.cafe"]),
        (Target(("kitchen shelf",)), ["light.shelf"]),
        (Target(("ceiling light",), areas=("living room",)), ["light.ceiling"]),
        (Target(("bed light",), areas=("Bedroom",)), ["light.bed_one"]),
        (Target(("front door",), control="unlock"), ["lock.front"]),
        (Target(("front door",), domain=Domain.BINARY_SENSOR), ["binary_sensor.front"]),
        (Target(("shelf", "kitchen light", "Shelf")), ["light.shelf", "light.kitchen"]),
        (Target(areas=("küche",), domain=Domain.LIGHT), ["light.kitchen", "light.shelf"]),
        (Target(areas=("спальня",), domain=Domain.LIGHT), ["light.bed_two"]),
        (Target(floors=("top",), domain=Domain.LIGHT), ["light.bed_one", "light.bed_two"]),
        (Target(areas=("kitchen",), device_class="temperature"), ["sensor.kitchen_t"]),
        (Target(domain=Domain.FAN), ["fan.only"]),
        (Target(areas=("kitchen",), control="turn_on"), ["light.kitchen", "light.shelf"]),
        (Target(everything=True, domain=Domain.LIGHT, excluding=("kitchen", "bedroom", "спальня")), ["light.cafe", "light.ceiling"]),
        (Target(areas=("kitchen",), domain=Domain.LIGHT, excluding=("shelf",)), ["light.kitchen"]),
    ],
)  # fmt: skip
def test_resolve_finds(target: Target, expected: list[str]) -> None:
    assert ids(resolve(target, VIEW)) == expected


@pytest.mark.parametrize(
    ("target", "reason", "candidates"),
    [
        (Target(("pool heater",)), NoMatch.UNKNOWN_NAME, set()),
        (Target(("kitchn light",)), NoMatch.UNKNOWN_NAME, {"light.kitchen"}),
        (Target(("kitchen",), domain=Domain.LIGHT), NoMatch.UNKNOWN_NAME, {"light.kitchen", "light.shelf"}),
        (Target(("bed light",)), NoMatch.AMBIGUOUS, {"light.bed_one", "light.bed_two"}),
        (Target(("front door",)), NoMatch.AMBIGUOUS, {"lock.front", "binary_sensor.front"}),
        (Target(("fan",), control="unlock"), NoMatch.WRONG_KIND, {"fan.only"}),
        (Target(("shelf",), areas=("bedroom",)), NoMatch.NOTHING_OF_KIND_IN_AREA, {"light.shelf"}),
        (Target(("secret",)), NoMatch.NOT_EXPOSED, set()),
        (Target(areas=("kitchn",)), NoMatch.UNKNOWN_AREA, {"Kitchen"}),
        (Target(floors=("cellar",)), NoMatch.UNKNOWN_FLOOR, {"Ground floor", "Upstairs"}),
        (Target(areas=("bedroom",), domain=Domain.FAN), NoMatch.NOTHING_OF_KIND_IN_AREA, {"fan.only"}),
        (Target(device_class="temperature"), NoMatch.AMBIGUOUS, {"sensor.kitchen_t", "sensor.bed_t"}),
        (Target(), NoMatch.EMPTY, set()),
        (Target(everything=True, domain=Domain.FAN, excluding=("fan",)), NoMatch.EMPTY, set()),
        (Target(everything=True, domain=Domain.LIGHT, excluding=("pool",)), NoMatch.UNKNOWN_NAME, set()),
    ],
)  # fmt: skip
def test_resolve_says_why_not(target: Target, reason: NoMatch, candidates: set[str]) -> None:
    found, offered = why(resolve(target, VIEW))
    assert found is reason
    assert offered >= candidates
    assert bool(offered) is bool(candidates)


def test_resolve_one_unknown_name_of_several_finds_nothing() -> None:
    reason, _ = why(resolve(Target(("shelf", "pool heater")), VIEW))
    assert reason is NoMatch.UNKNOWN_NAME


def test_resolve_everything_leaves_out_what_is_hidden_and_what_serves_the_device() -> None:
    found = ids(resolve(Target(everything=True), VIEW))
    assert "switch.secret" not in found
    assert "sensor.battery" not in found
    assert "light.cafe" in found


WORDS = st.sampled_from(
    ["kitchen", "light", "bed", "front door", "fan", "secret", "küche", "all", "shelf", ""]
)


@given(
    name=st.one_of(st.text(max_size=12), WORDS), area=WORDS, domain=st.none() | st.sampled_from(list(Domain))
)
def test_resolve_never_widens(name: str, area: str, domain: Domain | None) -> None:
    plain = resolve(Target((name,), domain=domain), VIEW)
    if isinstance(plain, Resolved):
        assert len(plain.snapshots) == 1
        assert domain is None or plain.snapshots[0].entity.domain is domain
    placed = resolve(Target(areas=(area,), domain=domain), VIEW)
    if isinstance(placed, Resolved):
        assert len({s.entity.area for s in placed.snapshots}) == 1
        assert all(s.entity.exposed for s in placed.snapshots)


@given(st.sampled_from([s for s in HOME if s.entity.exposed]))
def test_resolve_by_id_finds_exactly_that(snapshot: Snapshot) -> None:
    assert ids(resolve(Target((snapshot.entity.id,)), VIEW)) == [snapshot.entity.id]

"""The contract bank: what every kind must do, whatever it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.command import Command
from devices.errors import BadPayload
from devices.kinds import KINDS
from devices.kinds.spec import Kind, Verdict
from devices.model import Domain, Entity, Features, Fields, KindState, Scalar

ALL = pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.domain)

FIELD = {Domain.CLIMATE: "hvac_mode", Domain.EVENT: "event_type"}
"""The field that tells the state word, where it is not `state`."""

# domain, control, values, the report that proves it, its word, the report that denies it
PROOFS: tuple[tuple[Domain, str, dict[str, Scalar], Fields, str, Fields], ...] = (
    (Domain.LIGHT, "turn_on", {}, {"state": "on"}, "on", {"state": "off"}),
    (Domain.LIGHT, "turn_off", {}, {"state": "off"}, "off", {"state": "on"}),
    (Domain.LIGHT, "turn_on", {"brightness_pct": 40}, {"state": "on", "brightness": 103}, "on", {"state": "on", "brightness": 200}),
    (Domain.LIGHT, "turn_on", {"brightness_pct": 0}, {"state": "off"}, "off", {"state": "on"}),
    (Domain.LIGHT, "turn_on", {"color_temp_kelvin": 2700}, {"state": "on", "color_temp_kelvin": 2702}, "on", {"state": "on", "color_temp_kelvin": 4000}),
    (Domain.SWITCH, "turn_on", {}, {"state": "on"}, "on", {"state": "off"}),
    (Domain.SWITCH, "turn_off", {}, {"state": "off"}, "off", {"state": "on"}),
    (Domain.FAN, "turn_on", {"percentage": 50}, {"state": "on", "percentage": 50}, "on", {"state": "on", "percentage": 75}),
    (Domain.FAN, "set_percentage", {"percentage": 0}, {"state": "off"}, "off", {"state": "on", "percentage": 10}),
    (Domain.FAN, "set_preset_mode", {"preset_mode": "night"}, {"state": "on", "preset_mode": "night"}, "on", {"state": "on", "preset_mode": "day"}),
    (Domain.LOCK, "lock", {}, {"state": "locked"}, "locked", {"state": "unlocked"}),
    (Domain.LOCK, "unlock", {}, {"state": "unlocked"}, "unlocked", {"state": "locked"}),
    (Domain.CLIMATE, "set_temperature", {"temperature": 21.5}, {"hvac_mode": "heat", "temperature": 21.5}, "heat", {"temperature": 23}),
    (Domain.CLIMATE, "set_hvac_mode", {"hvac_mode": "off"}, {"hvac_mode": "off"}, "off", {"hvac_mode": "heat"}),
    (Domain.CLIMATE, "turn_off", {}, {"hvac_mode": "off"}, "off", {"hvac_mode": "cool"}),
)  # fmt: skip


def told(kind: Kind, fields: Fields, before: KindState | None = None) -> KindState:
    return kind.decode(before, fields)


@ALL
def test_decode_of_nothing_is_unknown(kind: Kind) -> None:
    state = told(kind, {})
    assert state.word == "unknown"
    assert state.attributes() == {}


@ALL
def test_decode_keeps_what_a_report_leaves_out(kind: Kind) -> None:
    name = FIELD.get(kind.domain, "state")
    said = {Domain.LOCK: "locked", Domain.COVER: "open", Domain.CLIMATE: "heat"}.get(kind.domain, "on")
    before = told(kind, {name: said})
    assert told(kind, {}, before) == before
    assert before.word == said


@ALL
def test_decode_of_null_resets_to_unknown(kind: Kind) -> None:
    name = FIELD.get(kind.domain, "state")
    before = told(kind, {name: {"lock": "locked", "cover": "open"}.get(kind.domain, "on")})
    assert told(kind, {name: None}, before).word == "unknown"


@pytest.mark.parametrize("domain", [Domain.LIGHT, Domain.SWITCH, Domain.FAN, Domain.COVER, Domain.LOCK])
def test_decode_of_an_unknown_word_is_a_bad_payload(domain: Domain) -> None:
    with pytest.raises(BadPayload, match="state"):
        told(KINDS[domain], {"state": "sideways"})


@pytest.mark.parametrize(("domain", "field"), [(Domain.LIGHT, "brightness"), (Domain.COVER, "current_position"), (Domain.CLIMATE, "temperature")])  # fmt: skip
@pytest.mark.parametrize("junk", ["nan", float("inf"), "warm", (1.0,)])
def test_decode_of_no_number_is_a_bad_payload(
    domain: Domain, field: str, junk: Scalar | tuple[Scalar, ...]
) -> None:
    with pytest.raises(BadPayload, match=field):
        told(KINDS[domain], {field: junk})


@pytest.mark.parametrize(("domain", "control", "values", "proof", "word", "denial"), PROOFS)
def test_achieved_believes_the_proof_and_not_the_denial(
    domain: Domain, control: str, values: dict[str, Scalar], proof: Fields, word: str, denial: Fields
) -> None:
    kind, command = KINDS[domain], Command(f"{domain}.x", control, values)
    assert told(kind, proof).word == word
    assert kind.achieved(command, told(kind, proof)) is Verdict.ACHIEVED
    assert kind.achieved(command, told(kind, denial)) is Verdict.CONTRADICTED
    assert kind.achieved(command, told(kind, {})) is not Verdict.ACHIEVED


@ALL
def test_every_control_has_a_name_an_action_and_a_wire_form(kind: Kind) -> None:
    entity = Entity(f"{kind.domain}.x", kind.domain, "X", features=Features(modes=("off", "heat")))
    for control in kind.controls:
        assert kind.control(control.name) is control
        assert kind.control(control.action) is control
        if control.name != "toggle":
            values: dict[str, Scalar] = {
                v.name: v.maximum if v.maximum is not None else "x" for v in control.values
            }
            assert kind.encode(Command(entity.id, control.name, values), entity, None)


def test_cover_moving_extends_and_arriving_confirms() -> None:
    kind = KINDS[Domain.COVER]
    opening = Command("cover.x", "open_cover")
    assert kind.achieved(opening, told(kind, {"state": "opening"})) is Verdict.MOVING
    assert kind.achieved(opening, told(kind, {"state": "open"})) is Verdict.ACHIEVED
    half = told(kind, {"state": "open", "current_position": 50})
    assert kind.achieved(opening, half) is Verdict.OPEN
    assert kind.achieved(Command("cover.x", "stop_cover"), half) is Verdict.ACHIEVED
    there = Command("cover.x", "set_cover_position", {"position": 50})
    assert kind.achieved(there, half) is Verdict.ACHIEVED
    assert kind.achieved(there, told(kind, {"state": "closing", "current_position": 50})) is Verdict.MOVING


@pytest.mark.parametrize(("before", "position", "word"), [("closing", None, "closed"), ("opening", None, "open"), ("open", 0, "closed"), ("closed", 30, "open")])  # fmt: skip
def test_cover_stopped_is_open_or_closed(before: str, position: int | None, word: str) -> None:
    kind = KINDS[Domain.COVER]
    moved = told(kind, {"state": before} | ({} if position is None else {"current_position": position}))
    assert told(kind, {"state": "stopped"}, moved).word == word


def test_lock_jam_is_its_own_verdict() -> None:
    kind = KINDS[Domain.LOCK]
    for control in ("lock", "unlock"):
        assert kind.achieved(Command("lock.x", control), told(kind, {"state": "jammed"})) is Verdict.JAMMED


def test_light_that_is_off_shows_no_brightness_but_keeps_it() -> None:
    kind = KINDS[Domain.LIGHT]
    off = told(kind, {"state": "off", "brightness": 90})
    assert off.attributes() == {}
    assert told(kind, {"state": "on"}, off).attributes()["brightness"] == 90


@given(percent=st.integers(1, 100))
def test_light_brightness_wish_is_proved_by_its_own_encoding(percent: int) -> None:
    kind = KINDS[Domain.LIGHT]
    command = Command("light.x", "turn_on", {"brightness_pct": percent})
    fields = kind.encode(command, Entity("light.x", Domain.LIGHT, "X"), None)
    level = fields["brightness"]
    assert isinstance(level, int)
    assert 1 <= level <= 255
    assert kind.achieved(command, told(kind, fields)) is Verdict.ACHIEVED

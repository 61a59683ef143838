"""The gate: how risky each command is, and what an approval covers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.command import Approval, Command, Reason
from devices.kinds import KINDS
from devices.kinds.spec import Risk
from devices.model import Device, Domain, Entity, Fields, Scalar, Snapshot
from devices.policy import Judgement, judge
from devices.view import View

BOX = Device("box", "Smoke box", identifiers=("box",))


def snapshot(
    entity_id: str, fields: Fields, device_class: str | None = None, device: Device | None = None
) -> Snapshot:
    domain = Domain(entity_id.partition(".")[0])
    entity = Entity(entity_id, domain, entity_id, device_class=device_class, device=device)
    return Snapshot(entity, KINDS[domain].decode(None, fields))


HOME = (
    snapshot("lock.front", {"state": "locked"}),
    snapshot("lock.back", {"state": "locked"}),
    snapshot("cover.garage", {"state": "open", "current_position": 50}, "garage"),
    snapshot("cover.blind", {"state": "closed", "current_position": 0}, "blind"),
    snapshot("cover.gate", {"state": "closed"}, "gate"),
    snapshot("climate.hall", {"hvac_mode": "heat", "temperature": 20}),
    snapshot("switch.plug", {"state": "on"}),
    snapshot("switch.siren", {"state": "on"}, device=BOX),
    snapshot("binary_sensor.smoke", {"state": "off"}, "smoke", BOX),
    *(snapshot(f"light.l{n}", {"state": "off"}) for n in range(6)),
)
VIEW = View({s.entity.id: s for s in HOME})


def one(entity_id: str, control: str, *approvals: Approval, **values: Scalar) -> Judgement:
    (found,) = judge((Command(entity_id, control, values),), VIEW, approvals)
    return found


@pytest.mark.parametrize(
    ("entity_id", "control", "values", "risk", "rule"),
    [
        ("lock.front", "unlock", {}, Risk.SECURITY, "unlock"),
        ("lock.front", "open", {}, Risk.SECURITY, "open"),
        ("lock.front", "lock", {}, Risk.EASY, "easy"),
        ("cover.garage", "open", {}, Risk.SECURITY, "open-garage"),
        ("cover.garage", "open_cover", {}, Risk.SECURITY, "open-garage"),
        ("cover.garage", "close", {}, Risk.EASY, "easy"),
        ("cover.garage", "stop", {}, Risk.EASY, "easy"),
        ("cover.garage", "set_position", {"position": 51}, Risk.SECURITY, "open-garage"),
        ("cover.garage", "set_position", {"position": "51"}, Risk.SECURITY, "open-garage"),
        ("cover.garage", "set_position", {"position": 49}, Risk.EASY, "easy"),
        ("cover.garage", "set_position", {"position": "wide"}, Risk.SECURITY, "open-garage"),
        ("cover.gate", "set_position", {"position": 1}, Risk.SECURITY, "open-gate"),
        ("cover.blind", "open", {}, Risk.EASY, "easy"),
        ("climate.hall", "set_temperature", {"temperature": 22.9}, Risk.EASY, "easy"),
        ("climate.hall", "set_temperature", {"temperature": 23}, Risk.WIDE, "setpoint-3"),
        ("climate.hall", "set_temperature", {"temperature": 17}, Risk.WIDE, "setpoint-3"),
        ("switch.plug", "turn_off", {}, Risk.EASY, "easy"),
        ("switch.siren", "turn_off", {}, Risk.REFUSED, "alarm-off"),
        ("switch.siren", "toggle", {}, Risk.REFUSED, "alarm-off"),
        ("switch.siren", "turn_on", {}, Risk.EASY, "easy"),
    ],
)
def test_judge_one_command(
    entity_id: str, control: str, values: dict[str, Scalar], risk: Risk, rule: str
) -> None:
    found = one(entity_id, control, **values)
    assert (found.risk, found.rule) == (risk, rule)
    assert found.allowed is (risk is Risk.EASY)


def test_approval_covers_exactly_one_control_of_one_entity_in_either_spelling() -> None:
    assert one("cover.garage", "open_cover", Approval("cover.garage", "open")).allowed
    assert one("cover.garage", "open", Approval("cover.garage", "open_cover")).allowed
    for approval in (
        Approval("cover.garage", "close"),
        Approval("cover.gate", "open"),
        Approval("*", "open"),
        Approval("cover.*", "open_cover"),
    ):
        found = one("cover.garage", "open_cover", approval)
        assert (found.allowed, found.reason) == (False, Reason.NOT_APPROVED)


def test_no_approval_covers_what_is_refused() -> None:
    found = one("switch.siren", "turn_off", Approval("switch.siren", "turn_off"))
    assert (found.allowed, found.reason) == (False, Reason.POLICY)


@pytest.mark.parametrize(("count", "risk"), [(4, Risk.EASY), (5, Risk.WIDE)])
def test_five_targets_are_wide(count: int, risk: Risk) -> None:
    commands = tuple(Command(f"light.l{n}", "turn_off") for n in range(count))
    assert {j.risk for j in judge((*commands, commands[0]), VIEW)} == {risk}
    assert all(j.allowed for j in judge(commands, VIEW, (Approval("light.*", "turn_off"),)))
    assert (
        not any(j.allowed for j in judge(commands, VIEW, (Approval("light.*", "turn_on"),)))
        or risk is Risk.EASY
    )


def test_two_openings_at_once_are_refused_whatever_is_approved() -> None:
    commands = (
        Command("lock.front", "unlock"),
        Command("cover.garage", "open"),
        Command("light.l1", "turn_on"),
    )
    granted = tuple(Approval(c.entity_id, c.control) for c in commands)
    found = judge(commands, VIEW, granted)
    assert [(j.risk, j.rule) for j in found[:2]] == [(Risk.REFUSED, "bulk-unlock")] * 2
    assert found[2].allowed


def test_nothing_is_allowed_without_control_or_for_an_unknown_entity() -> None:
    (found,) = judge((Command("light.l1", "turn_on"),), VIEW, control_allowed=False)
    assert (found.allowed, found.reason) == (False, Reason.CONTROL_NOT_ALLOWED)
    assert one("light.pool", "turn_on").reason is Reason.UNKNOWN_ENTITY


@given(st.lists(st.tuples(st.sampled_from([s.entity.id for s in HOME]), st.sampled_from(["turn_on", "unlock", "open", "lock", "turn_off"])), max_size=8))  # fmt: skip
def test_judge_never_allows_a_risk_without_an_approval(wishes: list[tuple[str, str]]) -> None:
    commands = tuple(Command(entity_id, control) for entity_id, control in wishes)
    found = judge(commands, VIEW)
    assert [j.command for j in found] == list(commands)
    assert all(j.risk <= Risk.EASY for j in found if j.allowed)

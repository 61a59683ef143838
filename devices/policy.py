"""The one safety gate: how risky each command is and whether it may run. Pure; it does nothing itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from devices.command import Approval, Command, Denial, Reason
from devices.errors import BadPayload
from devices.kinds import KINDS
from devices.kinds.field import finite
from devices.kinds.spec import Risk
from devices.model import Domain, Snapshot
from devices.view import View

WIDE_TARGETS = 5
WIDE_DEGREES = 3.0
BULK_OPENINGS = 2

_ENTRANCES = frozenset({"garage", "gate", "door"})
_ALARMS = frozenset({"smoke", "gas", "carbon_monoxide", "moisture", "safety"})
_LEAK = "moisture"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the gate says about one command.

    `rule` is the short id of the rule that decided; `by` is who allowed what needed an approval.
    """

    command: Command
    risk: Risk
    rule: str
    allowed: bool
    reason: Reason = Reason.NONE
    by: str = ""


def judge(
    commands: Sequence[Command],
    view: View,
    approvals: Iterable[Approval] = (),
    *,
    denials: Iterable[Denial] = (),
    control_allowed: bool = True,
) -> tuple[Judgement, ...]:
    """Judge all commands of one wish together, in their order.

    A security risk needs an approval of exactly this control of this entity, a wide one may be approved
    by a glob. What a person denied is not done, however harmless it has become since. Which road the wish
    came by plays no part: all meet the same gate.
    """
    granted, denied = tuple(approvals), tuple(denials)
    ratings = [_rate(command, view) for command in commands]
    openings = {c.entity_id for c, (risk, _) in zip(commands, ratings, strict=True) if risk is Risk.SECURITY}
    many = len({command.entity_id for command in commands}) >= WIDE_TARGETS
    verdicts = []
    for command, (risk, rule) in zip(commands, ratings, strict=True):
        rated, named = risk, rule
        if risk is Risk.SECURITY and len(openings) >= BULK_OPENINGS:
            rated, named = Risk.REFUSED, "bulk-unlock"
        elif risk is Risk.EASY and many:
            rated, named = Risk.WIDE, f"wide-{WIDE_TARGETS}"
        reason = _refusal(command, rated, granted, control_allowed=control_allowed)
        if reason in (Reason.NONE, Reason.NOT_APPROVED):
            reason = next((d.reason for d in denied if _denies(d, command)), reason)
        if reason is Reason.NONE and view.find(command.entity_id) is None:
            reason = Reason.UNKNOWN_ENTITY
        by = _allower(command, rated, granted) if reason is Reason.NONE else ""
        verdicts.append(Judgement(command, rated, named, reason is Reason.NONE, reason, by))
    return tuple(verdicts)


def _rate(command: Command, view: View) -> tuple[Risk, str]:
    snapshot = view.find(command.entity_id)
    control = KINDS[snapshot.entity.domain].control(command.control) if snapshot else None
    if snapshot is None or control is None:
        return Risk.EASY, "unsupported" if snapshot else "unknown"
    if control.risk > Risk.EASY:
        return control.risk, control.action
    entity = snapshot.entity
    if (
        entity.domain is Domain.COVER
        and entity.device_class in _ENTRANCES
        and _opens(control.name, command, snapshot)
    ):
        return Risk.SECURITY, f"open-{entity.device_class}"
    if entity.domain is Domain.CLIMATE and _leap(command, snapshot) >= WIDE_DEGREES:
        return Risk.WIDE, f"setpoint-{WIDE_DEGREES:g}"
    if entity.domain is Domain.SWITCH and control.name != "turn_on" and _guards(snapshot, view):
        return Risk.REFUSED, "alarm-off"
    return Risk.EASY, "easy"


def _opens(control: str, command: Command, snapshot: Snapshot) -> bool:
    """Whether a cover control may let somebody in; an unknown position counts as closed."""
    if control != "set_cover_position":
        return control == "open_cover"
    now = snapshot.attributes().get("current_position", 0 if snapshot.word != "open" else None)
    wanted = _number(command, "position")
    return wanted is None or not isinstance(now, int | float) or wanted > now


def _leap(command: Command, snapshot: Snapshot) -> float:
    """By how many degrees a command moves a setpoint; 0 when it moves none or none is known."""
    shown = snapshot.attributes()
    leaps = [0.0]
    for name in ("temperature", "target_temp_low", "target_temp_high"):
        now, wanted = shown.get(name), _number(command, name)
        if wanted is not None and isinstance(now, int | float):
            leaps.append(abs(wanted - now))
    return max(leaps)


def _guards(snapshot: Snapshot, view: View) -> bool:
    """Whether a switch belongs to an alarm: its device warns of smoke, gas or (as a setting) of water."""
    device = snapshot.entity.device
    if device is None:
        return False
    warned = {
        other.entity.device_class
        for other in view.of(Domain.BINARY_SENSOR)
        if other.entity.device is not None and other.entity.device.id == device.id
    }
    return bool(warned & (_ALARMS if snapshot.entity.category else _ALARMS - {_LEAK}))


def _number(command: Command, name: str) -> float | None:
    value = command.values.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return finite(value, name)
    except BadPayload:
        return None


def _refusal(
    command: Command, risk: Risk, approvals: tuple[Approval, ...], *, control_allowed: bool
) -> Reason:
    if risk is Risk.REFUSED:
        return Reason.POLICY
    if not control_allowed:
        return Reason.CONTROL_NOT_ALLOWED
    if risk in (Risk.SECURITY, Risk.WIDE) and not any(_covers(a, command, risk) for a in approvals):
        return Reason.NOT_APPROVED
    return Reason.NONE


def _allower(command: Command, risk: Risk, approvals: tuple[Approval, ...]) -> str:
    """Who allowed a command that needed it; empty for one that did not."""
    if risk not in (Risk.SECURITY, Risk.WIDE):
        return ""
    return next((approval.by for approval in approvals if _covers(approval, command, risk)), "")


def _covers(approval: Approval, command: Command, risk: Risk) -> bool:
    if not _same_control(command, approval.control):
        return False
    if approval.values is not None and dict(approval.values) != dict(command.values):
        return False
    if approval.entity_id == command.entity_id:
        return True
    return risk is Risk.WIDE and fnmatchcase(command.entity_id, approval.entity_id)


def _denies(denial: Denial, command: Command) -> bool:
    return denial.entity_id == command.entity_id and _same_control(command, denial.control)


def _same_control(command: Command, approved: str) -> bool:
    """Whether both name the same control, in the long or the short form."""
    if command.control == approved:
        return True
    domain = command.entity_id.partition(".")[0]
    kind = next((kind for kind in KINDS.values() if kind.domain == domain), None)
    ours = kind.control(command.control) if kind else None
    return ours is not None and approved in (ours.name, ours.action)

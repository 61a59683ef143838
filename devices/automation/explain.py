"""How a rule stands right now, as data: its value, and whether it holds. Decides and runs nothing."""

from dataclasses import dataclass
from datetime import datetime

from devices.automation.match import number, passed
from devices.automation.rule import Rule
from devices.model import Domain
from devices.view import View


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule's triggers as of now; with several, the first that holds, else the first.

    `value` and `unit` are the watched number, None when it isn't known; `holds` says whether the limit is
    passed now and the conditions hold, so that it would run (None: not known); `since` is when the entity
    last reported; `blind` says that the entity is missing, unavailable or has no number, so it can't fire.
    """

    value: float | None = None
    unit: str = ""
    holds: bool | None = None
    since: datetime | None = None
    blind: bool = True


def standing(rule: Rule, view: View) -> Standing:
    """How this rule stands in this view; pure."""
    found = [_one(rule, index, view) for index in range(len(rule.triggers))]
    return next((s for s in found if s.holds), found[0] if found else Standing())


def _one(rule: Rule, index: int, view: View) -> Standing:
    threshold = rule.triggers[index]
    snapshot = view.find(threshold.entity_id)
    if snapshot is None:
        return Standing()
    value = number(snapshot, threshold.attribute)
    unit = snapshot.entity.unit or ""
    if snapshot.entity.domain is Domain.CLIMATE and "temperature" in threshold.attribute:
        unit = unit or "°C"
    if value is None:
        return Standing(unit=unit, since=snapshot.reported_at)
    holds = passed(threshold, value) and _conditions_hold(rule, view)
    return Standing(value, unit, holds, snapshot.reported_at, blind=False)


def _conditions_hold(rule: Rule, view: View) -> bool:
    for condition in rule.conditions:
        snapshot = view.find(condition.entity_id)
        value = number(snapshot, condition.attribute) if snapshot else None
        if value is None or not passed(condition, value):
            return False
    return True

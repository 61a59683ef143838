"""What is told of a firing and of its run: ids, facts, the question, the end. Pure."""

from datetime import datetime

from devices.automation.run.course import Run
from devices.automation.run.spec import Ask, Ended
from devices.automation.watch.spec import Fire
from devices.events import RuleRan
from devices.storage.tables import millis

REMEMBERED = 16
"""So many instants a rule: at one instant any number of its triggers may fire."""


class Ids:
    """Gives runs their ids: rule and instant, and a number where that is not enough."""

    def __init__(self) -> None:
        self._numbers: dict[str, dict[str, int]] = {}

    def new(self, rule_id: str, at: datetime) -> str:
        """An id that no run of this rule has."""
        moment = str(millis(at))
        number = self._numbers.get(rule_id, {}).get(moment, 0) + 1
        run_id = f"{rule_id}-{moment}" if number == 1 else f"{rule_id}-{moment}-{number}"
        self.taken(rule_id, run_id)
        return run_id

    def taken(self, rule_id: str, run_id: str) -> None:
        """Note an id of before."""
        moment, _dash, number = run_id.removeprefix(f"{rule_id}-").partition("-")
        known = self._numbers.setdefault(rule_id, {})
        highest = max(known.pop(moment, 0), int(number) if number.isdecimal() else 1)
        known[moment] = highest
        if len(known) > REMEMBERED:
            del known[next(iter(known))]

    def forget(self, rule_id: str) -> None:
        """A rule is gone for good: its id is not given again."""
        self._numbers.pop(rule_id, None)


def facts_of(fire: Fire) -> dict[str, str]:
    """What set a rule off, as words; what is not known is left out."""
    facts = {"trigger": str(fire.trigger), **fire.facts}
    if fire.entity_id:
        facts["entity_id"] = fire.entity_id
    if fire.value is not None:
        facts["value"] = f"{fire.value:g}"
    if fire.word:
        facts["word"] = fire.word
    if fire.late:
        facts["late"] = f"{fire.late:.0f}"
    if fire.over:
        facts["over"] = "yes"
    return facts


def ask_of(run: Run) -> Ask:
    """The question of a run that asks."""
    return Ask(run.id, run.step, run.rule_id, run.commands, run.at, dict(run.facts))


def ended_of(run: Run) -> Ended:
    """The end of a run, as it is told."""
    facts = dict(run.facts)
    ran = RuleRan(run.rule_id, run.fire.at, run.outcomes, run.skipped, facts, run.id, run.at)
    return Ended(ran, run.remove, run.tell)

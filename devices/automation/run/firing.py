"""What is told of a firing and of its run: ids, facts, the question, the end. Pure."""

from collections import deque
from datetime import datetime

from devices.automation.run.course import Run
from devices.automation.run.spec import Ask, Ended
from devices.automation.watch.spec import Fire
from devices.events import RuleRan
from devices.storage.tables import millis

REMEMBERED = 16


class Ids:
    """Gives runs their ids: rule and instant, and a number where that is not enough."""

    def __init__(self) -> None:
        self._given: dict[str, deque[str]] = {}

    def new(self, rule_id: str, at: datetime) -> str:
        """An id that no run of this rule has."""
        plain, number = f"{rule_id}-{millis(at)}", 1
        run_id = plain
        while run_id in self._given.get(rule_id, ()):
            number += 1
            run_id = f"{plain}-{number}"
        self.taken(rule_id, run_id)
        return run_id

    def taken(self, rule_id: str, run_id: str) -> None:
        """Note an id of before."""
        self._given.setdefault(rule_id, deque(maxlen=REMEMBERED)).append(run_id)


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

"""What happens once a rule fired: may it run now, its commands through the gate, its run written down."""

import logging
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from devices.automation.book import RuleBook
from devices.automation.match import number, passed
from devices.automation.rule import Condition, Rule
from devices.clock import Clock
from devices.command import Approval, Cause, Origin, Outcome, Request, Status
from devices.errors import StorageError
from devices.events import RuleRan
from devices.home import Home

log = logging.getLogger(__name__)

RUNS_A_MINUTE = 6
MINUTE = timedelta(minutes=1)


class Skip(StrEnum):
    """Why a rule that fired did not run."""

    NO = ""
    RUNNING = "running"
    RATE_LIMITED = "rate_limited"
    CONDITION = "condition"
    NEEDS_APPROVAL = "needs_approval"


@dataclass(frozen=True, slots=True)
class Fire:
    """A rule fired: at which home time, by which entity, and the number that was seen if one was."""

    rule_id: str
    at: datetime
    entity_id: str
    value: float | None = None


class Actor:
    """Runs the actions of rules; a rule that still runs, or runs too often, is skipped and that is told."""

    def __init__(self, home: Home, book: RuleBook, clock: Clock) -> None:
        self._home, self._book, self._clock = home, book, clock
        self._running: set[str] = set()
        self._recent: dict[str, deque[datetime]] = {}

    async def answer(self, fire: Fire) -> None:
        """Run the rule that fired, or note why not; a rule that is gone or off meanwhile does nothing."""
        rule = self._book.rule(fire.rule_id)
        if rule is None or not rule.enabled:
            return
        skip = self._hindrance(rule)
        outcomes: tuple[Outcome, ...] = ()
        if skip is Skip.NO:
            outcomes = await self._act(rule)
            if all(outcome.status is Status.NEEDS_CONFIRMATION for outcome in outcomes):
                skip = Skip.NEEDS_APPROVAL
        await self._note(RuleRan(rule.id, fire.at, outcomes, skip.value, _facts(fire)))

    def _hindrance(self, rule: Rule) -> Skip:
        if rule.id in self._running:
            return Skip.RUNNING
        if not all(self._holds(condition) for condition in rule.conditions):
            return Skip.CONDITION
        now = self._clock.now()
        recent = self._recent.setdefault(rule.id, deque(maxlen=RUNS_A_MINUTE))
        if len(recent) == RUNS_A_MINUTE and now - recent[0] < MINUTE:
            return Skip.RATE_LIMITED
        recent.append(now)
        return Skip.NO

    def _holds(self, condition: Condition) -> bool:
        snapshot = self._home.view().find(condition.entity_id)
        value = number(snapshot, condition.attribute) if snapshot else None
        return value is not None and passed(condition, value)

    async def _act(self, rule: Rule) -> tuple[Outcome, ...]:
        self._running.add(rule.id)
        try:
            return await self._home.execute(
                Request(rule.commands, Cause(Origin.RULE, rule.id, rule.words), _approvals(rule))
            )
        finally:
            self._running.discard(rule.id)

    async def _note(self, run: RuleRan) -> None:
        try:
            await self._book.note(run)
        except StorageError as error:
            log.warning("the run of rule %s was not written down: %s", run.rule_id, error)


def _approvals(rule: Rule) -> tuple[Approval, ...]:
    """The grants, and what a person allowed by making the rule: its wide actions, but no security action."""
    wide = {command.control: Approval("*", command.control, by="rule") for command in rule.commands}
    return (*rule.grants, *wide.values())


def _facts(fire: Fire) -> dict[str, str]:
    facts = {"entity_id": fire.entity_id}
    return facts if fire.value is None else {**facts, "value": f"{fire.value:g}"}

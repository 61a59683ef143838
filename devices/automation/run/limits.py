"""What keeps a rule from running too often, or from setting itself off. Pure bookkeeping over instants."""

from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta

from devices.automation.rule.rule import Rule
from devices.automation.run.spec import Skip
from devices.automation.watch.spec import Fire
from devices.command import Cause, Origin
from devices.events import StateChanged

MINUTE = timedelta(minutes=1)
DEEPEST = 5
"""So many rules may set each other off within a minute; one more is taken for a loop."""
RECALLED = 20
"""So many runs of before a restart are remembered of each rule."""
TOLD_AGAIN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Link:
    """How many rules set each other off up to a run, and when the first of them did."""

    depth: int
    began: datetime


class Limits:
    """Remembers when rules ran and whose doing the last change of each entity was."""

    def __init__(self) -> None:
        self._starts: dict[str, deque[datetime]] = {}
        self._causes: dict[str, str] = {}
        self._links: dict[str, Link] = {}
        self._told: dict[str, datetime] = {}

    def hear(self, event: StateChanged) -> None:
        """Note who caused the last change of an entity."""
        rule_id = _rule_of(event.cause)
        if rule_id:
            self._causes[event.after.entity.id] = rule_id
        else:
            self._causes.pop(event.after.entity.id, None)

    def ran(self, rule: Rule, at: datetime) -> None:
        """Note that a rule began to run."""
        self._remember(rule.id, at, rule.runs_a_minute)

    def recall(self, rule_id: str, at: datetime) -> None:
        """Note a run of before a restart."""
        self._remember(rule_id, at, RECALLED)

    def set_back(self, back: timedelta, latest: datetime) -> None:
        """The clock was set back by so much: what was just before is so still, and nothing is yet to come."""
        for rule_id, starts in self._starts.items():
            self._starts[rule_id] = deque((min(at - back, latest) for at in starts), maxlen=starts.maxlen)
        self._links = {rule: Link(link.depth, link.began - back) for rule, link in self._links.items()}
        self._told = {rule_id: at - back for rule_id, at in self._told.items()}

    def pace(self, rule: Rule, at: datetime) -> Skip:
        """Whether a rule ran too lately, or too often in the last minute."""
        starts = self._starts.get(rule.id)
        if not starts:
            return Skip.NO
        if rule.cooldown_seconds and at - starts[-1] < timedelta(seconds=rule.cooldown_seconds):
            return Skip.COOLDOWN
        if sum(at - start < MINUTE for start in starts) >= rule.runs_a_minute:
            return Skip.RATE_LIMITED
        return Skip.NO

    def link(self, fire: Fire, at: datetime) -> Link | None:
        """The chain that this firing continues or begins; None when it is a loop."""
        by = self._causes.get(fire.entity_id, "")
        if by == fire.rule_id:
            return None
        before = self._links.get(by)
        if before is None or at - before.began > MINUTE:
            return Link(1, at)
        return Link(before.depth + 1, before.began) if before.depth < DEEPEST else None

    def chained(self, rule_id: str, link: Link) -> None:
        """Note in which chain the latest run of a rule stands."""
        self._links[rule_id] = link

    def tells(self, rule_id: str, at: datetime) -> bool:
        """Whether a loop of this rule is to be told: once an hour is enough."""
        last = self._told.get(rule_id)
        if last is not None and at - last < TOLD_AGAIN:
            return False
        self._told[rule_id] = at
        return True

    def forget(self, rule_id: str) -> None:
        """A rule is gone."""
        for known in (self._starts, self._links, self._told):
            known.pop(rule_id, None)

    def _remember(self, rule_id: str, at: datetime, most: int) -> None:
        starts = self._starts.get(rule_id, ())
        self._starts[rule_id] = deque(sorted((*starts, at)), maxlen=max(most, len(starts), 1))


def _rule_of(cause: Cause) -> str:
    return cause.ref if cause.origin in (Origin.RULE, Origin.JOB) else ""

"""The chain that led to a change, out of the records: reading, rule, person, approval, command, report."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from devices.automation.insight.effect import commands_of
from devices.command import Origin, Outcome, Status
from devices.events import RuleRan
from devices.history.reading import Activity
from devices.model import Json
from tools.context import ToolContext

SOON = timedelta(seconds=1)
LATELY = timedelta(days=1)
"""A rule that did not run longer ago explains nothing any more."""
MOST = 2


@dataclass(frozen=True, slots=True)
class Chain:
    """What led to a change.

    `change` None: nothing is on record. `set_off` are the facts of the firing (entity_id, value or word),
    empty when no rule did it or its run is not on record; `fired_at` its instant. `skipped` are the firings
    of rules that would have moved the entity since and did not run, newest first.
    """

    change: Activity | None
    set_off: Mapping[str, str] = field(default_factory=dict)
    fired_at: datetime | None = None
    skipped: tuple[RuleRan, ...] = ()

    @property
    def outcome(self) -> Outcome | None:
        """The receipt, when a command of ours did it."""
        return None if self.change is None else self.change.outcome


async def chain(entity_id: str, change: Activity | None, context: ToolContext, until: datetime) -> Chain:
    """Put together what is on record of a change, and of who would have changed it since."""
    since = until - LATELY if change is None else max(change.at, until - LATELY)
    skipped = _skipped(entity_id, since, until, context)
    if change is None or change.cause.origin not in (Origin.RULE, Origin.JOB):
        return Chain(change, skipped=skipped)
    facts, fired_at = await _firing(change, context)
    return Chain(change, facts, fired_at, skipped)


async def _firing(change: Activity, context: ToolContext) -> tuple[Mapping[str, str], datetime | None]:
    """What set the rule off: from the records, else from what the book remembers."""
    rule_id, given = change.cause.ref, change.began or change.at
    lines = await context.house.history.rule_lines(rule_id, given + SOON)
    if lines and not lines[0].skipped:
        return lines[0].facts, lines[0].at
    runs = context.house.book.last_runs(rule_id)
    run = next((r for r in runs if not r.skipped and r.at <= given + SOON), None)
    return ({}, None) if run is None else (run.facts, run.at)


def _skipped(entity_id: str, since: datetime, until: datetime, context: ToolContext) -> tuple[RuleRan, ...]:
    """The newest firing of each rule that moves this entity, where it came later and was none."""
    house = context.house
    view, found = house.home.view(), list[RuleRan]()
    for rule in house.book.rules():
        given = commands_of(rule.actions, lambda scene_id: house.scenes.commands(scene_id, view))
        if all(command.entity_id != entity_id for command in given):
            continue
        newest = next((run for run in house.book.last_runs(rule.id) if run.at <= until), None)
        if newest is not None and newest.skipped and newest.at > since:
            found.append(newest)
    return tuple(sorted(found, key=lambda run: run.at, reverse=True)[:MOST])


def document(found: Chain) -> Json:
    """The chain as JSON: the change as a whole, and its links in the order in which they happened."""
    change = found.change
    if change is None:
        return {"chain": [], "did_not_run": _not_run(found)}
    return {
        "entity_id": change.entity_id,
        "at": change.at.isoformat(),
        "before": change.before,
        "after": change.after,
        "origin": change.cause.origin.value,
        "ref": change.cause.ref,
        "words": change.cause.words,
        "by_hearth": change.cause.origin is not Origin.DEVICE,
        "approved_by": change.approved_by,
        "chain": list(_links(found, change)),
        "did_not_run": _not_run(found),
    }


def _links(found: Chain, change: Activity) -> list[Json]:
    cause, links = change.cause, list[Json]()
    if found.set_off.get("entity_id"):
        at = found.fired_at.isoformat() if found.fired_at else None
        links.append({"kind": "reading", "at": at, **found.set_off})
    if cause.origin is Origin.DEVICE:
        links.append({"kind": "outside"})
    elif cause.origin in (Origin.RULE, Origin.JOB):
        links.append({"kind": "rule", "id": cause.ref})
    else:
        links.append({"kind": "person", "road": cause.origin.value, "words": cause.words})
    if change.approved_by:
        links.append({"kind": "approval", "by": change.approved_by})
    outcome = found.outcome
    if outcome is not None:
        given = (change.began or change.at).isoformat()
        command = outcome.command
        values: Json = dict(command.values)
        links.append({"kind": "command", "at": given, "control": command.control, "values": values})
    if outcome is None or outcome.status is not Status.SENT:
        links.append({"kind": "report", "at": change.at.isoformat(), "state": change.after})
    return links


def _not_run(found: Chain) -> list[Json]:
    return [{"rule": run.rule_id, "at": run.at.isoformat(), "reason": run.skipped} for run in found.skipped]

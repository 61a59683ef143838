"""The rules of a home and their last runs, kept in the database. It runs nothing."""

import json
from collections import deque
from dataclasses import replace

from sqlalchemy import Connection, delete, insert, select, update

from devices.automation.latches import Latches
from devices.automation.rule import Rule, rule_from_json, rule_to_json
from devices.bus import Bus
from devices.clock import Clock
from devices.errors import ConfigError
from devices.events import RuleRan, RulesChanged
from devices.storage.database import Database
from devices.storage.form import form_of
from devices.storage.record import outcome_from_json, outcome_to_json
from devices.storage.tables import LATCH, RULE, RULE_RUN, SETTING, instant, millis
from devices.storage.upsert import upsert

RUNS_SHOWN = 20
RUNS_KEPT = 1000
COUNTER = "rules.last_number"


class RuleBook:
    """Rules in the order they were made; every change is stored first and then told on the bus.

    `broken` maps ids of stored rules that can't be read to the reason; they stay stored and run nothing.
    `latches` is where their triggers stand, for whoever runs them.
    """

    def __init__(self, database: Database, bus: Bus, clock: Clock) -> None:
        self._database, self._bus, self._clock = database, bus, clock
        self._rules: dict[str, Rule] = {}
        self._runs: dict[str, deque[RuleRan]] = {}
        self.broken: dict[str, str] = {}
        self.latches = Latches(database)

    async def load(self) -> None:
        """Read everything again; publishes RulesChanged for what another process changed."""
        documents, runs = await self._database.read(_everything)
        before = self._rules
        self._rules, self.broken = _readable(documents)
        self._runs = {}
        for run in runs:
            self._remember(run)
        ids = before.keys() | self._rules.keys()
        self._tell(*sorted(i for i in ids if before.get(i) != self._rules.get(i)))

    def rules(self) -> tuple[Rule, ...]:
        """All rules, oldest first."""
        return tuple(self._rules.values())

    def rule(self, rule_id: str) -> Rule | None:
        """The rule with this id."""
        return self._rules.get(rule_id)

    async def add(self, draft: Rule) -> Rule:
        """Store a rule and give it the next id (a1, a2 ...); a draft with a free id keeps it."""
        if draft.id in self._rules:
            raise KeyError(draft.id)
        dated = draft if draft.created_at else replace(draft, created_at=self._clock.now())
        rule = await self._database.write(lambda connection: _insert(connection, dated))
        self._rules[rule.id] = rule
        self._tell(rule.id)
        return rule

    async def replace(self, rule: Rule) -> None:
        """Store a changed rule under its id; KeyError if there is none."""
        if rule == self._rules[rule.id]:
            return
        switched = rule.enabled is not self._rules[rule.id].enabled
        await self._database.write(lambda connection: _update(connection, rule, switched=switched))
        self._rules[rule.id] = rule
        self._tell(rule.id)

    async def remove(self, rule_id: str) -> Rule:
        """Delete a rule and return it; its past runs stay. KeyError if there is none."""
        rule = self._rules[rule_id]
        await self._database.write(lambda connection: _delete(connection, rule_id))
        self._rules.pop(rule_id, None)
        self._tell(rule_id)
        return rule

    async def enable(self, rule_id: str, on: bool) -> None:  # noqa: FBT001 - the new state, and an agreed signature
        """Switch a rule on or off; KeyError if there is none."""
        await self.replace(replace(self._rules[rule_id], enabled=on))

    def last_runs(self, rule_id: str) -> tuple[RuleRan, ...]:
        """The newest runs that are known, newest first, skipped ones included."""
        return tuple(self._runs.get(rule_id, ()))

    async def note(self, run: RuleRan) -> None:
        """Store a run and tell of it; only who runs the rules does this."""
        self._remember(run)
        self._bus.publish(run)
        await self._database.write(lambda connection: _insert_run(connection, run))

    def _remember(self, run: RuleRan) -> None:
        self._runs.setdefault(run.rule_id, deque(maxlen=RUNS_SHOWN)).appendleft(run)

    def _tell(self, *ids: str) -> None:
        if ids:
            self._bus.publish(RulesChanged(ids, self._clock.now()))


def _everything(connection: Connection) -> tuple[list[tuple[str, str]], list[RuleRan]]:
    rules = connection.execute(select(RULE.c.id, RULE.c.document).order_by(RULE.c.position))
    newest = (
        select(RULE_RUN.c.rule_id, RULE_RUN.c.at, RULE_RUN.c.skipped, RULE_RUN.c.document)
        .order_by(RULE_RUN.c.id.desc())
        .limit(RUNS_KEPT)
    )
    runs = [_run_of(*row) for row in connection.execute(newest)]
    return [(row.id, row.document) for row in rules], runs[::-1]


def _readable(documents: list[tuple[str, str]]) -> tuple[dict[str, Rule], dict[str, str]]:
    rules: dict[str, Rule] = {}
    broken: dict[str, str] = {}
    for rule_id, document in documents:
        try:
            rules[rule_id] = replace(rule_from_json(document), id=rule_id)
        except ConfigError as error:
            broken[rule_id] = str(error)
    return rules, broken


def _insert(connection: Connection, draft: Rule) -> Rule:
    """Number and store in one transaction, so that two processes never give the same id."""
    counter = select(SETTING.c.value).where(SETTING.c.key == COUNTER)
    number = int(connection.execute(counter).scalar() or 0)
    if draft.id:
        rule = draft
        given = draft.id.removeprefix("a")
        number = max(number, int(given)) if given.isdecimal() else number
        position = int(given) if given.isdecimal() else number
    else:
        number += 1
        rule, position = replace(draft, id=f"a{number}"), number
    upsert(connection, SETTING, [{"key": COUNTER, "value": str(number)}])
    row = {"id": rule.id, "position": position, "document": json.dumps(rule_to_json(rule))}
    connection.execute(insert(RULE).values(row))
    return rule


def _update(connection: Connection, rule: Rule, *, switched: bool) -> None:
    document = json.dumps(rule_to_json(rule))
    connection.execute(update(RULE).where(RULE.c.id == rule.id).values(document=document))
    if switched:
        # what it remembered is of another time: it begins anew with the value of now
        connection.execute(delete(LATCH).where(LATCH.c.rule_id == rule.id))


def _delete(connection: Connection, rule_id: str) -> None:
    connection.execute(delete(RULE).where(RULE.c.id == rule_id))
    connection.execute(delete(LATCH).where(LATCH.c.rule_id == rule_id))


def _run_of(rule_id: str, at: int, skipped: str, document: str) -> RuleRan:
    form = form_of(document, "run")
    outcomes = tuple(outcome_from_json(f) for f in form.forms("outcomes", optional=True))
    facts = {name: str(value) for name, value in form.object("facts").items()}
    return RuleRan(rule_id, instant(at), outcomes, skipped, facts)


def _insert_run(connection: Connection, run: RuleRan) -> None:
    row = {
        "rule_id": run.rule_id,
        "at": millis(run.at),
        "skipped": run.skipped,
        "document": json.dumps({"outcomes": [outcome_to_json(o) for o in run.outcomes], "facts": run.facts}),
    }
    added = connection.execute(insert(RULE_RUN).values(row)).inserted_primary_key
    if added is not None:
        connection.execute(delete(RULE_RUN).where(RULE_RUN.c.id <= added[0] - RUNS_KEPT))

"""The rules and jobs of a home and their last runs, kept in the database. It runs nothing."""

import json
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from devices.automation.books.memories import begun, memories, put_memories
from devices.automation.rule.read import rule_from_json
from devices.automation.rule.rule import Rule
from devices.automation.rule.write import body_text, rule_to_json
from devices.automation.watch.spec import Kept, Memory, Place
from devices.bus import Bus
from devices.clock import Clock
from devices.errors import ConfigError
from devices.events import RuleRan, RulesChanged
from devices.storage.afresh import Afresh
from devices.storage.database import Database
from devices.storage.form import form_of
from devices.storage.record import outcome_from_json, outcome_to_json
from devices.storage.tables import MEMORY, PERMISSION, RULE, RULE_RUN, SETTING, instant, millis
from devices.storage.upsert import upsert

RUNS_SHOWN = 20
RUNS_KEPT = 1000
"""So many runs are kept, and as many firings that were none: a rule that flaps must not push out what ran."""
NOWHERE: Mapping[str, Memory] = {}
COUNTERS = {"a": "rules.last_number", "j": "jobs.last_number"}
"""Where the last number of each kind of id is kept: rules are a1, a2 ..., jobs j1, j2 ..."""


class RuleBook:
    """Rules and jobs in the order they were made; every change is stored first and then told on the bus.

    A job is a rule that runs once; the engine takes it away then. `broken` maps ids of stored rules that
    can't be read to the reason; they stay stored and run nothing.
    """

    def __init__(self, database: Database, bus: Bus, clock: Clock) -> None:
        self._database, self._bus, self._clock = database, bus, clock
        self._afresh = Afresh(database)
        self._rules: dict[str, Rule] = {}
        self._runs: dict[str, deque[RuleRan]] = {}
        self._begun: dict[str, deque[RuleRan]] = {}
        self.broken: dict[str, str] = {}

    async def load(self) -> None:
        """Read everything again; publishes RulesChanged for what another process changed."""
        documents, runs = await self._afresh.read(_everything)
        before = self._rules
        self._rules, self.broken = _readable(documents)
        self._runs, self._begun = {}, {}
        for run in runs:
            self._remember(run)
        ids = before.keys() | self._rules.keys()
        self._tell(*sorted(i for i in ids if before.get(i) != self._rules.get(i)))

    def rules(self) -> tuple[Rule, ...]:
        """The lasting rules, oldest first."""
        return tuple(rule for rule in self._rules.values() if not rule.once)

    def jobs(self) -> tuple[Rule, ...]:
        """What is to run once, oldest first."""
        return tuple(rule for rule in self._rules.values() if rule.once)

    def everything(self) -> tuple[Rule, ...]:
        """Rules and jobs: all that may run."""
        return tuple(self._rules.values())

    def rule(self, rule_id: str) -> Rule | None:
        """The rule or job with this id."""
        return self._rules.get(rule_id)

    async def add(self, draft: Rule, begins: Mapping[str, Memory] = NOWHERE) -> Rule:
        """Store a rule and give it the next id (a1 ..., a job j1 ...); a draft with a free id keeps it.

        `begins` is where its triggers begin, by spot, if not with the world as it is.
        """
        if draft.id in self._rules:
            raise KeyError(draft.id)
        dated = draft if draft.created_at else replace(draft, created_at=self._clock.now())
        now = self._clock.now()
        rule = await self._database.write(lambda connection: _insert(connection, dated, now, begins))
        self._rules[rule.id] = rule
        self._afresh.wrote()
        self._tell(rule.id)
        return rule

    async def replace(self, rule: Rule) -> None:
        """Store a changed rule under its id; KeyError if there is none."""
        if rule == self._rules[rule.id]:
            return
        before, now = self._rules[rule.id], self._clock.now()
        await self._database.write(lambda connection: _update(connection, rule, before, now))
        self._rules[rule.id] = rule
        self._afresh.wrote()
        self._tell(rule.id)

    async def remove(self, rule_id: str) -> Rule:
        """Delete a rule and return it; its past runs stay. KeyError if there is none."""
        rule = self._rules[rule_id]
        await self._database.write(lambda connection: _delete(connection, rule_id))
        self._rules.pop(rule_id, None)
        self._afresh.wrote()
        self._tell(rule_id)
        return rule

    async def enable(self, rule_id: str, on: bool) -> None:  # noqa: FBT001 - the new state, and an agreed signature
        """Switch a rule on or off; KeyError if there is none."""
        await self.replace(replace(self._rules[rule_id], enabled=on))

    def last_runs(self, rule_id: str) -> tuple[RuleRan, ...]:
        """The newest runs that are known, newest first, skipped ones included."""
        return tuple(self._runs.get(rule_id, ()))

    def last_begun(self, rule_id: str) -> tuple[RuleRan, ...]:
        """The newest that really ran, newest first; firings that were no run are left out."""
        return tuple(self._begun.get(rule_id, ()))

    async def memories(self, rule_id: str) -> dict[Place, Memory]:
        """Where the triggers of a rule stand, as whoever runs the rules wrote it down.

        Raises:
            StorageError: the database can't be read.
        """
        found = await self._database.read(memories)
        return {place: kept.memory for place, kept in found.items() if place[0] == rule_id}

    async def note(self, run: RuleRan) -> None:
        """Store a run and tell of it; only who runs the rules does this."""
        try:
            await self._database.write(lambda connection: _insert_run(connection, run))
        finally:
            if run not in self._runs.get(run.rule_id, ()):  # it may have been read again before this goes on
                self._remember(run)
            self._afresh.wrote()
            self._bus.publish(run)  # stored first: another process reads it again as soon as it is told

    def _remember(self, run: RuleRan) -> None:
        self._runs.setdefault(run.rule_id, deque(maxlen=RUNS_SHOWN)).appendleft(run)
        if not run.skipped:
            self._begun.setdefault(run.rule_id, deque(maxlen=RUNS_SHOWN)).appendleft(run)

    def _tell(self, *ids: str) -> None:
        if ids:
            self._bus.publish(RulesChanged(ids, self._clock.now()))


def _everything(connection: Connection) -> tuple[list[tuple[str, str]], list[RuleRan]]:
    rules = connection.execute(select(RULE.c.id, RULE.c.document).order_by(RULE.c.position))
    stored = select(RULE_RUN.c.rule_id, RULE_RUN.c.at, RULE_RUN.c.skipped, RULE_RUN.c.document)
    runs = [_run_of(*row) for row in connection.execute(stored.order_by(RULE_RUN.c.id))]
    return [(row.id, row.document) for row in rules], runs


def _readable(documents: list[tuple[str, str]]) -> tuple[dict[str, Rule], dict[str, str]]:
    rules: dict[str, Rule] = {}
    broken: dict[str, str] = {}
    for rule_id, document in documents:
        try:
            rules[rule_id] = replace(rule_from_json(document), id=rule_id)
        except ConfigError as error:
            broken[rule_id] = str(error)
    return rules, broken


def _insert(connection: Connection, draft: Rule, now: datetime, begins: Mapping[str, Memory]) -> Rule:
    """Number and store in one transaction, so that two processes never give the same id."""
    letter = "j" if draft.once else "a"
    counter = select(SETTING.c.value).where(SETTING.c.key == COUNTERS[letter])
    number = int(connection.execute(counter).scalar() or 0)
    if draft.id:
        rule = draft
        given = draft.id.removeprefix(letter)
        position = int(given) if given.isdecimal() else number
        number = max(number, position)
    else:
        number += 1
        rule, position = replace(draft, id=f"{letter}{number}"), number
    upsert(connection, SETTING, [{"key": COUNTERS[letter], "value": str(number)}])
    row = {"id": rule.id, "position": position, "document": json.dumps(rule_to_json(rule))}
    connection.execute(insert(RULE).values(row))
    told = {(rule.id, spot): Kept("", memory) for spot, memory in begins.items()}
    put_memories(connection, {**begun(rule, now), **told})
    return rule


def _update(connection: Connection, rule: Rule, before: Rule, now: datetime) -> None:
    document = json.dumps(rule_to_json(rule))
    connection.execute(update(RULE).where(RULE.c.id == rule.id).values(document=document))
    if body_text(rule) != body_text(before):
        # what was allowed to it as it was is not allowed to what it is now, nor again once it is changed back
        connection.execute(delete(PERMISSION).where(PERMISSION.c.rule_id == rule.id))
    if rule.enabled is not before.enabled:
        # what it remembered is of another time: it begins anew with the value of now
        connection.execute(delete(MEMORY).where(MEMORY.c.rule_id == rule.id))
        put_memories(connection, begun(rule, now))
    else:
        put_memories(connection, begun(rule, now, before))


def _delete(connection: Connection, rule_id: str) -> None:
    connection.execute(delete(RULE).where(RULE.c.id == rule_id))
    for table in (MEMORY, PERMISSION):
        connection.execute(delete(table).where(table.c.rule_id == rule_id))


def _run_of(rule_id: str, at: int, skipped: str, document: str) -> RuleRan:
    form = form_of(document, "run")
    outcomes = tuple(outcome_from_json(f) for f in form.forms("outcomes", optional=True))
    facts = {name: str(value) for name, value in form.object("facts").items()}
    run_id, ended = form.text("run_id", ""), form.instant("ended")
    return RuleRan(rule_id, instant(at), outcomes, skipped, facts, run_id, ended)


def _insert_run(connection: Connection, run: RuleRan) -> None:
    document = {
        "outcomes": [outcome_to_json(outcome) for outcome in run.outcomes],
        "facts": run.facts,
        "run_id": run.run_id,
        "ended": None if run.ended is None else run.ended.isoformat(),
    }
    row = {
        "rule_id": run.rule_id,
        "at": millis(run.at),
        "skipped": run.skipped,
        "document": json.dumps(document),
    }
    connection.execute(insert(RULE_RUN).values(row))
    alike = RULE_RUN.c.skipped != "" if run.skipped else RULE_RUN.c.skipped == ""
    oldest = select(RULE_RUN.c.id).where(alike).order_by(RULE_RUN.c.id.desc()).offset(RUNS_KEPT).limit(1)
    last = connection.execute(oldest).scalar()
    if last is not None:
        connection.execute(delete(RULE_RUN).where(alike & (RULE_RUN.c.id <= last)))

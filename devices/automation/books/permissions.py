"""Lasting permissions: a rule may do one security action of one entity without asking. Nothing here acts.

They are given only in settings and on the command line, never by a model's tool or in a dialog.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, select

from devices.automation.rule.rule import Rule
from devices.automation.rule.write import body_text
from devices.automation.run.spec import Scenes
from devices.bus import Bus
from devices.clock import Clock
from devices.command import Approval, Command
from devices.errors import ConfigError
from devices.events import PermissionsChanged
from devices.kinds import KINDS
from devices.model import Snapshot
from devices.storage.afresh import Afresh
from devices.storage.database import Database
from devices.storage.tables import PERMISSION, instant, millis
from devices.storage.upsert import upsert


@dataclass(frozen=True, slots=True)
class Permission:
    """One rule may use one control of one entity; void once the rule is another than when it was given."""

    rule_id: str
    entity_id: str
    control: str
    fingerprint: str
    given_by: str
    at: datetime


class Permissions:
    """The permissions of a home; every change is stored first, then told on the bus.

    Args:
        scenes: what a scene does, to know what a rule may do at all.
        pictures: a scene as it is kept, as a text: a permission does not outlive it.
        find: the entity of an id now: a permission is for that very thing, whoever gets its id later.
    """

    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Clock,
        scenes: Scenes,
        pictures: Callable[[str], str],
        find: Callable[[str], Snapshot | None],
    ) -> None:
        self._database, self._bus, self._clock = database, bus, clock
        self._scenes, self._pictures, self._find = scenes, pictures, find
        self._afresh = Afresh(database)
        self._given: dict[tuple[str, str, str], Permission] = {}

    async def load(self) -> None:
        """Read them all again; tells what another process changed."""
        found = await self._afresh.read(_rows)
        before, self._given = self._given, found
        changed = {key[0] for key in before.keys() ^ self._given.keys()}
        for rule_id in sorted(changed):
            self._bus.publish(PermissionsChanged(rule_id, self._clock.now()))

    def listed(self) -> tuple[Permission, ...]:
        """All of them, by rule."""
        return tuple(self._given[key] for key in sorted(self._given))

    def of(self, rule: Rule) -> tuple[Approval, ...]:
        """What this rule may do without asking, as it is now."""
        mine = [p for p in self._given.values() if p.rule_id == rule.id]
        text = self._fingerprint(rule) if mine else ""
        valid = (p for p in mine if p.fingerprint == self._bound(p.entity_id, text))
        return tuple(Approval(p.entity_id, p.control, by=p.given_by) for p in valid)

    async def give(self, rule: Rule, entity_id: str, control: str, by: str) -> Permission:
        """Let this rule do that without asking, from now on.

        Raises:
            ConfigError: the rule does no such thing, or to something that is not known now.
        """
        does = [*rule.commands, *(c for scene in rule.scenes for c in self._scenes(scene) or ())]
        mine = (c for c in does if c.entity_id == entity_id)
        known = next((c for c in mine if _control(c) == _named(c, control)), None)
        if known is None:
            named = ", ".join(sorted({f"{c.entity_id}={c.control}" for c in does})) or "nothing"
            raise ConfigError(f"{rule.id} does not do {entity_id}={control}; it does {named}")
        bound = self._bound(entity_id, self._fingerprint(rule))
        if bound is None:
            raise ConfigError(f"{entity_id} is not known now, so nobody can say which thing that is")
        given = Permission(rule.id, entity_id, known.control, bound, by, self._clock.now())
        await self._database.write(lambda connection: upsert(connection, PERMISSION, [_row(given)]))
        self._given[rule.id, entity_id, known.control] = given
        self._afresh.wrote()
        self._bus.publish(PermissionsChanged(rule.id, self._clock.now()))
        return given

    async def take(self, rule_id: str, entity_id: str = "", control: str = "") -> tuple[Permission, ...]:
        """Take back one permission of a rule, or with no entity all of it; returns those that were."""
        gone = tuple(p for p in self._given.values() if _matches(p, rule_id, entity_id, control))
        await self._forget(gone)
        return gone

    async def prune(self, rules: tuple[Rule, ...]) -> None:
        """Forget those of rules that are gone or are another rule now: changing back does not revive one."""
        given = {rule_id for rule_id, _, _ in self._given}
        texts = {rule.id: self._fingerprint(rule) for rule in rules if rule.id in given}
        await self._forget(tuple(p for p in self._given.values() if texts.get(p.rule_id) != _does(p)))

    def _fingerprint(self, rule: Rule) -> str:
        """All that a rule does as it is now, the scenes it applies included."""
        return "\n".join((body_text(rule), *(self._pictures(scene) for scene in rule.scenes)))

    def _bound(self, entity_id: str, fingerprint: str) -> str | None:
        """A fingerprint for the thing that has this id now."""
        found = self._find(entity_id)
        return None if found is None else f"{json.dumps(found.entity.unique_id)}\n{fingerprint}"

    async def _forget(self, gone: tuple[Permission, ...]) -> None:
        if not gone:
            return

        def work(connection: Connection) -> None:
            for p in gone:
                mine = (PERMISSION.c.rule_id == p.rule_id) & (PERMISSION.c.entity_id == p.entity_id)
                connection.execute(delete(PERMISSION).where(mine & (PERMISSION.c.control == p.control)))

        await self._database.write(work)
        for p in gone:
            self._given.pop((p.rule_id, p.entity_id, p.control), None)
        self._afresh.wrote()
        for rule_id in sorted({p.rule_id for p in gone}):
            self._bus.publish(PermissionsChanged(rule_id, self._clock.now()))


def _does(p: Permission) -> str:
    """What its rule did when it was given; whom it is for is known only while that is here."""
    return p.fingerprint.partition("\n")[2]


def _named(command: Command, control: str) -> str:
    """The service name of a control that may be given by its short word, for the entity of a command."""
    domain = command.entity_id.partition(".")[0]
    kind = next((kind for kind in KINDS.values() if kind.domain == domain), None)
    known = kind.control(control) if kind else None
    return known.name if known else control


def _control(command: Command) -> str:
    return _named(command, command.control)


def _matches(p: Permission, rule_id: str, entity_id: str, control: str) -> bool:
    if p.rule_id != rule_id or (entity_id and p.entity_id != entity_id):
        return False
    here = Command(p.entity_id, p.control)
    return not control or _named(here, control) == _control(here)


def _row(p: Permission) -> dict[str, str | int]:
    return {
        "rule_id": p.rule_id,
        "entity_id": p.entity_id,
        "control": p.control,
        "fingerprint": p.fingerprint,
        "given_by": p.given_by,
        "at": millis(p.at),
    }


def _rows(connection: Connection) -> dict[tuple[str, str, str], Permission]:
    return {
        (row.rule_id, row.entity_id, row.control): Permission(
            row.rule_id, row.entity_id, row.control, row.fingerprint, row.given_by, instant(row.at)
        )
        for row in connection.execute(select(PERMISSION))
    }

"""The change sets of a home in the database. What taking one back means is the business of `plan`."""

import json
from dataclasses import replace

from sqlalchemy import Connection, Row, func, insert, select, update

from devices.automation.undo.changes import Change, ChangeSet, joined
from devices.automation.undo.forms import change_from_json, change_to_json
from devices.bus import Bus
from devices.clock import Clock
from devices.command import Cause, Origin
from devices.events import JournalChanged
from devices.storage.database import Database
from devices.storage.form import form_of
from devices.storage.record import cause_from_json, cause_to_json
from devices.storage.tables import CHANGE_SET, instant, millis


class Journal:
    """The change sets of a home, newest last; what is undone stays listed as undone.

    With a bus it tells of every entry, so that other processes of the home read it in time.
    """

    def __init__(self, database: Database, clock: Clock, bus: Bus | None = None) -> None:
        self._database, self._clock, self._bus = database, clock, bus
        self._recent: tuple[ChangeSet, ...] = ()
        self._latest: ChangeSet | None = None

    async def load(self) -> None:
        """Read the newest change sets: what was changed before this start, or by another process."""
        await self.last()

    def recent(self, n: int = 1) -> tuple[ChangeSet, ...]:
        """What `last` would give, as far as this process knows; asks nothing of the database."""
        return self._recent[:n]

    async def record(self, changes: tuple[Change, ...], cause: Cause) -> str:
        """Write changes down; what the turn of the newest change set changes later joins that set.

        A turn lives in one process: a set that another journal wrote is never joined, whatever its cause.

        Returns the id of the set, or an empty text if there are no changes.
        """
        if not changes:
            return ""
        now = self._clock.now()
        # a key or a slash command is no turn: each is taken back by itself
        turn = bool(cause.ref) and cause.origin is not Origin.APP
        ours = self._latest if turn and self._latest and self._latest.cause == cause else None
        written = await self._database.write(lambda c: _written(c, ChangeSet("", now, changes, cause), ours))
        self._latest = written
        self._recent = (written, *(s for s in self._recent if s.id != written.id))[:_REMEMBERED]
        self._tell(written.id)
        return written.id

    async def last(self, n: int = 1) -> tuple[ChangeSet, ...]:
        """The newest change sets that are not undone, newest first."""
        rows = select(CHANGE_SET).where(CHANGE_SET.c.undone.is_(False))
        query = rows.order_by(CHANGE_SET.c.number.desc()).limit(max(n, _REMEMBERED))
        found = await self._database.read(lambda c: tuple(map(_change_set, c.execute(query))))
        self._recent = found[:_REMEMBERED]
        return found[:n]

    async def find(self, change_id: str) -> ChangeSet | None:
        """The change set of this id."""
        query = select(CHANGE_SET).where(CHANGE_SET.c.number == _number(change_id))
        found = await self._database.read(lambda c: tuple(map(_change_set, c.execute(query))))
        return found[0] if found else None

    async def mark_undone(self, change_id: str) -> None:
        """Note that it was taken back."""
        change = update(CHANGE_SET).where(CHANGE_SET.c.number == _number(change_id)).values(undone=True)
        await self._database.write(lambda connection: connection.execute(change))
        self._recent = tuple(s for s in self._recent if s.id != change_id)
        self._tell(change_id)

    def _tell(self, change_id: str) -> None:
        if self._bus is not None:
            self._bus.publish(JournalChanged(change_id, self._clock.now()))


_REMEMBERED = 20


def _written(connection: Connection, made: ChangeSet, ours: ChangeSet | None) -> ChangeSet:
    """Add to `ours`, the set this turn began, if it is the newest still, else begin a new one."""
    newest = connection.execute(select(CHANGE_SET).order_by(CHANGE_SET.c.number.desc()).limit(1)).first()
    before = _change_set(newest) if newest is not None else None
    going_on = before if before and ours and before.id == ours.id and not before.undone else None
    whole = joined((*going_on.changes, *made.changes) if going_on else made.changes)
    row = {
        "at": millis(made.at),
        "changes": json.dumps([change_to_json(change) for change in whole]),
        "cause": json.dumps(cause_to_json(made.cause)),
        "undone": False,
    }
    if going_on:
        connection.execute(update(CHANGE_SET).where(CHANGE_SET.c.number == _number(going_on.id)).values(row))
        return replace(going_on, at=made.at, changes=whole)
    connection.execute(insert(CHANGE_SET).values(row))
    number = int(connection.execute(select(func.max(CHANGE_SET.c.number))).scalar_one())
    return replace(made, id=f"u{number}", changes=whole)


def _number(change_id: str) -> int:
    digits = change_id.removeprefix("u")
    return int(digits) if digits.isdecimal() else -1


def _change_set(row: Row[int, int, str, str, bool]) -> ChangeSet:
    changes = tuple(change_from_json(form_of(item, "change")) for item in json.loads(row.changes))
    cause = cause_from_json(form_of(row.cause, "cause"))
    return ChangeSet(f"u{row.number}", instant(row.at), changes, cause, row.undone)

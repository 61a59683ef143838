"""What rules told a person, kept so that none is told twice and none is lost. Nothing here shows it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from devices.bus import Bus
from devices.clock import Clock
from devices.events import NoticePosted
from devices.storage.afresh import Afresh
from devices.storage.database import Database
from devices.storage.form import form_of
from devices.storage.tables import NOTICE, instant, millis

KEPT = 500


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing a rule told: `key` is the step of the run that told it, `id` is given by the book.

    An empty message means the rule's own sentence and what set it off, made by a face from `facts`.
    """

    key: str
    rule_id: str
    at: datetime
    message: str = ""
    bell: bool = False
    topic: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    seen: bool = False
    id: int = 0


class Notices:
    """The notices of a home, the newest 500; every one is stored first, then told on the bus."""

    def __init__(self, database: Database, bus: Bus, clock: Clock) -> None:
        self._database, self._bus, self._clock = database, bus, clock
        self._afresh = Afresh(database)
        self._known: dict[int, Notice] = {}
        self._loaded = False

    async def load(self) -> None:
        """Read them all again; tells what another process posted."""
        found = await self._afresh.read(_rows)
        before, self._known = self._known, found
        if self._loaded:
            for notice in self._known.values():
                if notice.id > max(before, default=0):
                    self._tell(notice)
        self._loaded = True

    def listed(self) -> tuple[Notice, ...]:
        """All of them, newest first."""
        return tuple(reversed(self._known.values()))

    def unseen(self) -> tuple[Notice, ...]:
        """Those that nobody has seen yet, oldest first."""
        return tuple(notice for notice in self._known.values() if not notice.seen)

    async def post(self, draft: Notice) -> Notice | None:
        """Store and tell; None when this step told it before."""
        notice = await self._database.write(lambda connection: _insert(connection, draft))
        if notice is None:
            return None
        told = notice.id in self._known  # it may have been read again before this goes on
        self._known[notice.id] = notice
        self._afresh.wrote()
        if not told:
            self._tell(notice)
        return notice

    async def see(self, *ids: int) -> None:
        """Somebody saw these."""
        seen = update(NOTICE).where(NOTICE.c.id.in_(ids)).values(seen=True)
        await self._database.write(lambda connection: connection.execute(seen))
        for notice_id in ids:
            if notice_id in self._known:
                self._known[notice_id] = replace(self._known[notice_id], seen=True)
        self._afresh.wrote()

    def _tell(self, n: Notice) -> None:
        self._bus.publish(NoticePosted(n.id, n.rule_id, n.at, n.message, n.bell, n.topic, n.facts))


def _insert(connection: Connection, draft: Notice) -> Notice | None:
    if connection.execute(select(NOTICE.c.id).where(NOTICE.c.key == draft.key)).scalar() is not None:
        return None
    document = {
        "message": draft.message,
        "bell": draft.bell,
        "topic": draft.topic,
        "facts": dict(draft.facts),
    }
    row = {
        "key": draft.key,
        "at": millis(draft.at),
        "rule_id": draft.rule_id,
        "seen": draft.seen,
        "document": json.dumps(document),
    }
    added = connection.execute(insert(NOTICE).values(row)).inserted_primary_key
    notice_id = int(added[0]) if added is not None else 0
    connection.execute(delete(NOTICE).where(NOTICE.c.id <= notice_id - KEPT))
    return replace(draft, id=notice_id)


def _rows(connection: Connection) -> dict[int, Notice]:
    found: dict[int, Notice] = {}
    for row in connection.execute(select(NOTICE).order_by(NOTICE.c.id)):
        form = form_of(row.document, "notice")
        found[row.id] = Notice(
            row.key,
            row.rule_id,
            instant(row.at),
            form.text("message", ""),
            form.flag("bell", default=False),
            form.text("topic", ""),
            {name: str(value) for name, value in form.object("facts").items()},
            row.seen,
            row.id,
        )
    return found

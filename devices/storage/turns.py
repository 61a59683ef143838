"""Records of finished turns as JSON text, so that a trace can be shown later. It does not read them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Row, delete, func, insert, select

from devices.storage.database import Database
from devices.storage.tables import TURN, instant, millis

KEPT = 500


@dataclass(frozen=True, slots=True)
class SavedTurn:
    """One turn; `number` grows for ever, while `id` (t1, t2 ...) begins anew with every session."""

    number: int
    id: str
    at: datetime
    document: str


class Turns:
    """The newest turns of a home; older ones are forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, turn_id: str, at: datetime, document: str) -> None:
        """Add a finished turn."""

        def work(connection: Connection) -> None:
            connection.execute(insert(TURN).values(id=turn_id, at=millis(at), document=document))
            newest = connection.execute(select(func.max(TURN.c.number))).scalar_one()
            connection.execute(delete(TURN).where(TURN.c.number <= newest - KEPT))

        await self._database.write(work)

    async def last(self, n: int = 1) -> tuple[SavedTurn, ...]:
        """The newest turns, newest first."""
        query = select(TURN).order_by(TURN.c.number.desc()).limit(n)
        return await self._database.read(lambda connection: tuple(map(_saved, connection.execute(query))))

    async def find(self, turn_id: str) -> SavedTurn | None:
        """The newest turn with this id."""
        query = select(TURN).where(TURN.c.id == turn_id).order_by(TURN.c.number.desc()).limit(1)
        found = await self._database.read(lambda connection: tuple(map(_saved, connection.execute(query))))
        return found[0] if found else None


def _saved(row: Row[int, str, int, str]) -> SavedTurn:
    return SavedTurn(row.number, row.id, instant(row.at), row.document)

"""Records of finished turns as JSON text, so that a trace can be shown later. It does not read them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Row, delete, func, insert, select

from devices.storage import spending
from devices.storage.database import Database
from devices.storage.spending import Cost
from devices.storage.tables import SETTING, TURN, instant, millis
from devices.storage.upsert import upsert

KEPT = 500
COUNTER = "turns.last_number"


@dataclass(frozen=True, slots=True)
class SavedTurn:
    """One turn; `number` is the order in which turns ended, `id` (t1, t2 ...) that in which they began."""

    number: int
    id: str
    at: datetime
    document: str


class Turns:
    """The newest turns of a home; older ones are forgotten."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(self) -> str:
        """The id of a turn that begins now; no other turn of this home, of whichever process, has it."""
        return f"t{await self._database.write(_reserved)}"

    async def save(self, turn_id: str, at: datetime, document: str, cost: Cost | None = None) -> None:
        """Add a finished turn, and what it cost to what was spent; both or neither."""

        def work(connection: Connection) -> None:
            connection.execute(insert(TURN).values(id=turn_id, at=millis(at), document=document))
            if cost is not None:
                spending.add(connection, cost)
            newest = connection.execute(select(func.max(TURN.c.number))).scalar_one()
            connection.execute(delete(TURN).where(TURN.c.number <= newest - KEPT))

        await self._database.write(work)

    async def spent(self, day: str) -> tuple[Cost, ...]:
        """What turns cost from this day (ISO date) on, by day and model, oldest first."""
        return await self._database.read(lambda connection: spending.since(connection, day))

    async def last(self, n: int = 1) -> tuple[SavedTurn, ...]:
        """The newest turns, newest first."""
        query = select(TURN).order_by(TURN.c.number.desc()).limit(n)
        return await self._database.read(lambda connection: tuple(map(_saved, connection.execute(query))))

    async def find(self, turn_id: str) -> SavedTurn | None:
        """The newest turn with this id."""
        query = select(TURN).where(TURN.c.id == turn_id).order_by(TURN.c.number.desc()).limit(1)
        found = await self._database.read(lambda connection: tuple(map(_saved, connection.execute(query))))
        return found[0] if found else None


def _reserved(connection: Connection) -> int:
    """Count up in one transaction; a home without a counter goes on behind the turns it has."""
    counter = select(SETTING.c.value).where(SETTING.c.key == COUNTER)
    known = connection.execute(counter).scalar()
    number = int(known) if known is not None else max(map(_number, _ids(connection)), default=0)
    upsert(connection, SETTING, [{"key": COUNTER, "value": str(number + 1)}])
    return number + 1


def _ids(connection: Connection) -> tuple[str, ...]:
    return tuple(connection.execute(select(TURN.c.id)).scalars())


def _number(turn_id: str) -> int:
    digits = turn_id.removeprefix("t")
    return int(digits) if digits.isdecimal() else 0


def _saved(row: Row[int, str, int, str]) -> SavedTurn:
    return SavedTurn(row.number, row.id, instant(row.at), row.document)

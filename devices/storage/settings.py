"""Words that the user set for this home, by key. What a key means is the business of who uses it."""

from sqlalchemy import Connection, delete, select

from devices.storage.database import Database
from devices.storage.tables import SETTING
from devices.storage.upsert import upsert


class Settings:
    """All settings of a home, read once and kept; writes go to the database first."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._values: dict[str, str] = {}

    async def load(self) -> None:
        """Read them all again, with what another process wrote."""

        def rows(connection: Connection) -> dict[str, str]:
            return {row.key: row.value for row in connection.execute(select(SETTING))}

        self._values = await self._database.read(rows)

    def value(self, key: str) -> str | None:
        """The value as it was last read or put."""
        return self._values.get(key)

    async def put(self, key: str, value: str | None) -> None:
        """Store a value; None forgets it."""
        if value is None:
            await self._database.write(
                lambda connection: connection.execute(delete(SETTING).where(SETTING.c.key == key))
            )
            self._values.pop(key, None)
            return
        await self._database.write(
            lambda connection: upsert(connection, SETTING, [{"key": key, "value": value}])
        )
        self._values[key] = value

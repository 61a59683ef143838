"""Insert or replace by primary key, in the words of the database at hand."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from devices.model import Scalar


def upsert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Scalar]]) -> None:
    """Write rows of equal shape; a row whose primary key exists is replaced."""
    if not rows:
        return
    insert = postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)
    keys = [column.name for column in table.primary_key]
    rest = {name: insert.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(
        insert.on_conflict_do_update(index_elements=keys, set_=rest), [dict(row) for row in rows]
    )

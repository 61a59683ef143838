"""Insert, replace or add up by primary key, in the words of the database at hand."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

from devices.model import Scalar


def upsert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Scalar]]) -> None:
    """Write rows of equal shape; a row whose primary key exists is replaced."""
    if not rows:
        return
    insert, keys = _insert(connection, table), _keys(table)
    rest = {name: insert.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(
        insert.on_conflict_do_update(index_elements=keys, set_=rest), [dict(row) for row in rows]
    )


def added(connection: Connection, table: Table, row: Mapping[str, Scalar]) -> None:
    """Write a row; if its primary key exists, its other columns, all numbers, are added to those there."""
    insert, keys = _insert(connection, table), _keys(table)
    sums = {name: table.c[name] + insert.excluded[name] for name in row if name not in keys}
    connection.execute(insert.values(**row).on_conflict_do_update(index_elements=keys, set_=sums))


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return postgresql.insert(table) if connection.dialect.name == "postgresql" else sqlite.insert(table)


def _keys(table: Table) -> list[str]:
    return [column.name for column in table.primary_key]

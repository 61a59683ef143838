"""Which stored readings tell of a value, and one of them as a value. Asks nothing by itself."""

from sqlalchemy import ColumnElement, FromClause

from devices.history.known import Row
from devices.history.sight import UNKNOWN, Mark
from devices.storage.tables import READING


def told(reading: FromClause) -> ColumnElement[bool]:
    """A number is not read anew just because its device is back with the old one; a word stands."""
    return (reading.c.mark != Mark.BACK.value) | reading.c.value.is_(None)


TOLD = told(READING)


def row(at: int, value: float | None, word: str | None) -> Row:
    """A stored reading as a value."""
    return Row(at, word or UNKNOWN if value is None else value)

"""Readings rolled up by five minutes, hour and day, a series a unit, and how far all of it reaches."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_index("series_name", "series")
    op.create_index("series_name", "series", ["entity_id", "attribute", "unit"], unique=True)
    for stretch in ("5m", "hour", "day"):
        _numbers(f"numbers_{stretch}")
        _words(f"words_{stretch}")
    op.create_table(
        "stale",
        sa.Column("series", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("start", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("series", "start"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "horizon",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def _numbers(name: str) -> None:
    op.create_table(
        name,
        sa.Column("series", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("start", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("known", sa.Integer(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("mean", sa.Float(), nullable=False),
        sa.Column("low", sa.Float(), nullable=False),
        sa.Column("low_at", sa.Integer(), nullable=False),
        sa.Column("high", sa.Float(), nullable=False),
        sa.Column("high_at", sa.Integer(), nullable=False),
        sa.Column("last", sa.Float(), nullable=False),
        sa.Column("rise", sa.Float(), nullable=True),
        sa.Column("peak", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("series", "start"),
        sqlite_with_rowid=False,
    )


def _words(name: str) -> None:
    op.create_table(
        name,
        sa.Column("series", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("start", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("word", sa.String(), nullable=False),
        sa.Column("held", sa.Integer(), nullable=False),
        sa.Column("began", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("series", "start", "word"),
        sqlite_with_rowid=False,
    )

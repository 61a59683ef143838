"""Rules of every kind: where their triggers stand, runs that are not over, scenes, permissions, questions."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "memory",
        sa.Column("rule_id", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("rule_id", "place"),
    )
    op.create_table(
        "run",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("rule_id", sa.String(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_run_rule_id", "run", ["rule_id"], unique=False)
    op.create_table(
        "scene",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    _asking()
    _keep_latches()
    op.add_column("reading", sa.Column("mark", sa.Integer(), nullable=False, server_default="0"))


def _asking() -> None:
    op.create_table(
        "permission",
        *(sa.Column(name, sa.String(), nullable=False) for name in ("rule_id", "entity_id", "control")),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("given_by", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("rule_id", "entity_id", "control"),
    )
    op.create_table(
        "question",
        *(sa.Column(name, sa.String(), nullable=False) for name in ("id", "rule_id", "run_id")),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("at", "until")),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rule_id", sa.String(), nullable=False),
        sa.Column("seen", sa.Boolean(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("ix_notice_at", "notice", ["at"], unique=False)


def _keep_latches() -> None:
    """Carry over where thresholds stood: their place was a number, the entity is in their fingerprint."""
    bind = op.get_bind()
    rows = bind.execute(sa.text("SELECT rule_id, trigger, fingerprint, phase, since FROM latch")).all()
    for row in rows:
        place = f"{row.trigger}/{json.loads(row.fingerprint)['entity_id']}"
        document = json.dumps({"phase": row.phase, "since": row.since})
        bind.execute(
            sa.text("INSERT INTO memory (rule_id, place, fingerprint, document) VALUES (:r, :p, '', :d)"),
            {"r": row.rule_id, "p": place, "d": document},
        )
    op.drop_table("latch")

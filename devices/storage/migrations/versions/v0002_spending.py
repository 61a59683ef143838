"""What turns cost, by day and model."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBERS = (
    *("turns", "model_calls", "tokens_in", "tokens_out", "tokens_cached", "tokens_guessed"),
    *("saved_calls", "saved_by_stopping", "saved_by_groups"),
)


def upgrade() -> None:
    op.create_table(
        "spending",
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _NUMBERS),
        sa.PrimaryKeyConstraint("day", "model"),
    )

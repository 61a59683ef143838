"""What turns cost, added up by day and model, and kept longer than the turns themselves."""

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, select

from devices.storage.tables import SPENDING
from devices.storage.upsert import added


@dataclass(frozen=True, slots=True)
class Cost:
    """Model calls and tokens of turns answered by one model on one day (ISO date of the wall clock).

    `tokens_guessed` are those of failed requests, which a provider does not count for us; `saved_calls`
    and `saved_by_stopping` are the model calls not made since the tools had said all, and the tokens these
    would have read; `saved_by_groups` the tokens of tools that were not shown.
    """

    day: str
    model: str
    turns: int = 1
    model_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    tokens_guessed: int = 0
    saved_calls: int = 0
    saved_by_stopping: int = 0
    saved_by_groups: int = 0

    @property
    def tokens(self) -> int:
        """All that a provider charges for, guesses included."""
        return self.tokens_in + self.tokens_out + self.tokens_guessed


def add(connection: Connection, cost: Cost) -> None:
    """Add a cost to those of its day and model."""
    added(connection, SPENDING, asdict(cost))


def since(connection: Connection, day: str) -> tuple[Cost, ...]:
    """What was spent from this day on, a row for each day and model, oldest first."""
    query = select(SPENDING).where(SPENDING.c.day >= day).order_by(SPENDING.c.day, SPENDING.c.model)
    return tuple(Cost(**row) for row in connection.execute(query).mappings())

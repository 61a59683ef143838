"""What turns cost: added up by day and model, in the same breath as the turn itself."""

from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from assistant.cli.verbs.stats import by_model
from devices.storage.database import Database
from devices.storage.spending import Cost
from devices.storage.turns import Turns

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


async def test_save_adds_costs_of_a_day_and_model_up(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    turns = Turns(database)
    groq = Cost("2026-11-30", "groq:m", model_calls=2, tokens_in=900, tokens_out=40, saved_calls=1)
    await turns.save("t1", NOON, "{}", groq)
    await turns.save("t2", NOON, "{}", groq)
    await turns.save("t3", NOON, "{}", Cost("2026-11-30", "offline", model_calls=1))
    await turns.save("t4", NOON, "{}", Cost("2026-12-01", "groq:m", model_calls=1))
    spent = await turns.spent("2026-11-30")
    await database.close()
    assert [(c.day, c.model, c.turns, c.model_calls, c.tokens_in) for c in spent] == [
        ("2026-11-30", "groq:m", 2, 4, 1800),
        ("2026-11-30", "offline", 1, 1, 0),
        ("2026-12-01", "groq:m", 1, 1, 0),
    ]


async def test_spent_leaves_out_days_before(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    turns = Turns(database)
    await turns.save("t1", NOON, "{}", Cost("2026-11-29", "offline"))
    assert await turns.spent("2026-11-30") == ()
    await database.close()


COSTS = st.lists(
    st.builds(
        Cost,
        day=st.sampled_from(["2026-11-29", "2026-11-30"]),
        model=st.sampled_from(["offline", "groq:m", "ollama:n"]),
        tokens_in=st.integers(0, 10_000),
        tokens_out=st.integers(0, 1_000),
        tokens_guessed=st.integers(0, 1_000),
    )
)


@given(COSTS)
def test_by_model_loses_no_token_and_no_turn(costs: list[Cost]) -> None:
    summed = by_model(costs)
    assert sum(c.tokens for c in summed) == sum(c.tokens for c in costs)
    assert sum(c.turns for c in summed) == len(costs)
    assert [c.model for c in summed] == sorted({c.model for c in costs})

"""The day's accounts: what is left of an allowance, after turns that cost something."""

from datetime import UTC, datetime
from pathlib import Path

from assistant.agent.turn import Saved, StopReason, Turn
from assistant.kept.accounts import allowance, cost, today
from devices.storage.database import Database
from devices.storage.turns import Turns

TURN = Turn(
    "t1",
    "hi",
    "hello",
    "en",
    StopReason.ANSWERED,
    model="groq:m",
    model_calls=2,
    tokens_in=900,
    tokens_out=50,
)


async def test_allowance_shrinks_by_what_turns_cost_and_never_below_nothing(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    turns = Turns(database)
    left = allowance(1000, turns)
    for expected in (1000, 50, 0):
        found = await left()
        assert found is not None
        assert found.tokens == expected
        assert 0 <= found.renewed <= 25 * 3600
        await turns.save("t1", datetime.now(UTC), "{}", cost(TURN, today()))
    await database.close()


async def test_allowance_without_a_limit_or_an_account_bounds_nothing(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    turns = Turns(database)
    assert await allowance(0, turns)() is None
    await database.close()
    assert await allowance(1000, turns)() is None


def test_cost_carries_every_figure_of_the_turn() -> None:
    spent = cost(
        Turn("t", "", "", "en", StopReason.ANSWERED, tokens_guessed=7, saved=Saved(1, 2, 3)), today()
    )
    assert (spent.tokens, spent.saved_calls, spent.saved_by_stopping, spent.saved_by_groups) == (7, 1, 2, 3)


def test_cost_of_a_failed_request_is_the_asked_models_not_the_stand_ins() -> None:
    stood_in = Turn(
        "t", "", "", "en", StopReason.ANSWERED, model="offline", asked_model="groq:m", tokens_in=900
    )
    assert cost(stood_in, today()).model == "groq:m"
    free = Turn("t", "", "", "en", StopReason.ANSWERED, model="offline", asked_model="groq:m")
    assert cost(free, today()).model == "offline"

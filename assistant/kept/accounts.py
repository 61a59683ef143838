"""Keeps finished turns and what they cost, and knows what of a day's tokens is left."""

from collections.abc import Awaitable, Callable
from datetime import date, datetime, time, timedelta

from assistant.agent.turn import Turn
from assistant.kept.record import record
from assistant.models.rest import Allowance
from assistant.runtime import Runtime
from devices.clock import WallClock
from devices.errors import StorageError
from devices.storage.spending import Cost
from devices.storage.turns import Turns


async def keep(turn: Turn, runtime: Runtime) -> None:
    """Write a turn down with its cost.

    Raises:
        StorageError: the database did not take it.
    """
    house = runtime.house
    await runtime.turns.save(turn.id, house.clock.now(), record(turn), cost(turn, today()))


def allowance(limit: float, turns: Turns) -> Callable[[], Awaitable[Allowance | None]]:
    """What asks how much of a day's tokens is left; None without a limit (0) or an account to read."""

    async def left() -> Allowance | None:
        if not limit:
            return None
        try:
            spent = sum(cost.tokens for cost in await turns.spent(today().isoformat()))
        except StorageError:
            return None
        return Allowance(max(0, round(limit) - spent), _until_tomorrow())

    return left


def today() -> date:
    """The day on this machine: providers charge for real time, at whatever speed a home lives."""
    return _now().date()


def _now() -> datetime:
    return WallClock().now().astimezone()


def _until_tomorrow() -> float:
    tomorrow = datetime.combine(today() + timedelta(days=1), time.min).astimezone()
    return (tomorrow - _now()).total_seconds()


def cost(turn: Turn, day: date) -> Cost:
    """What a turn adds to the accounts: tokens are the asked model's, whichever brain answered in the end."""
    paid = bool(turn.tokens_in or turn.tokens_guessed)
    return Cost(
        day.isoformat(),
        (turn.asked_model if paid else "") or turn.model,
        model_calls=turn.model_calls,
        tokens_in=turn.tokens_in,
        tokens_out=turn.tokens_out,
        tokens_cached=turn.tokens_cached,
        tokens_guessed=turn.tokens_guessed,
        saved_calls=turn.saved.calls,
        saved_by_stopping=turn.saved.by_stopping,
        saved_by_groups=turn.saved.by_groups,
    )

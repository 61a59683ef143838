"""`hearth stats`: turns, model calls and tokens, and what stopping and tool groups saved of them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from datetime import timedelta

from assistant.cli.exit import Exit
from assistant.cli.flags import Stats
from assistant.cli.listing import VERSION
from assistant.cli.opening import records
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import columns, note, say
from assistant.config import Config
from assistant.kept.accounts import today
from devices.model import Json
from devices.storage.spending import Cost

NUMBERS = tuple(field.name for field in fields(Cost) if field.name not in ("day", "model"))
_HEADS = ("turns", "calls", "in", "out", "cached", "guessed", "calls saved", "by stopping", "by groups")


def run(flags: Stats) -> int:
    """Show what was spent."""
    config = prepare(flags)
    return perform(lambda: _show(flags, config))


async def _show(flags: Stats, config: Config) -> Exit:
    first = (today() - timedelta(days=flags.days - 1)).isoformat()
    async with records(config) as turns:
        spent = await turns.spent(first) if turns is not None else ()
    if flags.json:
        say(json.dumps(_document(first, spent), ensure_ascii=False))
    elif spent:
        say("\n".join(_lines(first, spent)))
    else:
        note(f"no turn since {first}")
    return Exit.DONE


def by_model(spent: Iterable[Cost]) -> tuple[Cost, ...]:
    """The costs of all days added up, a row for each model."""
    sums: dict[str, Cost] = {}
    for cost in spent:
        known = sums.get(cost.model)
        sums[cost.model] = cost if known is None else _sum(known, cost)
    return tuple(sums[model] for model in sorted(sums))


def _sum(one: Cost, other: Cost) -> Cost:
    numbers = {name: getattr(one, name) + getattr(other, name) for name in NUMBERS}
    return Cost(one.day, one.model, **numbers)


def _document(first: str, spent: tuple[Cost, ...]) -> dict[str, Json]:
    models: dict[str, Json] = {
        cost.model: {name: getattr(cost, name) for name in NUMBERS} for cost in by_model(spent)
    }
    return {"v": VERSION, "since": first, "models": models, "days": [asdict(cost) for cost in spent]}


def _lines(first: str, spent: tuple[Cost, ...]) -> Iterator[str]:
    yield f"since {first}; tokens: in, out, cached (of those in), guessed (failed requests), saved"
    yield from columns([("model", *_HEADS), *map(_row, by_model(spent))])
    yield from (_share(cost) for cost in by_model(spent) if cost.tokens)


def _row(cost: Cost) -> tuple[str, ...]:
    return (cost.model, *(f"{getattr(cost, name):,}" for name in NUMBERS))


def _share(cost: Cost) -> str:
    """What the savings mean beside what was spent; both are counted in the provider's tokens."""
    saved = cost.saved_by_stopping + cost.saved_by_groups
    share = 100 * saved / (saved + cost.tokens)
    return f"{cost.model}: {cost.tokens:,} tokens used, about {saved:,} saved ({share:.0f} %)"

"""How many tokens a text may take, without a tokenizer: rather too many than too few. Knows no model."""

import math

from devices.model import Json

_MARK = 12
"""What it weighs to say how much was left out of a list."""
_BYTES_A_TOKEN = 3
"""English takes about four bytes a token, Russian four to six, Chinese three; ids and digits about three."""


def weight(text: str) -> int:
    """The most tokens that a text is likely to take."""
    return math.ceil(len(text.encode()) / _BYTES_A_TOKEN)


def clipped(text: str, most: int) -> str:
    """A text cut to a weight, at a character, with a mark that it was cut."""
    if weight(text) <= most:
        return text
    kept = text.encode()[: max(0, most - 1) * _BYTES_A_TOKEN].decode(errors="ignore")
    return f"{kept}…"


def plain_weight(value: Json) -> int:
    """The weight of a value as JSON, near enough, without writing it."""
    match value:
        case dict():
            return 1 + sum(weight(key) + 2 + plain_weight(inner) for key, inner in value.items())
        case list():
            return 1 + sum(1 + plain_weight(inner) for inner in value)
        case str():
            return 2 + weight(value)
        case _:
            return 1 + weight(str(value))


def bounded(value: Json, most: int) -> Json:
    """A value cut to a weight: the end of lists and texts goes, and a list says how many were left out."""
    if plain_weight(value) <= most:
        return value
    match value:
        case list():
            return _list(value, most)
        case dict():
            return _object(value, most)
        case str():
            return clipped(value, most)
        case _:
            return value


def _list(rows: list[Json], most: int) -> Json:
    kept: list[Json] = []
    left = most - _MARK
    for row in rows:
        part = bounded(row, most // 2)
        left -= plain_weight(part) + 1
        if left < 0:
            break
        kept.append(part)
    return [*kept, {"left_out": len(rows) - len(kept)}] if len(kept) < len(rows) else kept


def _object(fields: dict[str, Json], most: int) -> Json:
    """Small fields whole; what is left of the budget is for the first of the large ones."""
    small = most // (len(fields) + 1)
    large = [key for key, inner in fields.items() if plain_weight(inner) > small]
    left = most - sum(
        plain_weight(inner) + weight(key) + 1 for key, inner in fields.items() if key not in large
    )
    return {
        key: bounded(inner, max(1, left // len(large))) if key in large else inner
        for key, inner in fields.items()
    }

"""Reads one neutral field of a report, laid over the value before; knows nothing of any kind."""

import math
from enum import StrEnum
from typing import TypeVar

from devices.errors import BadPayload
from devices.model import Fields, Scalar

Word = TypeVar("Word", bound=StrEnum)


def number(fields: Fields, name: str, before: float | None) -> float | None:
    """The finite number called `name`; `before` when the report leaves it out, None when it resets it."""
    if name not in fields:
        return before
    value = fields[name]
    return None if value is None else finite(value, name)


def whole(fields: Fields, name: str, before: int | None) -> int | None:
    """Like `number`, rounded to an integer."""
    value = number(fields, name, before)
    return None if value is None else round(value)


def text(fields: Fields, name: str, before: str | None) -> str | None:
    """The text called `name`; `before` when left out, None when reset."""
    if name not in fields:
        return before
    value = fields[name]
    return None if value is None else str(value)


def word(fields: Fields, name: str, words: type[Word], before: Word | None) -> Word | None:
    """The member of `words` that the report names; BadPayload if it is none of them."""
    value = text(fields, name, before)
    if value is None:
        return None
    try:
        return words(value)
    except ValueError:
        raise BadPayload(f"{name} can't be {value[:40]!r}") from None


def numbers(fields: Fields, name: str, before: tuple[float, ...] | None) -> tuple[float, ...] | None:
    """The tuple of finite numbers called `name`, such as a colour."""
    if name not in fields:
        return before
    value = fields[name]
    return tuple(finite(part, name) for part in value) if isinstance(value, tuple) else None


def flag(fields: Fields, name: str, before: Scalar) -> bool | None:
    """The yes or no called `name`."""
    if name not in fields:
        return None if before is None else bool(before)
    value = fields[name]
    return None if value is None else bool(value)


def finite(value: Scalar | tuple[Scalar, ...], name: str) -> float:
    """A scalar as a finite number, numeric text included.

    Raises:
        BadPayload: it is no number, or not a finite one.
    """
    try:
        found = float(value) if isinstance(value, str | int | float) else math.nan
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise BadPayload(f"{name} is not a number: {str(value)[:40]!r}")
    return found


def near(wanted: float, reported: float | None, within: float) -> bool:
    """Whether a reported number is the wanted one, give or take the device's own rounding."""
    return reported is not None and abs(reported - wanted) <= within + 1e-9

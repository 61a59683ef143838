"""Several verdicts or numbers read as one, where some may not be known. Pure."""

from collections.abc import Iterable


def all_of(verdicts: Iterable[bool | None]) -> bool | None:
    """True when all are; False as soon as one is not; else not known. Of none at all: True."""
    found = list(verdicts)
    if any(verdict is False for verdict in found):
        return False
    return None if any(verdict is None for verdict in found) else True


def any_of(verdicts: Iterable[bool | None]) -> bool | None:
    """True as soon as one is; False when none is; else not known."""
    found = list(verdicts)
    if any(found):
        return True
    return None if any(verdict is None for verdict in found) else False


def none_of(verdicts: Iterable[bool | None]) -> bool | None:
    """The opposite of any; what isn't known stays so."""
    found = any_of(verdicts)
    return None if found is None else not found


def average(numbers: Iterable[float | None]) -> float | None:
    """The mean of those that are known; None when none is."""
    known = [number for number in numbers if number is not None]
    return round(sum(known) / len(known), 9) if known else None

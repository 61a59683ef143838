"""The lengths of time that the view offers, and which one a word means. Pure."""

import re
from dataclasses import dataclass
from datetime import timedelta

WRITTEN = re.compile(r"(?:last\s+)?(?P<count>\d{1,4})?\s*(?P<unit>[a-z]+)", re.IGNORECASE)
UNITS = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), timedelta(minutes=1)),
    **dict.fromkeys(("h", "hour", "hours"), timedelta(hours=1)),
    **dict.fromkeys(("d", "day", "days"), timedelta(days=1)),
    **dict.fromkeys(("w", "week", "weeks"), timedelta(days=7)),
    **dict.fromkeys(("mo", "month", "months"), timedelta(days=30)),
    **dict.fromkeys(("y", "year", "years"), timedelta(days=365)),
}


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time with the key that chooses it."""

    key: str
    label: str
    length: timedelta


SPANS = (
    Span("1", "1 h", timedelta(hours=1)),
    Span("2", "6 h", timedelta(hours=6)),
    Span("3", "24 h", timedelta(hours=24)),
    Span("4", "7 d", timedelta(days=7)),
    Span("5", "30 d", timedelta(days=30)),
    Span("6", "1 y", timedelta(days=365)),
)
DAY = SPANS[2]
LONGEST = SPANS[-1]


def spelled(text: str) -> Span | None:
    """The span that `6h`, `24 h`, `last 7 days` or `week` means; None for other words."""
    found = WRITTEN.fullmatch(text.strip())
    unit = UNITS.get(found["unit"].casefold()) if found else None
    if found is None or unit is None:
        return None
    length = int(found["count"] or 1) * unit
    if not timedelta(minutes=1) <= length <= 10 * LONGEST.length:
        return None
    return lasting(length)


def lasting(length: timedelta) -> Span:
    """The span of this length: one on offer, or one that no key chooses."""
    return next((span for span in SPANS if span.length == length), Span("", _label(length), length))


def longer(span: Span) -> Span | None:
    """The next longer span on offer; None above the longest."""
    return next((one for one in SPANS if one.length > span.length), None)


def _label(length: timedelta) -> str:
    minutes = round(length.total_seconds() / 60)
    for size, unit in ((1440, "d"), (60, "h")):
        if minutes % size == 0:
            return f"{minutes // size} {unit}"
    return f"{minutes} min"

"""Times and spans as the chrome writes them: 18:42, 12 min, 3 h. No sentences."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo


@dataclass(frozen=True, slots=True)
class Moment:
    """When the picture is taken: home time, the home's zone, and whether the broker answers.

    `settled` is False while the devices of a home that just opened still arrive.
    """

    now: datetime
    zone: tzinfo = UTC
    connected: bool = True
    settled: bool = True


def clock(at: datetime, moment: Moment) -> str:
    """The wall clock of the home, with the day when it is not today's."""
    local, today = at.astimezone(moment.zone), moment.now.astimezone(moment.zone)
    if local.date() == today.date():
        return f"{local:%H:%M}"
    if timedelta(0) < today - local < timedelta(days=6):
        return f"{local:%a %H:%M}"
    return f"{local.day} {local:%b}"


def span(seconds: float) -> str:
    """A length of time in its largest whole unit: 8 s, 12 min, 3 h, 2 d."""
    whole = max(0, int(seconds))
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if whole >= size:
            return f"{whole // size} {unit}"
    return f"{whole} s"


def since(at: datetime | None, moment: Moment) -> str:
    """How long ago, without the word ago; empty when unknown."""
    return span((moment.now - at).total_seconds()) if at is not None else ""


def ago(at: datetime | None, moment: Moment) -> str:
    """How long ago in words; empty when unknown."""
    if at is None:
        return ""
    seconds = (moment.now - at).total_seconds()
    return "just now" if seconds < 5 else f"{span(seconds)} ago"


def took(milliseconds: int) -> str:
    """How long something took: 12 ms, 0.3 s, 14 s."""
    if milliseconds < 100:
        return f"{milliseconds} ms"
    return f"{milliseconds / 1000:.1f} s" if milliseconds < 10_000 else f"{milliseconds // 1000} s"

"""Wall-clock times of a home as instants, where clocks jump and fall back. Knows no words."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

DAY = 1_440
"""Minutes of a plain day; a wall time may go beyond it, into the next day."""
_SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, order=True)
class Wall:
    """A time on the home's clock: minutes after midnight of a day."""

    day: date
    minutes: int = 0

    def moved(self, days: int) -> "Wall":
        """The same time of day so many days later."""
        return Wall(self.day + timedelta(days=days), self.minutes)

    def naive(self) -> datetime:
        """As a date and time without a zone."""
        return datetime.combine(self.day, datetime.min.time()) + timedelta(minutes=self.minutes)


def wall_of(at: datetime, zone: tzinfo) -> Wall:
    """What the home's clock shows at an instant, in whole minutes."""
    local = at.astimezone(zone)
    return Wall(local.date(), local.hour * 60 + local.minute)


def begins(wall: Wall, zone: tzinfo) -> datetime:
    """The instant a stretch from this time begins, in UTC: of a time that comes twice the first one.

    A time that the clock skips is the moment of the jump.
    """
    return resolve(wall.naive(), zone, last=False)


def ends(wall: Wall, zone: tzinfo) -> datetime:
    """The instant a stretch up to this time ends: of a time that comes twice the second one."""
    return resolve(wall.naive(), zone, last=True)


def resolve(naive: datetime, zone: tzinfo, *, last: bool) -> datetime:
    """A wall time as an instant in UTC, by the rules of `begins` and `ends`."""
    early, late = (naive.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if early <= late:
        return late if last else early
    return _jump(late, early, zone)


def _jump(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """When the clock jumped, between two instants around it."""
    offset = before.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + (after - before) / 2
        if middle.astimezone(zone).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after.replace(microsecond=0)

"""When somebody was recording: outside of these times nothing is known of the home. Milliseconds."""

from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import Connection, select

from devices.clock import WallClock
from devices.storage.tables import WATCH, millis

ALIVE = timedelta(seconds=60)
"""A recorder whose last sign of life is not older still watches; real time."""


def watches(connection: Connection, now: int) -> list[tuple[int, int]]:
    """When somebody recorded; a recorder that lives has watched until now."""
    stored = connection.execute(select(WATCH.c.start, WATCH.c.end, WATCH.c.beat)).all()
    newest = max((row.end for row in stored), default=0)
    living = millis(WallClock().now() - ALIVE)
    return [(r.start, max(r.end, now) if r.end == newest and r.beat > living else r.end) for r in stored]


class Watch:
    """The stretch that one recorder has watched, as it grows; `reached` is how far that is stored."""

    def __init__(self) -> None:
        self._start: int | None = None
        self.end = self.reached = 0

    def see(self, at: int) -> None:
        """Something was heard then, or would have been."""
        if self._start is None:
            self._start = self.end = self.reached = at
        self._start, self.end = min(self._start, at), max(self.end, at)

    def begin_again(self, at: int) -> None:
        """What was heard between what is stored and this moment is lost: another stretch begins here."""
        self._start, self.end, self.reached = at, max(self.end, at), at

    def stored(self, row: Mapping[str, int] | None) -> None:
        """This row of it is in the database."""
        if row is not None and row["start"] == self._start:
            self.reached = max(self.reached, row["end"])

    def row(self, until: int, *, alive: bool) -> dict[str, int] | None:
        """What to store with readings: watched up to `until`, and what was stored before stays."""
        if self._start is None:
            return None
        end = min(self.end, max(self.reached, until))
        sign = millis(WallClock().now()) if alive else 0
        return {"start": self._start, "end": end, "beat": sign}

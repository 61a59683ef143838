"""When somebody was recording: outside of these times nothing is known of the home."""

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

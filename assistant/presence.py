"""Who runs the built-in home: its lease, and the card in the data folder by which others join it."""

import asyncio
import json
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from devices.clock import AnchoredClock, Clock, WallClock
from devices.errors import HearthError
from devices.storage.lease import Lease

log = logging.getLogger(__name__)

CARD = "running.json"
KNOCK = 1.0
"""Real seconds that a home on this machine is given to open its door."""
HOST_PATIENCE = 20.0
"""Real seconds for a home that is just starting, or for the lease of one that was killed to run out."""
GLANCE = 0.25
SILENT_GLANCES = 4


@dataclass(frozen=True, slots=True)
class Card:
    """Where the home answers and how its clock runs; times are ISO, aware."""

    url: str
    pid: int
    home: str
    wall: str
    speed: float

    def clock(self) -> AnchoredClock:
        """The home's clock as this process sees it."""
        return AnchoredClock(datetime.fromisoformat(self.home), datetime.fromisoformat(self.wall), self.speed)


def leave(folder: Path, url: str, clock: Clock, speed: float) -> None:
    """Write or renew the card; readers never see half of it. Without room for it nobody can join, no more."""
    card = Card(url, os.getpid(), clock.now().isoformat(), WallClock().now().isoformat(), speed)
    fresh = folder / f"{CARD}.new"
    try:
        with os.fdopen(
            os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            json.dump(asdict(card), file)
        fresh.replace(folder / CARD)
    except OSError as error:
        log.warning("other commands can't join this home: %s", error.strerror or error)
        fresh.unlink(missing_ok=True)


def find(folder: Path) -> Card | None:
    """The card of a living process, or None when there is none or it can't be used."""
    try:
        card = Card(**json.loads((folder / CARD).read_text(encoding="utf-8")))
        card.clock()
        return card if card.speed > 0 and _alive(card.pid) else None
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RecursionError):
        return None


async def host(folder: Path, lease: Lease, *, passing: str, told: Callable[[str], None]) -> Card | None:
    """Who runs the built-in home: the card of a host that answers, or None when it is ours to run now.

    Args:
        folder: where the card lies.
        lease: our claim; it is taken when it is free.
        passing: the word of a holder that is only passing, and so is waited for rather than joined; may be
            empty. When it outstays our patience it is joined all the same.
        told: gets one line when the wait is long enough to be noticed.

    Raises:
        HearthError: somebody holds the home and does not answer.
    """
    wall, card = WallClock(), None
    for glance in range(int(HOST_PATIENCE / GLANCE)):
        if await lease.take():
            return None
        card = find(folder)
        waits = bool(passing) and await lease.other() == passing
        if card is not None and not waits and await answers(card):
            return card
        if glance == SILENT_GLANCES:
            told("simulator: waiting for another Hearth that holds this home")
        await wall.patience(GLANCE)
    if card is not None and await answers(card):
        return card
    holder = await lease.other()
    raise HearthError(
        f"another Hearth ({holder}) holds this home but does not answer; close it, or use --data-dir"
    )


async def answers(card: Card) -> bool:
    """Whether something listens at the card's address."""
    try:
        place = urlsplit(card.url)
        async with asyncio.timeout(KNOCK):
            _reader, writer = await asyncio.open_connection(place.hostname, place.port)
    except (OSError, TimeoutError, ValueError):
        return False
    writer.close()
    return True


def withdraw(folder: Path) -> None:
    """Take our own card away; somebody else's stays."""
    card = find(folder)
    if card is not None and card.pid == os.getpid():
        with suppress(FileNotFoundError):
            (folder / CARD).unlink()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

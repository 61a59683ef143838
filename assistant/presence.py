"""The card that a running built-in home leaves in the data folder, so that other commands can join it."""

import asyncio
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from devices.clock import AnchoredClock, Clock, WallClock

CARD = "running.json"
KNOCK = 1.0
"""Real seconds that a home on this machine is given to open its door."""


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
    """Write or renew the card; readers never see half of it."""
    card = Card(url, os.getpid(), clock.now().isoformat(), WallClock().now().isoformat(), speed)
    fresh = folder / f"{CARD}.new"
    with os.fdopen(
        os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8"
    ) as file:
        json.dump(asdict(card), file)
    fresh.replace(folder / CARD)


def find(folder: Path) -> Card | None:
    """The card of a living process, or None."""
    try:
        card = Card(**json.loads((folder / CARD).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return card if _alive(card.pid) else None


async def answers(card: Card) -> bool:
    """Whether something listens at the card's address."""
    place = urlsplit(card.url)
    try:
        async with asyncio.timeout(KNOCK):
            _reader, writer = await asyncio.open_connection(place.hostname, place.port)
    except (OSError, TimeoutError):
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

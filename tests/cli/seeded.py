"""What a home holds before a test's command comes: written by the books themselves, into its database."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from devices.automation.books.questions import Question
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.bus import Bus
from devices.clock import WallClock
from devices.command import Command
from devices.home import Home
from devices.storage.database import Database
from tests.books import housed
from tests.cli.shell import Shell
from tests.fakes.broker import FakeBroker
from tools.context import House

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
UNLOCK = Command("lock.front_door", "unlock")
OPENS = Rule(
    triggers=(Threshold(("sensor.living_room_temperature",), above=60.0),),
    actions=(Act(UNLOCK), Act(Command("light.kitchen", "turn_on"))),
    words="unlock it when it burns",
)
ASKS = Question(
    "",
    "a1",
    "r1",
    (UNLOCK,),
    NOW,
    NOW,
    key="r1/0",
    facts={"entity_id": "sensor.living_room_temperature", "value": "61"},
)


def seeded(shell: Shell, work: Callable[[House], Awaitable[None]]) -> None:
    """Do this to the home of a shell, with nobody else at it."""
    asyncio.run(_seed(shell, work))


async def _seed(shell: Shell, work: Callable[[House], Awaitable[None]]) -> None:
    file = shell.folder / ".local/share/hearth/built-in/hearth.db"
    database = Database.open(f"sqlite:///{file}")
    try:
        bus, clock = Bus(), WallClock()
        house = housed(Home(FakeBroker(), bus, clock), database, bus, clock)
        for book in (house.book, house.scenes, house.permissions, house.questions, house.notices):
            await book.load()
        await work(house)
    finally:
        await database.close()

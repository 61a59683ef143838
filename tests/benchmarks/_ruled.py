"""A home with so many rules on a broker, in a process of its own: prints `ready` and runs until it is ended."""

import asyncio
import json
import sys
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, insert

from devices.automation.almanac import Almanac
from devices.automation.books.book import RuleBook
from devices.automation.books.notices import Notices
from devices.automation.books.permissions import Permissions
from devices.automation.books.questions import Questions
from devices.automation.engine import Engine
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import Threshold
from devices.automation.rule.write import rule_to_json
from devices.automation.run.performing import Works
from devices.automation.timer import LiveTimer
from devices.bus import Bus
from devices.clock import WallClock
from devices.command import Command
from devices.home import Home
from devices.mqtt.client import Client
from devices.storage.database import Database
from devices.storage.tables import RULE

RING = Act(Command("switch.probe", "turn_on"))
OFTEN = 1_000_000
ARRIVAL = 2.0


def rule(number: int) -> Rule:
    """The rule that watches this meter."""
    trigger = Threshold((f"sensor.meter_{number}",), above=50)
    return Rule(f"a{number + 1}", (trigger,), actions=(RING,), mode=Mode.PARALLEL, runs_a_minute=OFTEN)


async def main(port: str, folder: Path, count: int) -> None:
    """Store the rules, connect, let the home describe itself, run."""
    database, bus, clock = Database.open(f"sqlite:///{folder / 'home.db'}"), Bus(), WallClock()
    await database.write(lambda connection: _store(connection, count))
    home = Home(Client(f"mqtt://127.0.0.1:{port}", clock, suffix="bench"), bus, clock)
    works = Works(
        home,
        bus,
        clock,
        database,
        RuleBook(database, bus, clock),
        Permissions(database, bus, clock, lambda _scene: None, lambda _scene: "", lambda _one: None),
        Questions(database, bus, clock),
        Notices(database, bus, clock),
        lambda _scene: None,
        Almanac(ZoneInfo("UTC")),
    )
    await works.book.load()
    async with asyncio.TaskGroup() as group:
        group.create_task(home.run(), name="home")
        await home.settled(limit=120)
        group.create_task(Engine(works, LiveTimer(clock)).run(), name="rules")
        # rules act only once the home was quiet for a moment, and the background begins with the bench
        await clock.patience(ARRIVAL)
        print("ready", flush=True)  # noqa: T201 - read by the bench


def _store(connection: Connection, count: int) -> None:
    rows = [
        {"id": rule(n).id, "position": n, "document": json.dumps(rule_to_json(rule(n)))} for n in range(count)
    ]
    connection.execute(insert(RULE), rows)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))

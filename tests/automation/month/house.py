"""The house of the month with its rules running on a real database; a kill drops every task and opens it anew."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from devices.automation.almanac import Almanac
from devices.automation.books.book import RuleBook
from devices.automation.books.notices import Notices
from devices.automation.books.permissions import Permissions
from devices.automation.books.questions import Questions
from devices.automation.engine import Engine
from devices.automation.run.performing import Works
from devices.automation.timer import HeapTimer
from devices.bus import Bus
from devices.events import Event, RuleRan
from devices.home import Home
from devices.mqtt.transport import Message
from devices.storage.database import Database
from tests.automation.month.oracle import Firing
from tests.automation.month.plans import LATITUDE, LONGITUDE, Pair
from tests.automation.month.story import BEGAN, PARTS, WINDOWS, ZONE, Span, Story
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock, turns

_MINUTE = timedelta(minutes=1)


@dataclass
class Month:
    """One month, lived through; `ran` is what the rules did of it."""

    story: Story
    path: Path
    clock: FakeClock = field(default_factory=lambda: FakeClock(BEGAN))
    ran: dict[str, RuleRan] = field(default_factory=dict)
    broker: FakeBroker = field(default_factory=FakeBroker)

    async def lived(self, pairs: Sequence[Pair]) -> list[Firing]:
        """Live it; every firing in order."""
        _announce(self.broker)
        last = self.story.minutes - 1
        deaths = [*self.story.dead, (last, last)]
        began, moments = 0, self.story.moments()
        for place, (dies, wakes) in enumerate(deaths):
            rules = pairs if place == 0 else ()
            await self._session(rules, [minute for minute in moments if began <= minute <= dies], dies)
            began = wakes
            await self._reach(BEGAN + wakes * _MINUTE)
        return sorted(_firing(ran) for ran in self.ran.values() if "over" not in ran.facts)

    async def _session(self, pairs: Sequence[Pair], moments: list[int], dies: int) -> None:
        """Run the rules until the process dies."""
        old, self.broker = self.broker, FakeBroker()
        self.broker.retained = dict(old.retained)
        self.broker.answer("m/bell/set", ("m/bell", "ON"))
        database, bus, timer = Database.open(f"sqlite:///{self.path / 'home.db'}"), Bus(), HeapTimer()
        works = _works(self.broker, bus, self.clock, database)
        bus.listen(self._note)
        await works.book.load()
        await works.permissions.load()
        for pair in pairs:
            await works.book.add(pair.rule)
        tasks = [asyncio.create_task(works.home.run()), asyncio.create_task(Engine(works, timer).run())]
        while not timer.running or timer.nearest() is None:
            # they stand again once they want to be woken: some of them go by the clock
            await self._settle(database)
        for minute in moments:
            await self._reach(BEGAN + minute * _MINUTE, timer, database)
            if minute < dies:
                self._happen(minute)
                await self._settle(database)
        await self._reach(BEGAN + dies * _MINUTE, timer, database)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await database.close()

    async def _reach(
        self, at: datetime, timer: HeapTimer | None = None, database: Database | None = None
    ) -> None:
        """Let time pass, stopping at every instant for which the rules want to be woken."""
        while timer and database and (due := timer.nearest()) is not None and due <= at:
            await self.clock.advance(max(0.0, (due - self.clock.now()).total_seconds()))
            timer.reach(self.clock.now())
            await self._settle(database)
        await self.clock.advance((at - self.clock.now()).total_seconds())

    def _happen(self, minute: int) -> None:
        story = self.story
        if _begins(story.lost, minute):
            self.broker.drop()
        if _ends(story.lost, minute):
            self.broker.restore()
        for part in PARTS:
            if _begins(story.away[part], minute) or _ends(story.away[part], minute):
                word = "online" if _ends(story.away[part], minute) else "offline"
                self.broker.device(f"m/{part}/status", word, retain=True)
        if not any(start <= minute < end for start, end in story.lost):
            for part, value in story.said.get(minute, ()):
                self.broker.device(f"m/{part}", value)

    async def _settle(self, database: Database) -> None:
        """Let everything that can run do so; what was handed to the database is there then."""
        for _ in range(2):
            await turns()
            await database.write(lambda _connection: None)
        await turns()

    def _note(self, event: Event) -> None:
        if isinstance(event, RuleRan):
            self.ran[event.run_id] = event


def _works(broker: FakeBroker, bus: Bus, clock: FakeClock, database: Database) -> Works:
    return Works(
        Home(broker, bus, clock),
        bus,
        clock,
        database,
        RuleBook(database, bus, clock),
        Permissions(database, bus, clock, lambda _scene: None, lambda _scene: "", lambda _one: None),
        Questions(database, bus, clock, wall=FakeClock()),
        Notices(database, bus, clock),
        lambda _scene: None,
        Almanac(ZONE, LATITUDE, LONGITUDE),
    )


def _announce(broker: FakeBroker) -> None:
    for part in PARTS:
        domain = "binary_sensor" if part in WINDOWS else "sensor"
        config = {"state_topic": f"m/{part}", "availability_topic": f"m/{part}/status"}
        _retain(broker, f"homeassistant/{domain}/{part}/config", _described(domain, part) | config)
        _retain(broker, f"m/{part}/status", "online")
    bell = {"state_topic": "m/bell", "command_topic": "m/bell/set"}
    _retain(broker, "homeassistant/switch/bell/config", _described("switch", "bell") | bell)


def _described(domain: str, part: str) -> dict[str, str]:
    return {"name": part, "unique_id": part, "default_entity_id": f"{domain}.{part}"}


def _retain(broker: FakeBroker, topic: str, payload: str | dict[str, str]) -> None:
    text = payload if isinstance(payload, str) else json.dumps(payload)
    broker.retained[topic] = Message(topic, text.encode(), retain=True)


def _firing(ran: RuleRan) -> Firing:
    return Firing((ran.at - BEGAN) // _MINUTE, ran.rule_id, ran.skipped)


def _begins(spans: Sequence[Span], minute: int) -> bool:
    return any(start == minute for start, _end in spans)


def _ends(spans: Sequence[Span], minute: int) -> bool:
    return any(end == minute for _start, end in spans)

"""The way up: messages through the dialects into the registry and onto the bus. It sends nothing."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from devices.bus import Bus
from devices.clock import Clock
from devices.dialects.spec import Announced, Dialect, Fact, Reachable, Rejected, Reported, Withdrawn
from devices.errors import BadPayload
from devices.events import ConnectionChanged, Event, PayloadRejected
from devices.mqtt.topics import TopicTable
from devices.mqtt.transport import Message
from devices.registry import DEVICE_CAUSE, Registry
from devices.road.ledger import Ledger

log = logging.getLogger(__name__)


class Intake:
    """Receives for one home; `activity` counts what belongs to the start: discovery and retained messages."""

    def __init__(
        self, dialects: tuple[Dialect, ...], registry: Registry, ledger: Ledger, bus: Bus, clock: Clock
    ) -> None:
        self.dialects = dialects
        self._registry, self._ledger = registry, ledger
        self._bus, self._clock = bus, clock
        self._overheard: TopicTable[Callable[[Message], None]] = TopicTable()
        self._speakers: dict[str, Dialect] = {}
        self._filters: set[str] = set()
        self._wanted: list[str] = []
        self._waiting = asyncio.Event()
        self._standing, self._gone = asyncio.Event(), asyncio.Event()
        self.online, self.trouble = False, ""
        self.activity = 0
        for dialect in dialects:
            self.want(dialect.filters)

    def speaker(self, key: str) -> Dialect | None:
        """The dialect that announced an entity."""
        return self._speakers.get(key)

    def want(self, filters: Iterable[str]) -> None:
        """Ask for topics, each once."""
        new = [topic for topic in dict.fromkeys(filters) if topic not in self._filters]
        if new:
            self._filters.update(new)
            self._wanted += new
            self._waiting.set()

    async def wanted(self) -> tuple[str, ...]:
        """Wait for topics that nobody subscribed to yet, and hand them over in one go."""
        await self._waiting.wait()
        self._waiting.clear()
        taken, self._wanted = tuple(self._wanted), []
        self.activity += 1
        return taken

    async def connection(self) -> None:
        """Wait until there is a connection."""
        await self._standing.wait()

    async def loss(self) -> None:
        """Wait until there is none."""
        await self._gone.wait()

    @property
    def idle(self) -> bool:
        """Whether all wanted topics were handed over."""
        return not self._wanted

    def overhear(self, topic_filter: str, listener: Callable[[Message], None]) -> None:
        """Hand messages of these topics to a listener, beside whatever the dialects make of them."""
        self._overheard.add(topic_filter, listener)
        self.want((topic_filter,))

    def connected(self) -> None:
        """The connection stands: entities are as available as their devices last said."""
        self.online, self.trouble = True, ""
        self._standing.set()
        self._gone.clear()
        self.activity += 1
        at = self._clock.now()
        self._publish((ConnectionChanged(connected=True, at=at),))
        self._publish(self._registry.connect(at, connected=True))

    def disconnected(self, reason: str) -> None:
        """The connection is lost, or could not be made: everything is unavailable."""
        self.online, self.trouble = False, reason
        self._standing.clear()
        self._gone.set()
        at = self._clock.now()
        self._publish((ConnectionChanged(connected=False, at=at, reason=reason),))
        self._publish(self._registry.connect(at, connected=False))
        self._ledger.disconnected()

    def received(self, message: Message) -> None:
        """Take in one message; whatever is wrong with it, the next one is read."""
        if message.retain:
            self.activity += 1
        try:
            for listener in self._overheard.find(message.topic):
                listener(message)
            for dialect in self.dialects:
                for fact in dialect.read(message):
                    self._apply(dialect, fact, message)
        except Exception as error:  # isolation of one message: nothing that arrives may stop the pump
            log.exception("a message of %d bytes on %s failed", len(message.payload), message.topic)
            self._reject(message.topic, type(error).__name__)

    def _apply(self, dialect: Dialect, fact: Fact, message: Message) -> None:
        at = self._clock.now()
        match fact:
            case Reported():
                self._report(fact, message, at)
            case Reachable():
                self._publish(self._registry.reach(fact, at, retained=message.retain))
            case Announced():
                self.activity += 1
                self._speakers[fact.key] = dialect
                self._publish(self._registry.announce(fact, at))
                self.want(fact.topics)
            case Withdrawn():
                self._publish(self._registry.withdraw(fact, at))
                self._speakers.pop(fact.key, None)
            case Rejected():
                self._reject(fact.topic, fact.reason)

    def _report(self, fact: Reported, message: Message, at: datetime) -> None:
        retained = message.retain or fact.replayed
        known = self._registry.snapshot(fact.key)
        try:
            events = self._registry.report(
                fact,
                at,
                retained=retained,
                blame=lambda after: self._ledger.blame(fact.key, after, fact.fields) or DEVICE_CAUSE,
            )
        except BadPayload as error:
            self._reject(message.topic, str(error))
            return
        self._publish(events)
        snapshot = self._registry.snapshot(fact.key)
        if events and known is not None and known.state is None:
            self.activity += 1
        if snapshot is not None and not retained:
            self._ledger.report(fact.key, snapshot, fact.fields)

    def _reject(self, topic: str, reason: str) -> None:
        self._publish((PayloadRejected(topic, reason, self._clock.now()),))

    def _publish(self, events: Iterable[Event]) -> None:
        for event in events:
            self._bus.publish(event)

"""Tells other processes of this home that rules changed or ran, and hears it from them. No content."""

import asyncio
import json
import logging

from devices.automation.book import RuleBook
from devices.bus import Bus
from devices.errors import NotConnected
from devices.events import Event, RuleRan, RulesChanged
from devices.home import Home
from devices.mqtt.transport import Message

log = logging.getLogger(__name__)


class Relay:
    """One topic of one installation: `hearth/<install>/changed`.

    Args:
        install: id of the installation, so that two homes on one broker do not disturb each other.
        me: this process; its own messages come back and are left alone.
    """

    def __init__(self, home: Home, book: RuleBook, bus: Bus, install: str, me: str) -> None:
        self._home, self._book, self._me = home, book, me
        self._topic = f"hearth/{install}/changed"
        self._outgoing: asyncio.Queue[tuple[str, ...]] = asyncio.Queue()
        self._incoming: asyncio.Queue[None] = asyncio.Queue()
        self._loading = False
        home.overhear(self._topic, self._heard)
        bus.listen(self._noticed)

    async def run(self) -> None:
        """Send and load until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send(), name="relay-send")
            group.create_task(self._load(), name="relay-load")

    async def flush(self) -> None:
        """Send what is waiting; called before a short-lived process leaves."""
        while not self._outgoing.empty():
            await self._tell(self._outgoing.get_nowait())

    def _noticed(self, event: Event) -> None:
        if self._loading:
            return
        match event:
            case RulesChanged(ids=ids):
                self._outgoing.put_nowait(ids)
            case RuleRan(rule_id=rule_id):
                self._outgoing.put_nowait((rule_id,))
            case _:
                pass

    def _heard(self, message: Message) -> None:
        try:
            by = json.loads(message.payload)["by"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if by != self._me:
            self._incoming.put_nowait(None)

    async def _send(self) -> None:
        while True:
            await self._tell(await self._outgoing.get())

    async def _load(self) -> None:
        while True:
            await self._incoming.get()
            self._loading = True
            try:
                await self._book.load()
            finally:
                self._loading = False

    async def _tell(self, rules: tuple[str, ...]) -> None:
        payload = json.dumps({"v": 1, "by": self._me, "rules": rules}).encode()
        try:
            await self._home.publish(Message(self._topic, payload))
        except NotConnected:
            log.info("other processes will see the changed rules at their next start: no broker")

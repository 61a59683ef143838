"""Tells other processes of this home what changed, and reads anew what they changed. No content travels."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextvars import ContextVar
from enum import StrEnum

from devices.bus import Bus
from devices.clock import WallClock
from devices.errors import NotConnected, StorageError
from devices.events import (
    ConnectionChanged,
    Event,
    JournalChanged,
    NamesChanged,
    NoticePosted,
    PermissionsChanged,
    QuestionAnswered,
    QuestionAsked,
    RuleRan,
    RulesChanged,
    ScenesChanged,
)
from devices.home import Home
from devices.mqtt.transport import Message

log = logging.getLogger(__name__)

AGAIN = 1.0
"""Real seconds before a book that couldn't be read is tried again."""
_reading: ContextVar[bool] = ContextVar("reading", default=False)
"""Set while a book is read again: what it tells then is another process's news, and no news of ours."""


class Kind(StrEnum):
    """What may change, as the wire spells it."""

    RULES = "rules"
    SCENES = "scenes"
    PERMISSIONS = "permissions"
    QUESTIONS = "questions"
    NOTICES = "notices"
    NAMES = "names"
    JOURNAL = "journal"


_KINDS: Mapping[type[Event], Kind] = {
    RulesChanged: Kind.RULES,
    RuleRan: Kind.RULES,
    ScenesChanged: Kind.SCENES,
    PermissionsChanged: Kind.PERMISSIONS,
    QuestionAsked: Kind.QUESTIONS,
    QuestionAnswered: Kind.QUESTIONS,
    NoticePosted: Kind.NOTICES,
    NamesChanged: Kind.NAMES,
    JournalChanged: Kind.JOURNAL,
}

Load = Callable[[], Awaitable[None]]
"""Reads one book again and tells on the bus what another process changed in it."""


class Relay:
    """One topic of one installation: `hearth/<install>/changed`, never retained.

    Args:
        home: whose broker carries it.
        books: how each kind is read again.
        bus: where changes of this process are heard.
        install: id of the installation, so that two homes on one broker do not disturb each other.
        me: this process; its own messages come back and are left alone.
    """

    def __init__(self, home: Home, books: Mapping[Kind, Load], bus: Bus, install: str, me: str) -> None:
        self._home, self._books, self._me = home, books, me
        self._topic = f"hearth/{install}/changed"
        self._outgoing: asyncio.Queue[tuple[Kind, tuple[str, ...]]] = asyncio.Queue()
        self._stale: set[Kind] = set()
        self._called = asyncio.Event()
        self._now: Kind | None = None
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
            await self._tell(*self._outgoing.get_nowait())

    def _noticed(self, event: Event) -> None:
        if isinstance(event, ConnectionChanged):
            if event.connected:
                self._call(self._books)  # what others told meanwhile was not heard here
        elif not _reading.get() and (kind := _KINDS.get(type(event))) is not None:
            self._outgoing.put_nowait((kind, _ids(event)))
            if kind is self._now:
                self._call((kind,))  # what is being read may be from before this change

    def _heard(self, message: Message) -> None:
        try:
            document = json.loads(message.payload)
            by, kind = document["by"], document["kind"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if by != self._me and not message.retain and kind in set(Kind):
            self._call((Kind(kind),))

    def _call(self, kinds: Iterable[Kind]) -> None:
        self._stale.update(kind for kind in kinds if kind in self._books)
        self._called.set()

    async def _send(self) -> None:
        while True:
            await self._tell(*await self._outgoing.get())

    async def _load(self) -> None:
        """Read again what is stale, each book once however often it was named."""
        _reading.set(True)
        while True:
            await self._called.wait()
            self._called.clear()
            for kind in [known for known in Kind if known in self._stale]:
                self._stale.discard(kind)
                self._now = kind
                try:
                    await self._books[kind]()
                except StorageError as error:
                    log.warning("%s could not be read again: %s", kind, error)
                    self._stale.add(kind)
                finally:
                    self._now = None
            if self._stale and not self._called.is_set():
                await WallClock().patience(AGAIN)
                self._called.set()

    async def _tell(self, kind: Kind, ids: tuple[str, ...]) -> None:
        payload = json.dumps({"v": 1, "by": self._me, "kind": kind, "ids": ids}).encode()
        try:
            await self._home.publish(Message(self._topic, payload))
        except NotConnected:
            log.info("other processes will see the changed %s once the broker is back", kind)


def _ids(event: Event) -> tuple[str, ...]:
    match event:
        case RulesChanged(ids=ids) | ScenesChanged(ids=ids):
            return ids
        case RuleRan(rule_id=one) | PermissionsChanged(rule_id=one) | JournalChanged(id=one):
            return (one,)
        case QuestionAsked(question_id=one) | QuestionAnswered(question_id=one):
            return (one,)
        case NoticePosted(notice_id=number):
            return (str(number),)
        case _:
            return ()

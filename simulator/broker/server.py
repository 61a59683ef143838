"""A small MQTT 3.1.1 broker inside this process. Keeps nothing on disk and speaks no MQTT 5."""

import asyncio
import hmac
import secrets
from types import TracebackType
from typing import Self

from simulator.broker.connection import Connection
from simulator.broker.packet import Connect, Message, Refusal
from simulator.broker.session import Session
from simulator.broker.subscription import Subscriptions, matches

_SWEEP_SECONDS = 0.5
_VERSION = Message("$SYS/broker/version", b"Hearth embedded broker", 0, retain=True)


class Broker:
    """`async with Broker() as broker:` listens on `broker.url`; loopback and a free port by default."""

    def __init__(
        self,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        username: str | None = None,
        password: str | None = None,
    ) -> None:
        self.host = host
        self.port = port
        self._login = (username, password)
        self._server: asyncio.Server | None = None
        self._sweeper: asyncio.TimerHandle | None = None
        self._connections: set[Connection] = set()
        self._empty = asyncio.Event()
        self._sessions: dict[str, Session] = {}
        self._owners: dict[Session, Connection] = {}
        self._subscriptions: Subscriptions[Session] = Subscriptions()
        self._retained: dict[str, Message] = {_VERSION.topic: _VERSION}

    @property
    def url(self) -> str:
        """Address for clients, without the login."""
        return f"mqtt://{self.host}:{self.port}"

    @property
    def clients(self) -> tuple[str, ...]:
        """The ids of who is connected now."""
        return tuple(session.client_id for session in self._owners)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen. A port that is taken raises OSError."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: Connection(self), self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        self._sweep()

    async def stop(self) -> None:
        """Stop listening and cut every client off. Sessions and retained messages stay for a next start."""
        if self._server is None:
            return
        self._server.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
        for connection in tuple(self._connections):
            connection.will = None
            connection.abort()
        await self._server.wait_closed()
        # Aborted sockets report their loss on the next round of the loop.
        if self._connections:
            await self._empty.wait()
        self._server = None

    def joined(self, connection: Connection) -> None:
        """Note that a socket was opened."""
        self._connections.add(connection)
        self._empty.clear()

    def admit(self, connection: Connection, hello: Connect) -> tuple[Refusal, bool]:
        """Check protocol, login and name, end an older connection of the same name, find its session."""
        if (refusal := self._refusal(hello)) is not Refusal.ACCEPTED:
            return refusal, False
        client_id = hello.client_id or f"auto-{secrets.token_hex(8)}"
        session = self._sessions.get(client_id)
        if session is not None and (older := self._owners.get(session)) is not None:
            self._release(older)
            older.abort()
            session = self._sessions.get(client_id)
        if session is not None and (hello.clean or session.clean):
            self._forget(session)
            session = None
        present = session is not None
        if session is None:
            session = self._sessions[client_id] = Session(client_id, hello.clean)
        connection.session = session
        self._owners[session] = connection
        return Refusal.ACCEPTED, present

    def publish(self, message: Message) -> None:
        """Route a message; a retained one is kept, an empty retained one clears its topic."""
        if message.retain:
            if message.payload:
                self._retained[message.topic] = message
            else:
                self._retained.pop(message.topic, None)
        for session, qos in self._subscriptions.find(message.topic):
            if not session.deliver(message, min(qos, message.qos)):
                self._drop(session)

    def subscribe(self, session: Session, pattern: str, qos: int) -> None:
        """Add one filter."""
        session.filters[pattern] = qos
        self._subscriptions.add(pattern, session, qos)

    def replay(self, session: Session, pattern: str, qos: int) -> None:
        """Deliver the retained messages that a new filter covers, flagged as retained."""
        if "+" not in pattern and "#" not in pattern:
            exact = self._retained.get(pattern)
            found = [exact] if exact is not None else []
        else:
            found = [message for topic, message in self._retained.items() if matches(pattern, topic)]
        for message in found:
            session.deliver(message, min(qos, message.qos), retain=True)

    def unsubscribe(self, session: Session, pattern: str) -> None:
        """Remove one filter."""
        session.filters.pop(pattern, None)
        self._subscriptions.remove(pattern, session)

    def left(self, connection: Connection) -> None:
        """Free the session of a closed socket and publish its will."""
        self._connections.discard(connection)
        self._release(connection)
        if not self._connections:
            self._empty.set()

    def _refusal(self, hello: Connect) -> Refusal:
        if hello.level not in {3, 4}:
            return Refusal.PROTOCOL
        username, password = self._login
        if username is not None and not (
            hmac.compare_digest((hello.username or "").encode(), username.encode())
            and hmac.compare_digest(hello.password or b"", (password or "").encode())
        ):
            return Refusal.CREDENTIALS
        return Refusal.IDENTIFIER if not hello.client_id and not hello.clean else Refusal.ACCEPTED

    def _release(self, connection: Connection) -> None:
        session, connection.session = connection.session, None
        if session is None or self._owners.get(session) is not connection:
            return
        del self._owners[session]
        session.detach()
        if session.clean:
            self._forget(session)
        if connection.will is not None:
            will, connection.will = connection.will, None
            self.publish(will)

    def _forget(self, session: Session) -> None:
        for pattern in session.filters:
            self._subscriptions.remove(pattern, session)
        if self._sessions.get(session.client_id) is session:
            del self._sessions[session.client_id]

    def _drop(self, session: Session) -> None:
        if (connection := self._owners.get(session)) is not None:
            connection.abort()

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in tuple(self._connections):
            if connection.deadline is not None and connection.deadline < now:
                connection.abort()
        self._sweeper = loop.call_later(_SWEEP_SECONDS, self._sweep)

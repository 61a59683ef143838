"""The connection to a real broker: comes up, stays up, hands on what arrives. Knows no device."""

import asyncio
import contextlib
import logging
import secrets
import socket
import ssl
from collections.abc import Callable, Iterable

import aiomqtt

from devices.clock import Clock
from devices.errors import ConfigError, NotConnected
from devices.mqtt.address import Address, address
from devices.mqtt.failure import OUTDATED, TAKEN_OVER, breakdown, refusal
from devices.mqtt.transport import Message, Receiver

log = logging.getLogger(__name__)

_FIRST_WAIT, _LONGEST_WAIT = 1.0, 30.0
_STEADY = 30.0
"""Real seconds after which a connection counts as good, and the next loss is met with the first wait."""
_BATCH = 200
_QUICKACK: int | None = getattr(socket, "TCP_QUICKACK", None)
_random = secrets.SystemRandom()


class Client:
    """A Transport over aiomqtt.

    Args:
        url: `mqtt://user:password@host:port` or `mqtts://...`; ConfigError if it is none, or a
            certificate file can't be read.
        clock: how long is waited between attempts.
        suffix: ending of the client id, fixed per install; random when empty.
        timeout: real seconds that the broker is given to answer.
    """

    def __init__(self, url: str, clock: Clock, *, suffix: str = "", timeout: float = 8.0) -> None:
        self._address = address(url)
        self._tls = _context(self._address)
        self._clock = clock
        self._timeout = timeout
        self._identifier = f"hearth-{suffix or secrets.token_hex(4)}"
        self._protocol = aiomqtt.ProtocolVersion.V5
        self._filters: dict[str, None] = {}
        self._line: _Line | None = None

    async def run(self, receiver: Receiver) -> None:
        """Connect, deliver and reconnect for ever; returns only by cancellation."""
        wait, loop = _FIRST_WAIT, asyncio.get_running_loop()
        while True:
            began = loop.time()
            try:
                await self._connection(receiver)
            except aiomqtt.MqttError as error:
                code = _code(error)
                if code in OUTDATED and self._protocol is aiomqtt.ProtocolVersion.V5:
                    self._protocol = aiomqtt.ProtocolVersion.V311
                    continue
                receiver.disconnected(_explain(error, code, self._address))
                calm = code == TAKEN_OVER
            else:
                receiver.disconnected(f"the connection to {self._address} was closed")
                calm = False
            if loop.time() - began > _STEADY:
                wait = _FIRST_WAIT
            await self._clock.patience(_LONGEST_WAIT if calm else wait * _random.uniform(0.5, 1.0))
            wait = min(wait * 2, _LONGEST_WAIT)

    async def subscribe(self, filters: Iterable[str]) -> None:
        """Add filters now and after every reconnect; quiet while disconnected."""
        new = [topic for topic in dict.fromkeys(filters) if topic not in self._filters]
        self._filters |= dict.fromkeys(new)
        if self._line is not None:
            # what can't be subscribed now is subscribed when the connection stands again
            with contextlib.suppress(aiomqtt.MqttError):
                await self._ask(self._line, new)

    async def publish(self, message: Message) -> None:
        """Hand one message to the broker.

        Raises:
            NotConnected: there is no connection; nothing was sent or queued.
        """
        if self._line is None:
            raise NotConnected(f"there is no connection to {self._address}")
        try:
            await self._line.publish(message.topic, message.payload, message.qos, message.retain)
        except (aiomqtt.MqttError, ValueError) as error:
            raise NotConnected(f"{self._address} did not take a message on {message.topic}") from error
        _honour_cancel()

    async def _connection(self, receiver: Receiver) -> None:
        """One connection from its beginning to its end, which is an MqttError unless it was closed."""
        line = self._fresh(receiver.received)
        await _open(line)
        try:
            await self._ask(line, list(self._filters))
            self._line = line
            await self._ask(line, [topic for topic in self._filters if topic not in line.asked])
            receiver.connected()
            async for _message in line.messages:  # none comes this way: it only ends with the connection
                pass
        finally:
            self._line = None
            with contextlib.suppress(aiomqtt.MqttError):
                await line.__aexit__(None, None, None)
            await line.abandon()

    def _fresh(self, receive: Callable[[Message], None]) -> "_Line":
        """A connection that hands each message on as it is read, with no queue and no task between."""

        class Direct(asyncio.Queue[aiomqtt.Message]):
            def put_nowait(self, item: aiomqtt.Message) -> None:
                payload = item.payload if isinstance(item.payload, bytes) else str(item.payload).encode()
                receive(Message(str(item.topic), payload, item.retain, item.qos))
                line.hasten()

        line = _Line(
            self._address.host,
            self._address.port,
            username=self._address.username,
            password=self._address.password,
            identifier=self._identifier,
            protocol=self._protocol,
            clean_session=None if self._protocol is aiomqtt.ProtocolVersion.V5 else True,
            tls_context=self._tls,
            queue_type=Direct,
            timeout=self._timeout,
            keepalive=30,
        )
        line.asked = set()
        line.pending_calls_threshold = 1_000
        return line

    async def _ask(self, line: "_Line", filters: list[str]) -> None:
        """Subscribe in packets of a bounded size, with QoS 0; a filter that is refused is said in the log."""
        for start in range(0, len(filters), _BATCH):
            batch = filters[start : start + _BATCH]
            line.asked.update(batch)
            granted = await line.subscribe([(topic, 0) for topic in batch])
            _honour_cancel()
            for topic, code in zip(batch, granted, strict=False):
                if _refused(code):
                    log.warning("%s does not allow reading %s", self._address, topic)


class _Line(aiomqtt.Client):
    """One connection, which also acknowledges at once and cleans up after an attempt that failed."""

    asked: set[str]

    def hasten(self) -> None:
        """Acknowledge what arrived without delay: brokers hold the next message back until then."""
        sock = self._client.socket()
        if _QUICKACK is not None and isinstance(sock, socket.socket) and sock.fileno() >= 0:
            sock.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)

    async def abandon(self) -> None:
        """Close the socket of an attempt that got no answer; the library leaves it, and its task, open."""
        self._client.disconnect()
        if self._misc_task is not None:
            self._misc_task.cancel()
            await asyncio.wait((self._misc_task,))


class _Socket(ssl.SSLSocket):
    """A TLS socket that is closed when its handshake fails; the library below would leave it open."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - the signature of ssl
        """Shake hands, or close."""
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def _honour_cancel() -> None:
    """Stop when asked to: before Python 3.12 a wait of a library that ends just then swallows it."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _context(where: Address) -> ssl.SSLContext | None:
    if not where.tls:
        return None
    try:
        context = ssl.create_default_context(cafile=where.ca)
        if where.cert:
            context.load_cert_chain(where.cert, where.key)
    except OSError as error:
        raise ConfigError(f"the certificate files for {where} can't be used: {error.strerror}") from error
    context.sslsocket_class = _Socket
    return context


def _code(error: aiomqtt.MqttError) -> str:
    """The broker's own reason code in words, or nothing when the network failed."""
    for found in (error, error.__cause__):
        if isinstance(found, aiomqtt.MqttCodeError) and not isinstance(found.rc, int | None):
            return str(found.rc)
    return ""


def _explain(error: aiomqtt.MqttError, code: str, where: Address) -> str:
    return refusal(code, where) if code else breakdown(error.__cause__ or error.__context__, where)


def _refused(code: object) -> bool:
    """Whether a granted QoS is none: codes from 0x80 on are refusals."""
    return (code if isinstance(code, int) else getattr(code, "value", 0)) >= 0x80


async def _open(line: _Line) -> None:
    """Connect; when cancelled meanwhile, let the attempt end first, so that it leaves nothing behind."""
    attempt = asyncio.ensure_future(line.__aenter__())
    try:
        await asyncio.shield(attempt)
    except aiomqtt.MqttError:
        await line.abandon()
        raise
    except asyncio.CancelledError:
        with contextlib.suppress(aiomqtt.MqttError):
            await attempt
            await line.__aexit__(None, None, None)
        raise

"""One client's socket: cuts the stream into packets and answers the protocol. It routes nothing."""

import asyncio
from typing import Protocol

from simulator.broker.packet import (
    PINGRESP,
    Connect,
    Kind,
    Message,
    PacketError,
    Refusal,
    decode_connect,
    decode_publish,
    decode_subscribe,
    decode_unsubscribe,
    encode_ack,
    encode_connack,
    encode_suback,
    identifier,
    split,
)
from simulator.broker.session import QUEUE_BYTES, Session
from simulator.broker.subscription import well_formed

_PACKET_BYTES = 256 * 1024 * 1024
_FIRST_PACKET_BYTES = 1024 * 1024
# Seconds a stranger may stay without saying CONNECT.
_GREETING = 10.0


class Hub(Protocol):
    """What a connection asks of its broker."""

    def joined(self, connection: "Connection") -> None:
        """Note that a socket was opened."""

    def admit(self, connection: "Connection", hello: Connect) -> tuple[Refusal, bool]:
        """Accept or refuse a client; the flag tells whether a stored session was found."""

    def publish(self, message: Message) -> None:
        """Route a message to all who want it and keep it when retained."""

    def subscribe(self, session: Session, pattern: str, qos: int) -> None:
        """Add one filter."""

    def replay(self, session: Session, pattern: str, qos: int) -> None:
        """Deliver the retained messages that a new filter covers."""

    def unsubscribe(self, session: Session, pattern: str) -> None:
        """Remove one filter."""

    def left(self, connection: "Connection") -> None:
        """Note that a socket was closed, for whatever reason."""


class Connection(asyncio.Protocol):
    """An MQTT 3.1.1 client as the broker sees it. Runs in callbacks only and owns no task."""

    def __init__(self, hub: Hub) -> None:
        self.session: Session | None = None
        self.will: Message | None = None
        self.deadline: float | None = None
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._input = bytearray()
        self._output: list[bytes] = []
        self._keepalive = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport and start the time a stranger has for CONNECT."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport
            self.deadline = self._loop.time() + _GREETING
            self._hub.joined(self)

    def data_received(self, data: bytes) -> None:
        """Handle every complete packet in the stream; anything that is not MQTT ends the connection."""
        self._input += data
        try:
            self._consume()
        except PacketError:
            self.close()
        if self.session is not None:
            self.deadline = self._loop.time() + self._keepalive if self._keepalive else None

    def connection_lost(self, _exc: Exception | None) -> None:
        """Tell the broker, which publishes the will if there still is one."""
        self._transport = None
        self._hub.left(self)

    def send(self, data: bytes) -> None:
        """Write soon: everything of one round of the loop goes out in one write."""
        if not self._output:
            self._loop.call_soon(self.flush)
        self._output.append(data)

    def flush(self) -> None:
        """Write what was collected; a reader that fell hopelessly behind is dropped."""
        if self._transport is None:
            self._output.clear()
            return
        self._transport.write(b"".join(self._output))
        self._output.clear()
        if self._transport.get_write_buffer_size() > QUEUE_BYTES:
            self._transport.abort()

    def close(self) -> None:
        """Close after sending what is ready."""
        if self._transport is not None:
            self.flush()
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Close at once, as if the cable were cut."""
        if self._transport is not None:
            self._transport.abort()

    def _consume(self) -> None:
        data, at = self._input, 0
        limit = _PACKET_BYTES if self.session is not None else _FIRST_PACKET_BYTES
        while self._transport is not None and at < len(data) and not self._transport.is_closing():
            borders = split(data, at, limit)
            if borders is None:
                break
            self._packet(data[at], bytes(data[borders[0] : borders[1]]))
            at = borders[1]
        del data[:at]

    def _packet(self, first: int, body: bytes) -> None:
        kind = first >> 4
        if self.session is None:
            if kind != Kind.CONNECT:
                raise PacketError("the first packet must be CONNECT")
            self._connect(decode_connect(body))
            return
        match kind:
            case Kind.PUBLISH:
                self._publish(self.session, first, body)
            case Kind.PUBACK | Kind.PUBREC | Kind.PUBCOMP:
                self.session.acknowledge(Kind(kind), identifier(body))
            case Kind.PUBREL:
                mid = identifier(body)
                self.session.received.discard(mid)
                self.send(encode_ack(Kind.PUBCOMP, mid))
            case Kind.SUBSCRIBE if first & 0x0F == 2:
                self._subscribe(self.session, body)
            case Kind.UNSUBSCRIBE if first & 0x0F == 2:
                self._unsubscribe(self.session, body)
            case Kind.PINGREQ:
                self.send(PINGRESP)
            case Kind.DISCONNECT:
                self.will = None
                self.close()
            case _:
                raise PacketError(f"packet type {kind} makes no sense here")

    def _connect(self, hello: Connect) -> None:
        code, present = self._hub.admit(self, hello)
        self.send(encode_connack(code, present=present))
        if code is not Refusal.ACCEPTED or self.session is None:
            self.close()
            return
        self.will = hello.will
        self._keepalive = hello.keepalive * 1.5
        self.session.resume(self.send)

    def _publish(self, session: Session, first: int, body: bytes) -> None:
        message, mid, _ = decode_publish(first, body)
        if message.qos == 1:
            self._hub.publish(message)
            self.send(encode_ack(Kind.PUBACK, mid))
            return
        if message.qos == 0 or session.first_arrival(mid):
            self._hub.publish(message)
        if message.qos == 2:
            self.send(encode_ack(Kind.PUBREC, mid))

    def _subscribe(self, session: Session, body: bytes) -> None:
        mid, wishes = decode_subscribe(body)
        granted = [qos if well_formed(pattern) else 0x80 for pattern, qos in wishes]
        accepted = [wish for wish, code in zip(wishes, granted, strict=True) if code != 0x80]
        for pattern, qos in accepted:
            self._hub.subscribe(session, pattern, qos)
        self.send(encode_suback(mid, granted))
        for pattern, qos in accepted:
            self._hub.replay(session, pattern, qos)

    def _unsubscribe(self, session: Session, body: bytes) -> None:
        mid, patterns = decode_unsubscribe(body)
        for pattern in patterns:
            self._hub.unsubscribe(session, pattern)
        self.send(encode_ack(Kind.UNSUBACK, mid))

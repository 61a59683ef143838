"""MQTT 3.1.1 packets as bytes and as values. Knows the format only: no connection, no delivery."""

import struct
from dataclasses import dataclass
from enum import IntEnum

PINGRESP = b"\xd0\x00"


class Kind(IntEnum):
    """Packet types, the upper half of the first byte."""

    CONNECT = 1
    CONNACK = 2
    PUBLISH = 3
    PUBACK = 4
    PUBREC = 5
    PUBREL = 6
    PUBCOMP = 7
    SUBSCRIBE = 8
    SUBACK = 9
    UNSUBSCRIBE = 10
    UNSUBACK = 11
    PINGREQ = 12
    PINGRESP = 13
    DISCONNECT = 14


class Refusal(IntEnum):
    """CONNACK return codes of MQTT 3.1.1 (3.2.2.3)."""

    ACCEPTED = 0
    PROTOCOL = 1
    IDENTIFIER = 2
    CREDENTIALS = 4


class PacketError(Exception):
    """The peer sent bytes that are not MQTT 3.1.1; the connection must be closed."""


@dataclass(frozen=True, slots=True)
class Message:
    """An application message: topic text, payload bytes, QoS 0..2, retain flag as published."""

    topic: str
    payload: bytes
    qos: int = 0
    retain: bool = False


@dataclass(frozen=True, slots=True)
class Connect:
    """What a client says when it comes. `keepalive` in seconds, 0 means never expire."""

    level: int
    client_id: str
    clean: bool
    keepalive: int
    will: Message | None
    username: str | None
    password: bytes | None


def split(data: bytes | bytearray, start: int, limit: int) -> tuple[int, int] | None:
    """Borders (body start, body end) of the packet at `start`, or None when more bytes are needed.

    Raises PacketError for a length that MQTT does not allow or that exceeds `limit` bytes.
    """
    length, shift, at = 0, 0, start + 1
    while True:
        if at >= len(data):
            return None
        byte = data[at]
        at += 1
        length |= (byte & 0x7F) << shift
        if not byte & 0x80:
            break
        shift += 7
        if shift > 21:
            raise PacketError("remaining length has more than four bytes")
    if length > limit:
        raise PacketError(f"packet of {length} bytes exceeds the limit")
    return (at, at + length) if at + length <= len(data) else None


def decode_connect(body: bytes) -> Connect:
    """Read a CONNECT body. Of an unknown protocol level only `level` is filled in."""
    name, at = _text(body, 0)
    if name not in {"MQTT", "MQIsdp"} or len(body) < at + 4:
        raise PacketError("not an MQTT CONNECT")
    level, flags = body[at], body[at + 1]
    keepalive = int.from_bytes(body[at + 2 : at + 4], "big")
    if level not in {3, 4}:
        return Connect(level, "", True, keepalive, None, None, None)
    if flags & 1:
        raise PacketError("reserved CONNECT flag is set")
    client_id, at = _text(body, at + 4)
    will = username = password = None
    if flags & 0x04:
        will, at = _will(body, at, flags)
    if flags & 0x80:
        username, at = _text(body, at)
    if flags & 0x40:
        password, at = _binary(body, at)
    return Connect(level, client_id, bool(flags & 2), keepalive, will, username, password)


def _will(body: bytes, at: int, flags: int) -> tuple[Message, int]:
    topic, at = _text(body, at)
    payload, at = _binary(body, at)
    qos = flags >> 3 & 3
    if qos == 3 or not publishable(topic):
        raise PacketError("the last will cannot be published")
    return Message(topic, payload, qos, bool(flags & 0x20)), at


def decode_publish(first: int, body: bytes) -> tuple[Message, int, bool]:
    """Read a PUBLISH: message, packet id (0 at QoS 0), duplicate flag."""
    topic, at = _text(body, 0)
    qos, mid = first >> 1 & 3, 0
    if qos == 3 or not publishable(topic):
        raise PacketError("PUBLISH with a wildcard topic or QoS 3")
    if qos:
        mid, at = identifier(body, at), at + 2
    return Message(topic, body[at:], qos, bool(first & 1)), mid, bool(first & 8)


def decode_subscribe(body: bytes) -> tuple[int, list[tuple[str, int]]]:
    """Read a SUBSCRIBE: packet id and (filter, wanted QoS) pairs."""
    mid, at = identifier(body, 0), 2
    wishes: list[tuple[str, int]] = []
    while at < len(body):
        pattern, at = _text(body, at)
        if at >= len(body) or body[at] > 2:
            raise PacketError("SUBSCRIBE without a valid QoS")
        wishes.append((pattern, body[at]))
        at += 1
    if not wishes:
        raise PacketError("SUBSCRIBE without a filter")
    return mid, wishes


def decode_unsubscribe(body: bytes) -> tuple[int, list[str]]:
    """Read an UNSUBSCRIBE: packet id and filters."""
    mid, at = identifier(body, 0), 2
    patterns: list[str] = []
    while at < len(body):
        pattern, at = _text(body, at)
        patterns.append(pattern)
    return mid, patterns


def identifier(body: bytes, at: int = 0) -> int:
    """Read the packet id at `at`; zero and a cut packet raise PacketError."""
    mid = int.from_bytes(body[at : at + 2], "big")
    if mid == 0 or len(body) < at + 2:
        raise PacketError("packet id missing")
    return mid


def encode_connack(code: Refusal, *, present: bool = False) -> bytes:
    """CONNACK; `present` tells that a stored session was resumed."""
    return bytes((0x20, 2, present, code))


def encode_publish(message: Message, qos: int, mid: int, *, retain: bool, dup: bool = False) -> bytes:
    """PUBLISH as sent to a subscriber."""
    name = message.topic.encode()
    tail = mid.to_bytes(2, "big") if qos else b""
    length = 2 + len(name) + len(tail) + len(message.payload)
    first = 0x30 | dup << 3 | qos << 1 | retain
    return b"".join(
        (bytes((first,)), _length(length), len(name).to_bytes(2, "big"), name, tail, message.payload)
    )


def encode_ack(kind: Kind, mid: int) -> bytes:
    """PUBACK, PUBREC, PUBREL, PUBCOMP or UNSUBACK."""
    return struct.pack("!BBH", kind << 4 | (2 if kind is Kind.PUBREL else 0), 2, mid)


def encode_suback(mid: int, granted: list[int]) -> bytes:
    """SUBACK; 0x80 in `granted` tells that a filter was refused."""
    return b"".join((b"\x90", _length(2 + len(granted)), mid.to_bytes(2, "big"), bytes(granted)))


def publishable(topic: str) -> bool:
    """Whether a message may be published to the topic."""
    return bool(topic) and "+" not in topic and "#" not in topic and "\0" not in topic


def _length(value: int) -> bytes:
    out = bytearray()
    while True:
        value, byte = value >> 7, value & 0x7F
        out.append(byte | (0x80 if value else 0))
        if not value:
            return bytes(out)


def _binary(body: bytes, at: int) -> tuple[bytes, int]:
    end = at + 2 + int.from_bytes(body[at : at + 2], "big")
    if at + 2 > len(body) or end > len(body):
        raise PacketError("a string runs over the end of its packet")
    return body[at + 2 : end], end


def _text(body: bytes, at: int) -> tuple[str, int]:
    raw, end = _binary(body, at)
    try:
        return raw.decode(), end
    except UnicodeDecodeError:
        raise PacketError("a string is not UTF-8") from None

"""A bare MQTT 3.1.1 client on a socket, made for misbehaving; shares no code with the broker."""

import asyncio
from dataclasses import dataclass
from typing import Self

DEADLINE = 5.0
# Every client a test opened, for the fixture that closes them.
OPENED: list["RawClient"] = []


@dataclass(frozen=True, slots=True)
class Received:
    """A PUBLISH as it arrived."""

    topic: str
    payload: bytes
    qos: int
    retain: bool
    dup: bool
    mid: int


def text(value: str | bytes) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return len(raw).to_bytes(2, "big") + raw


def packet(first: int, body: bytes) -> bytes:
    length, out = len(body), bytearray((first,))
    while True:
        length, byte = length >> 7, length & 0x7F
        out.append(byte | (0x80 if length else 0))
        if not length:
            return bytes(out) + body


class RawClient:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.present = False
        self.waiting: list[Received] = []
        OPENED.append(self)

    @classmethod
    async def open(cls, port: int) -> Self:
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 22))

    @classmethod
    async def connect(
        cls,
        port: int,
        name: str,
        *,
        clean: bool = True,
        keepalive: int = 60,
        will: tuple[str, bytes, int, bool] | None = None,
        login: tuple[str, str] | None = None,
    ) -> Self:
        client = await cls.open(port)
        code = await client.greet(name, clean=clean, keepalive=keepalive, will=will, login=login)
        assert code == 0, f"refused with {code}"
        return client

    async def greet(
        self,
        name: str,
        *,
        clean: bool = True,
        keepalive: int = 60,
        will: tuple[str, bytes, int, bool] | None = None,
        login: tuple[str, str] | None = None,
        level: int = 4,
    ) -> int:
        """Send CONNECT; the return code of CONNACK."""
        flags, tail = clean << 1, text(name)
        if will is not None:
            topic, payload, qos, retain = will
            flags |= 0x04 | qos << 3 | retain << 5
            tail += text(topic) + text(payload)
        if login is not None:
            flags |= 0xC0
            tail += text(login[0]) + text(login[1])
        self.send(packet(0x10, text("MQTT") + bytes((level, flags)) + keepalive.to_bytes(2, "big") + tail))
        first, body = await self.packet()
        assert first == 0x20
        self.present = bool(body[0])
        return body[1]

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def packet(self, deadline: float = DEADLINE) -> tuple[int, bytes]:
        async with asyncio.timeout(deadline):
            first = (await self.reader.readexactly(1))[0]
            length, shift = 0, 0
            while True:
                byte = (await self.reader.readexactly(1))[0]
                length |= (byte & 0x7F) << shift
                shift += 7
                if not byte & 0x80:
                    return first, await self.reader.readexactly(length)

    async def subscribe(self, *wishes: tuple[str, int]) -> list[int]:
        body = b"".join(text(pattern) + bytes((qos,)) for pattern, qos in wishes)
        self.send(packet(0x82, b"\x00\x07" + body))
        return list((await self.answer(0x90))[2:])

    async def unsubscribe(self, pattern: str) -> None:
        self.send(packet(0xA2, b"\x00\x08" + text(pattern)))
        await self.answer(0xB0)

    def post(self, topic: str, payload: bytes, qos: int = 0, *, retain: bool = False, mid: int = 1) -> None:
        """Send PUBLISH without waiting for anything."""
        identifier = mid.to_bytes(2, "big") if qos else b""
        self.send(packet(0x30 | qos << 1 | retain, text(topic) + identifier + payload))

    async def publish(self, topic: str, payload: bytes, qos: int = 0, *, retain: bool = False) -> None:
        """Send PUBLISH and do the handshake of its QoS."""
        self.post(topic, payload, qos, retain=retain, mid=9)
        if qos == 1:
            await self.answer(0x40)
        if qos == 2:
            await self.answer(0x50)
            self.send(packet(0x62, b"\x00\x09"))
            await self.answer(0x70)
        await self.writer.drain()

    async def answer(self, kind: int) -> bytes:
        """Body of the next packet of a kind; messages that come before it are kept."""
        while True:
            first, body = await self.packet()
            if first & 0xF0 == kind:
                return body
            if first >> 4 == 3:
                self.waiting.append(self.accept(first, body))

    async def message(self, deadline: float = DEADLINE) -> Received:
        """Take the next PUBLISH, acknowledged as its QoS asks."""
        if self.waiting:
            return self.waiting.pop(0)
        while True:
            first, body = await self.packet(deadline)
            if first >> 4 == 3:
                return self.accept(first, body)

    def accept(self, first: int, body: bytes) -> Received:
        qos, end = first >> 1 & 3, 2 + int.from_bytes(body[:2], "big")
        mid = int.from_bytes(body[end : end + 2], "big") if qos else 0
        if qos:
            self.send(packet(0x40 if qos == 1 else 0x50, mid.to_bytes(2, "big")))
        if qos == 2:
            self.send(packet(0x70, mid.to_bytes(2, "big")))
        payload = body[end + 2 :] if qos else body[end:]
        return Received(body[2:end].decode(), payload, qos, bool(first & 1), bool(first & 8), mid)

    async def messages(self, count: int) -> list[Received]:
        return [await self.message() for _ in range(count)]

    async def silent(self) -> bool:
        """Whether nothing is left: what was sent before the answer to a ping is kept."""
        self.send(b"\xc0\x00")
        await self.answer(0xD0)
        return not self.waiting

    async def rest(self) -> list[Received]:
        """Take every message that is on its way."""
        await self.silent()
        taken, self.waiting = self.waiting, []
        return taken

    async def closed(self) -> bool:
        """Whether the broker closes the connection before the deadline."""
        try:
            async with asyncio.timeout(DEADLINE):
                while await self.reader.read(1 << 16):
                    pass
        except TimeoutError:
            return False
        except ConnectionError:
            return True
        return True

    def abort(self) -> None:
        self.writer.transport.abort()

    async def leave(self) -> None:
        self.send(b"\xe0\x00")
        await self.writer.drain()
        self.writer.close()

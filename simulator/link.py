"""One firmware's connection to a broker: kept up, described anew after each loss. Knows no house."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress

import aiomqtt
from aiomqtt.exceptions import MqttConnectError

from simulator.address import Address
from simulator.clock import HomeClock
from simulator.firmware.spec import BIRTH_TOPIC, Firmware
from simulator.message import Publish

_FIRST_WAIT, _LONGEST_WAIT = 0.25, 30.0
_KEEPALIVE = 20
_OUTBOX = 10_000
_FAREWELL = 1.0

Listener = Callable[[str, bytes], None]


class Link:
    """One MQTT client for a node or gateway. Messages given while it is down are dropped."""

    def __init__(self, firmware: Firmware, address: Address, clock: HomeClock) -> None:
        self.firmware = firmware
        self.announced = asyncio.Event()
        self.up = False
        self.refusal: str | None = None
        self._address = address
        self._clock = clock
        self._outbox: asyncio.Queue[Publish] = asyncio.Queue(_OUTBOX)
        self._cut = asyncio.Event()
        self._plugged = asyncio.Event()
        self._plugged.set()

    def send(self, messages: list[Publish]) -> None:
        """Publish soon, in order; nothing is kept for later while the connection is down."""
        for message in messages:
            if self.up and not self._outbox.full():
                self._outbox.put_nowait(message)

    def unplug(self) -> None:
        """Take the power away until `plug`."""
        self._plugged.clear()
        self._cut.set()

    def plug(self) -> None:
        """Give the power back; the connection comes up by itself."""
        self._cut.clear()
        self._plugged.set()

    async def run(self, listen: Listener, fresh: Callable[[], list[Publish]]) -> None:
        """Hold the connection until cancelled. `fresh` tells every state after each connect."""
        wait = _FIRST_WAIT
        while True:
            await self._plugged.wait()
            if await self._connected(listen, fresh):
                wait = _FIRST_WAIT
            if self._plugged.is_set():
                # Jitter, so that a fleet does not come back in one instant.
                await self._clock.patience(wait * (0.75 + secrets.randbelow(50) / 100))
                wait = min(wait * 2, _LONGEST_WAIT)

    async def _connected(self, listen: Listener, fresh: Callable[[], list[Publish]]) -> bool:
        """Connect and serve until the connection ends; tells whether there was one."""
        reached = False
        try:
            async with self._client() as client:
                reached = True
                await self._serve(client, listen, fresh)
        except* aiomqtt.MqttError as broken:
            # Whatever broke it, the answer is the same: come back later. Only a refusal is remembered.
            self.refusal = _refusal(broken)
        finally:
            self.up = False
        return reached

    async def _serve(
        self, client: aiomqtt.Client, listen: Listener, fresh: Callable[[], list[Publish]]
    ) -> None:
        for topic in (BIRTH_TOPIC, *self.firmware.subscriptions):
            await client.subscribe(topic, qos=1 if topic == BIRTH_TOPIC else 0)
            _honour_cancel()
        while not self._outbox.empty():
            self._outbox.get_nowait()
        self.up = True
        for message in (*self.firmware.announce(), *self.firmware.birth()):
            await _say(client, message, qos=1)
        self.send(fresh())
        try:
            async with asyncio.TaskGroup() as tasks:
                receiver = tasks.create_task(
                    self._receive(client, listen), name=f"{self.firmware.name} hears"
                )
                sender = tasks.create_task(self._publish(client), name=f"{self.firmware.name} speaks")
                await self._cut.wait()
                receiver.cancel()
                sender.cancel()
        finally:
            # Whoever leaves in order sends no last will: say it before the socket closes.
            with suppress(aiomqtt.MqttError, TimeoutError):
                async with asyncio.timeout(_FAREWELL):
                    await client.publish(self.firmware.will.topic, self.firmware.will.payload, retain=True)

    async def _receive(self, client: aiomqtt.Client, listen: Listener) -> None:
        async for message in client.messages:
            payload = message.payload if isinstance(message.payload, bytes) else b""
            listen(str(message.topic), payload)

    async def _publish(self, client: aiomqtt.Client) -> None:
        while True:
            message = await self._outbox.get()
            await _say(client, message)
            if self._outbox.empty():
                self.announced.set()

    def _client(self) -> aiomqtt.Client:
        will = self.firmware.will
        return aiomqtt.Client(
            self._address.host,
            self._address.port,
            username=self._address.username,
            password=self._address.password,
            identifier=f"{self.firmware.name}-{secrets.token_hex(4)}",
            protocol=aiomqtt.ProtocolVersion.V311,
            will=aiomqtt.Will(will.topic, will.payload, qos=1, retain=will.retain),
            keepalive=_KEEPALIVE,
            max_queued_outgoing_messages=_OUTBOX,
        )


def _refusal(broken: BaseExceptionGroup[aiomqtt.MqttError]) -> str | None:
    """Why the broker itself said no, in its own words, or None when it said nothing."""
    for error in broken.exceptions:
        if isinstance(error, MqttConnectError):
            return str(error).rpartition("] ")[2]
    return None


async def _say(client: aiomqtt.Client, message: Publish, qos: int = 0) -> None:
    await client.publish(message.topic, message.payload, qos=qos, retain=message.retain)
    _honour_cancel()


def _honour_cancel() -> None:
    """Stop when asked to: before Python 3.12 a wait that ends in the same instant swallows the request."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError

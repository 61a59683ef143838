"""A broker in memory: a Transport with retained messages, and devices that answer as the test says."""

import asyncio
import json
from collections.abc import Callable, Iterable
from typing import TypeAlias

from devices.errors import NotConnected
from devices.model import Json
from devices.mqtt.topics import matches
from devices.mqtt.transport import Message, Receiver

Wire: TypeAlias = "Json | bytes"
"""A payload as tests write it: text and bytes as they are, None as empty, all else as JSON."""

Answer: TypeAlias = Callable[[Message], Iterable[Message]]


class FakeBroker:
    """What Home believes to be its transport; `sent` is everything that Home published."""

    def __init__(self) -> None:
        self.sent: list[Message] = []
        self.retained: dict[str, Message] = {}
        self.filters: list[str] = []
        self._answers: list[tuple[str, Answer]] = []
        self._receiver: Receiver | None = None
        self._up = True

    async def run(self, receiver: Receiver) -> None:
        """Connect at once and stay until cancelled."""
        self._receiver = receiver
        if self._up:
            receiver.connected()
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self._receiver = None

    async def subscribe(self, filters: Iterable[str]) -> None:
        """Add filters and replay what is retained under them."""
        new = [topic for topic in filters if topic not in self.filters]
        self.filters += new
        self._replay(new)

    async def publish(self, message: Message) -> None:
        """Note a message of Home's, loop it back to its own subscriptions, and let devices answer."""
        if not self._up or self._receiver is None:
            raise NotConnected("the test took the broker down")
        self.sent.append(message)
        self._deliver(message)
        for topic_filter, answer in tuple(self._answers):
            if matches(topic_filter, message.topic):
                for reply in answer(message):
                    self._deliver(reply)

    def device(self, topic: str, payload: Wire, *, retain: bool = False) -> None:
        """Publish as a device: text and bytes as they are, None as empty, all else as JSON."""
        self._deliver(Message(topic, wire(payload), retain))

    def answer(self, topic_filter: str, *replies: tuple[str, Wire]) -> None:
        """From now on, a publish on these topics is answered by these messages, before it returns."""
        messages = tuple(Message(topic, wire(payload)) for topic, payload in replies)
        self._answers.append((topic_filter, lambda _message: messages))

    def answer_with(self, topic_filter: str, answer: Answer) -> None:
        """From now on, a publish on these topics is answered by what this function makes of it."""
        self._answers.append((topic_filter, answer))

    def silence(self) -> None:
        """Forget all answers."""
        self._answers.clear()

    def drop(self, reason: str = "the connection was lost") -> None:
        """Go away."""
        self._up = False
        if self._receiver is not None:
            self._receiver.disconnected(reason)

    def restore(self) -> None:
        """Come back, with what is retained."""
        self._up = True
        if self._receiver is not None:
            self._receiver.connected()
            self._replay(self.filters)

    def _deliver(self, message: Message) -> None:
        if message.retain and message.payload:
            self.retained[message.topic] = message
        elif message.retain:
            self.retained.pop(message.topic, None)
        if self._receiver is not None and self._up and self._heard(message.topic):
            self._receiver.received(Message(message.topic, message.payload))

    def _heard(self, topic: str) -> bool:
        return any(matches(topic_filter, topic) for topic_filter in self.filters)

    def _replay(self, filters: Iterable[str]) -> None:
        if self._receiver is None or not self._up:
            return
        for topic_filter in tuple(filters):
            for topic, message in tuple(self.retained.items()):
                if matches(topic_filter, topic):
                    self._receiver.received(message)


def wire(payload: Wire) -> bytes:
    """A payload as it travels."""
    match payload:
        case bytes():
            return payload
        case None:
            return b""
        case str():
            return payload.encode()
        case _:
            return json.dumps(payload).encode()

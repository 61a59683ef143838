"""The seam to a broker: anything that can publish, subscribe and deliver. No MQTT library is known here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """One MQTT message; `retain` on a received one means the broker replayed it."""

    topic: str
    payload: bytes
    retain: bool = False
    qos: int = 0


class Receiver(Protocol):
    """Who is told what the transport sees; called on the event loop, must return quickly."""

    def connected(self) -> None:
        """The connection stands and earlier subscriptions were renewed."""
        ...

    def disconnected(self, reason: str) -> None:
        """The connection is lost or could not be made; `reason` is one line fit for a person."""
        ...

    def received(self, message: Message) -> None:
        """One message arrived."""
        ...


class Transport(Protocol):
    """A connection to one broker that keeps itself up."""

    async def run(self, receiver: Receiver) -> None:
        """Connect, deliver and reconnect for ever; returns only by cancellation."""
        ...

    async def subscribe(self, filters: Iterable[str]) -> None:
        """Add filters now and after every reconnect; quiet while disconnected."""
        ...

    async def publish(self, message: Message) -> None:
        """Hand one message to the broker.

        Raises:
            NotConnected: there is no connection; nothing was sent or queued.
        """
        ...

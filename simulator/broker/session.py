"""What a broker remembers of one client: filters, queue, and messages on their way. Decides no routing."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from simulator.broker.packet import Kind, Message, encode_ack, encode_publish

# More than this on its way unacknowledged waits in the queue.
_WINDOW = 1_000
# A queue past this is not a slow reader any more but a lost one.
QUEUE_BYTES = 64 * 1024 * 1024

Send = Callable[[bytes], None]


@dataclass(slots=True)
class _Flight:
    """A message sent at QoS 1 or 2 and not yet acknowledged; `released` once PUBREC came."""

    message: Message
    qos: int
    retain: bool
    released: bool = False


@dataclass(slots=True, eq=False)
class Session:
    """The state of one client id, connected or not. Mutable: it lives as long as the client is known."""

    client_id: str
    clean: bool
    filters: dict[str, int] = field(default_factory=dict)
    send: Send | None = None
    received: set[int] = field(default_factory=set)
    _queue: deque[tuple[Message, int, bool]] = field(default_factory=deque)
    _queued_bytes: int = 0
    _flights: dict[int, _Flight] = field(default_factory=dict)
    _last_mid: int = 0

    def deliver(self, message: Message, qos: int, *, retain: bool = False) -> bool:
        """Send or queue one message at the given QoS; False when its queue is over the limit."""
        if qos == 0:
            if self.send is not None:
                self.send(encode_publish(message, 0, 0, retain=retain))
            return True
        if self.send is not None and not self._queue and len(self._flights) < _WINDOW:
            self._launch(self.send, message, qos, retain=retain)
            return True
        if self._queued_bytes > QUEUE_BYTES:
            return False
        self._queue.append((message, qos, retain))
        self._queued_bytes += len(message.payload) + len(message.topic)
        return True

    def resume(self, send: Send) -> None:
        """Connect: repeat what was on its way, in order, then send what waited."""
        self.send = send
        for mid, flight in self._flights.items():
            send(self._repeat(mid, flight))
        self._pump()

    def detach(self) -> None:
        """Disconnect; a session that is not clean goes on queueing."""
        self.send = None

    def acknowledge(self, kind: Kind, mid: int) -> None:
        """Take PUBACK, PUBREC or PUBCOMP of the client; one that fits nothing is only answered."""
        flight = self._flights.get(mid)
        if kind is Kind.PUBREC:
            if flight is not None:
                flight.released = True
            if self.send is not None:
                self.send(encode_ack(Kind.PUBREL, mid))
            return
        if flight is not None and (flight.qos == 1) == (kind is Kind.PUBACK):
            del self._flights[mid]
            self._pump()

    def first_arrival(self, mid: int) -> bool:
        """Whether a QoS 2 message with this id is new (not a repetition before its release)."""
        if mid in self.received:
            return False
        self.received.add(mid)
        return True

    def _pump(self) -> None:
        while self.send is not None and self._queue and len(self._flights) < _WINDOW:
            message, qos, retain = self._queue.popleft()
            self._queued_bytes -= len(message.payload) + len(message.topic)
            self._launch(self.send, message, qos, retain=retain)

    def _launch(self, send: Send, message: Message, qos: int, *, retain: bool) -> None:
        mid = next(self._free_ids())
        self._flights[mid] = _Flight(message, qos, retain)
        send(encode_publish(message, qos, mid, retain=retain))

    def _free_ids(self) -> Iterator[int]:
        while True:
            self._last_mid = self._last_mid % 65_535 + 1
            if self._last_mid not in self._flights:
                yield self._last_mid

    @staticmethod
    def _repeat(mid: int, flight: _Flight) -> bytes:
        if flight.released:
            return encode_ack(Kind.PUBREL, mid)
        return encode_publish(flight.message, flight.qos, mid, retain=flight.retain, dup=True)

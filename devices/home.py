"""One home: glue between a transport, the dialects, the registry, the gate and the bus."""

import asyncio
import contextlib
from collections.abc import Callable

from devices.bus import Bus
from devices.clock import Clock
from devices.command import Outcome, Request
from devices.dialects import dialects
from devices.errors import NotConnected
from devices.model import Snapshot
from devices.mqtt.transport import Message, Transport
from devices.policy import Judgement, judge
from devices.registry import Names, Registry, View
from devices.road.dispatch import Dispatch, Means, Sent
from devices.road.intake import Intake
from devices.road.ledger import Ledger

OWN_TOPICS = "hearth/"
NAMELESS = Names()


class Home:
    """What the rest of Hearth sees of a home: a picture of it, events on the bus, and one road down.

    Args:
        transport: the connection to its broker.
        bus: where facts go.
        clock: home time, and how long devices are waited for.
        names: what the user owns: areas, aliases, hidden entities.
        control_allowed: False refuses every command.
        patience: factor on the real seconds that devices are given to answer.
    """

    def __init__(
        self,
        transport: Transport,
        bus: Bus,
        clock: Clock,
        *,
        names: Names = NAMELESS,
        control_allowed: bool = True,
        patience: float = 1.0,
    ) -> None:
        self._transport, self._bus, self._clock = transport, bus, clock
        self._registry, self._ledger = Registry(names), Ledger()
        self._intake = Intake(dialects(), self._registry, self._ledger, bus, clock)
        self._dispatch = Dispatch(
            Means(transport, self._intake, self._registry, self._ledger, bus, clock), patience=patience
        )
        self.control_allowed = control_allowed

    @property
    def connected(self) -> bool:
        """Whether the broker can be reached now."""
        return self._intake.online

    @property
    def trouble(self) -> str:
        """Why the broker can't be reached, fit for a person; empty while it can, or before the first try."""
        return self._intake.trouble

    async def run(self, *, greet: bool = False) -> None:
        """Connect and take in messages, for ever; ends by cancellation and leaves no task behind.

        With `greet`, every new connection is announced as Home Assistant announces itself, so that devices
        which keep nothing on the broker send their states again.
        """
        async with asyncio.TaskGroup() as group:
            group.create_task(self._transport.run(self._intake), name="transport")
            group.create_task(self._subscribe(), name="subscriptions")
            group.create_task(self._forget(group), name="attribution")
            if greet:
                group.create_task(self._greet(), name="greeting")

    async def settled(self, quiet: float = 0.25, limit: float = 5.0) -> bool:
        """Wait until discovery and retained states have been quiet for so many real seconds.

        False when `limit` real seconds passed first, or there is no connection.
        """
        waited, steps, calm = 0.0, 5, 0
        while waited < limit:
            mark = self._intake.activity
            await self._clock.patience(quiet / steps)
            waited += quiet / steps
            quiet_now = self.connected and self._intake.idle and self._intake.activity == mark
            calm = calm + 1 if quiet_now else 0
            if calm >= steps:
                return True
        return False

    def view(self) -> View:
        """An immutable picture of now."""
        return self._registry.view()

    def find(self, entity_id: str) -> Snapshot | None:
        """One entity as it is now, without a picture of all the others."""
        return self._registry.find(entity_id)

    def judge(self, request: Request) -> tuple[Judgement, ...]:
        """What the gate would say, command by command; does nothing."""
        return judge(
            request.commands,
            self.view(),
            request.approvals,
            denials=request.denials,
            control_allowed=self.control_allowed,
        )

    def obstacles(self, request: Request) -> tuple[Outcome | None, ...]:
        """What would be refused now whatever a person allows, command by command; does nothing."""
        return tuple(map(self._dispatch.obstacle, self.judge(request)))

    async def execute(self, request: Request) -> tuple[Outcome, ...]:
        """The one road down: gate, publish, receipt; outcomes in the order of the commands.

        Never raises for a refusal; a command that can't be sent now is refused, never queued.
        """
        return await self._dispatch.carry(request, self.judge(request))

    async def publish(self, message: Message) -> None:
        """Publish on one of Hearth's own topics, never a device's.

        Raises:
            NotConnected: there is no connection to the broker.
        """
        if not message.topic.startswith(OWN_TOPICS):
            raise ValueError(f"not one of Hearth's own topics: {message.topic}")
        await self._transport.publish(message)

    def adopt(self, names: Names) -> None:
        """Use these areas, aliases and hidden entities from now on."""
        for event in self._registry.adopt(names, self._clock.now()):
            self._bus.publish(event)

    def overhear(self, topic_filter: str, listener: Callable[[Message], None]) -> None:
        """Hand every message of these topics to a listener, retained ones included."""
        self._intake.overhear(topic_filter, listener)

    async def _subscribe(self) -> None:
        while True:
            await self._transport.subscribe(await self._intake.wanted())

    async def _greet(self) -> None:
        while True:
            await self._intake.connection()
            for dialect in self._intake.dialects:
                for message in dialect.greeting:
                    # a connection lost again is greeted when it comes back
                    with contextlib.suppress(NotConnected):
                        await self._transport.publish(message)
            await self._intake.loss()

    async def _forget(self, group: asyncio.TaskGroup) -> None:
        """End the attribution of each ended command once its kind's deadline is over."""
        while True:
            sent = await self._dispatch.ended.get()
            group.create_task(self._expire(sent), name=f"attribution {sent.key}")

    async def _expire(self, sent: Sent) -> None:
        await self._clock.patience(min(sent.receipt.kind.deadline, 10.0))
        self._ledger.forget(sent.key, sent.receipt)

"""Homes on a fake broker, as the tests of the device layer need them."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from devices.bus import Bus
from devices.command import Approval, Cause, Command, Origin, Outcome, Request
from devices.events import Event
from devices.home import Home
from devices.model import Json, Scalar, Snapshot
from devices.registry import Names
from tests.fakes.broker import FakeBroker
from tests.fakes.clock import FakeClock, turns

WIRE = Path(__file__).parent.parent / "wire"
CHAT = Cause(Origin.CHAT, "t1", "please")


@dataclass
class House:
    """A home that runs on a fake broker and clock, with everything it said on the bus."""

    home: Home
    broker: FakeBroker
    clock: FakeClock
    events: list[Event] = field(default_factory=list)

    def see(self, entity_id: str) -> Snapshot:
        """The snapshot of an entity that must be there."""
        found = self.home.view().find(entity_id)
        assert found is not None, f"{entity_id} is not among {sorted(self.home.view().snapshots)}"
        return found

    async def tell(self, entity_id: str, control: str, *approvals: Approval, **values: Scalar) -> Outcome:
        """Run one command."""
        request = Request((Command(entity_id, control, values),), CHAT, approvals)
        (outcome,) = await self.home.execute(request)
        return outcome

    def happened(self, kind: type[Event]) -> list[Event]:
        """The events of one type, in order."""
        return [event for event in self.events if isinstance(event, kind)]


@asynccontextmanager
async def house(
    *, hasty: bool = True, control_allowed: bool = True, names: Names | None = None, greet: bool = False
) -> AsyncIterator[House]:
    """A running home without devices."""
    broker, clock, bus = FakeBroker(), FakeClock(hasty=hasty), Bus()
    home = Home(broker, bus, clock, names=names or Names(), control_allowed=control_allowed)
    built = House(home, broker, clock)
    bus.listen(built.events.append)
    running = asyncio.create_task(home.run(greet=greet), name="home")
    try:
        await turns()
        yield built
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def wire_lines(name: str) -> Iterator[dict[str, Json]]:
    """The golden samples of one firmware family."""
    with (WIRE / f"{name}.jsonl").open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


async def announce(built: House, component: str, name: str, **keys: Json) -> None:
    """Announce one entity, with unique id and a device of that name."""
    config = {"name": name, "unique_id": f"u_{component}_{name}", **keys}
    built.broker.device(f"homeassistant/{component}/{name.replace(' ', '_')}/config", config, retain=True)
    await turns()

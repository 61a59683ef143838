"""Keys on tiles: counts quick presses into one command, runs it by the tools, tells how it ended."""

from collections.abc import Awaitable, Callable
from functools import partial

from textual.timer import Timer
from textual.widget import Widget

from assistant.tui.direct import Direct
from assistant.tui.face.hand import Deal, default, stepped
from assistant.tui.scene import Scene
from devices.model import Json

SETTLE = 0.3


class Hands:
    """One command an entity at a time; the tile shows it as pending until the device reports."""

    def __init__(
        self, owner: Widget, scene: Scene, direct: Direct, tell: Callable[[str], Awaitable[None]]
    ) -> None:
        self.owner = owner
        self.scene = scene
        self.direct = direct
        self.tell = tell
        self._steps: dict[str, int] = {}
        self._timers: dict[str, Timer] = {}

    def act(self, entity_id: str) -> None:
        """The default of this entity, when it has a safe one."""
        snapshot = self.scene.view().find(entity_id)
        deal = default(snapshot) if snapshot else None
        if deal is None:
            name = snapshot.entity.name if snapshot else entity_id
            self.owner.notify(f"{name}: no quick action; say it instead.", markup=False)
            return
        self._start(entity_id, deal)

    def step(self, entity_id: str, direction: int) -> None:
        """A step of its value; sent a moment after the last press."""
        self._steps[entity_id] = self._steps.get(entity_id, 0) + direction
        snapshot = self.scene.view().find(entity_id)
        deal = stepped(snapshot, self._steps[entity_id]) if snapshot else None
        if deal is None:
            self._steps.pop(entity_id, None)
            return
        self.scene.pending[entity_id] = deal.shown
        self.scene.touch()
        if (timer := self._timers.pop(entity_id, None)) is not None:
            timer.stop()
        self._timers[entity_id] = self.owner.set_timer(SETTLE, partial(self._settled, entity_id, deal))

    def _settled(self, entity_id: str, deal: Deal) -> None:
        self._steps.pop(entity_id, None)
        self._timers.pop(entity_id, None)
        self._start(entity_id, deal)

    def _start(self, entity_id: str, deal: Deal) -> None:
        self.owner.run_worker(self.give(entity_id, deal), group=f"hand-{entity_id}", exit_on_error=False)

    async def give(self, entity_id: str, deal: Deal) -> None:
        """Tell the entity, and tell the person how it ended."""
        self.scene.pending[entity_id] = deal.shown
        self.scene.touch()
        values: dict[str, Json] = dict(deal.values)
        arguments: dict[str, Json] = {"targets": [entity_id], "action": deal.action, **values}
        try:
            ended = await self.direct.run("control_device", arguments, f"{deal.action} {entity_id}")
        finally:
            self.scene.pending.pop(entity_id, None)
            self.scene.touch()
        await self.tell(ended.text)

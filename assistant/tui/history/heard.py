"""Hears whether anything of the shown entities was reported, and remembers it until the records have it."""

from collections.abc import Callable

from devices.bus import Bus
from devices.events import CommandEnded, Event, EventFired, RuleRan, StateChanged, StateReported

LOOKS = 2
"""The recorder writes once a second: what was just heard may take two looks to be read."""


class Heard:
    """Counts down the looks that are still worth it; `entities` says whose reports matter."""

    def __init__(self, entities: Callable[[], tuple[str, ...]]) -> None:
        self._entities = entities
        self._left = 0
        self._forget: Callable[[], None] | None = None

    def listen(self, bus: Bus) -> None:
        """Begin."""
        self._forget = bus.listen(self._hear)

    def deafen(self) -> None:
        """End."""
        if self._forget is not None:
            self._forget()
            self._forget = None

    def take(self) -> bool:
        """Whether a look may show something new."""
        worth, self._left = self._left > 0, max(0, self._left - 1)
        return worth

    def _hear(self, event: Event) -> None:
        if _about(event) in self._entities() or isinstance(event, RuleRan):
            self._left = LOOKS


def _about(event: Event) -> str:
    """The entity that an event tells of; empty for those of no entity."""
    match event:
        case StateChanged(after=snapshot) | StateReported(snapshot=snapshot):
            return snapshot.entity.id
        case EventFired(entity_id=entity_id):
            return entity_id
        case CommandEnded(outcome=outcome):
            return outcome.command.entity_id
        case _:
            return ""

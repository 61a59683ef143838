"""The one road upwards: facts go to every listener at once, in order, on the event loop."""

import logging
from collections.abc import Callable

from devices.events import Event, Listener

log = logging.getLogger(__name__)


class Bus:
    """Delivers events synchronously; a listener must be quick and may not publish commands itself."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; returns the function that removes it again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        """Tell every listener; one that fails is logged and does not keep the fact from the others."""
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:  # isolation of one message: a broken listener must not stop the pump
                log.exception("a listener failed on %s", type(event).__name__)

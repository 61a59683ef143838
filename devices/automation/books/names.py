"""The names that the user gave: changed in one place, stored first, then used by the home and told."""

from dataclasses import replace

from devices.bus import Bus
from devices.clock import Clock
from devices.events import NamesChanged
from devices.home import Home
from devices.storage.names import keep_names, stored_names
from devices.storage.settings import Settings
from devices.view import Names


class NameBook:
    """What the user owns of a home; `home` uses it from the moment it is changed or loaded."""

    def __init__(self, settings: Settings, home: Home, bus: Bus, clock: Clock, *, first: Names) -> None:
        self._settings, self._home, self._bus, self._clock = settings, home, bus, clock
        self._names = first

    @property
    def names(self) -> Names:
        """Everything the user owns, as it is in use."""
        return self._names

    def aliases(self, entity_id: str) -> tuple[str, ...]:
        """The names the user gave to an entity beside its own."""
        return self._names.aliases.get(entity_id, ())

    async def load(self) -> None:
        """Read again what another process stored, and use it."""
        await self._settings.load()
        stored = stored_names(self._settings)
        if stored is not None and stored != self._names:
            self._use(stored)

    async def set_aliases(self, entity_id: str, aliases: tuple[str, ...]) -> None:
        """Give an entity exactly these other names; none takes them all away."""
        await self._settings.load()
        now = stored_names(self._settings) or self._names
        others = {known: words for known, words in now.aliases.items() if known != entity_id}
        given = {entity_id: aliases} if aliases else {}
        changed = replace(now, aliases=others | given)
        await keep_names(self._settings, changed)
        self._use(changed)

    def _use(self, names: Names) -> None:
        self._names = names
        self._home.adopt(names)
        self._bus.publish(NamesChanged(self._clock.now()))

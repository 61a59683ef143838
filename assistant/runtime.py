"""A running home as the faces hold it, and where it is. Opens and starts nothing."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from assistant import place, presence
from assistant.runner import Runner
from devices.bus import Bus
from devices.clock import Clock
from devices.errors import ConfigError
from devices.storage.database import Database
from devices.storage.settings import Settings
from devices.storage.turns import Turns
from tools.context import House

SLOWEST, FASTEST = 1.0, 3600.0
"""Home seconds a real second that a simulated home takes."""


class Mode(StrEnum):
    """What kind of home this is; data of the two never meet."""

    SIMULATOR = "simulator"
    BROKER = "broker"


class Role(StrEnum):
    """What opens the home: the app, the headless runner, or a command that lives for one sentence."""

    APP = "app"
    RUN = "run"
    ONE_SHOT = "one-shot"


class Pace(Clock, Protocol):
    """A clock whose speed can be set: home seconds a real second."""

    @property
    def speed(self) -> float:
        """How many times faster than real time the home lives."""
        ...

    def set_speed(self, speed: float) -> None:
        """Change it at once."""
        ...


class Simulation(Protocol):
    """What faces may know of a simulated home that runs in this process."""

    @property
    def clock(self) -> Pace:
        """The time of everything in it."""
        ...


@dataclass(frozen=True, slots=True)
class Site:
    """Where the home is. `simulation` only in the process that runs it; `joined` if another one does.

    `url` may hold a password and is never shown; `address` is what people see.
    """

    mode: Mode
    url: str = field(repr=False)
    address: str
    clock: Clock
    simulation: Simulation | None = None
    joined: bool = False
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Runtime:
    """A running home, as the faces hold it.

    `trouble` says why nothing of this session is kept, if so; `paused` that no rules run because of it.
    """

    house: House
    bus: Bus
    site: Site
    settings: Settings
    database: Database
    turns: Turns
    runner: Runner
    data: Path
    notices: tuple[str, ...]
    trouble: str = ""
    paused: bool = False

    @property
    def mode(self) -> Mode:
        """Built-in home or real broker."""
        return self.site.mode

    @property
    def address(self) -> str:
        """Where the home is, fit for a screen: never a password."""
        return self.site.address

    @property
    def simulation(self) -> Simulation | None:
        """The simulated home, in the process that runs it."""
        return self.site.simulation

    @property
    def lease_held(self) -> bool:
        """Whether rules and recorder run here."""
        return self.runner.active and not self.paused

    def set_speed(self, speed: float) -> None:
        """Let the built-in home live so many times faster, and tell those who joined it.

        Raises:
            ConfigError: not a simulated home of this process, or a speed outside 1 to 3600.
        """
        if self.simulation is None:
            raise ConfigError("only the window that runs the simulated home can change its speed")
        if not SLOWEST <= speed <= FASTEST:
            raise ConfigError(f"the speed goes from {SLOWEST:g} to {FASTEST:g}, not {speed:g}")
        self.simulation.clock.set_speed(speed)
        presence.leave(self.data, self.site.url, self.simulation.clock, self.simulation.clock.speed)

    async def allow_control(self) -> None:
        """Allow commands to this real home from now on, also after a restart."""
        await self.settings.put(place.CONTROL, "yes")
        self.house.home.control_allowed = True

    async def forbid_control(self) -> None:
        """Only read this real home from now on, also after a restart if no setting allows more."""
        await self.settings.put(place.CONTROL, "no")
        self.house.home.control_allowed = False

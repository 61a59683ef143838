"""What a device is made of: the true state of each kind of hardware. Firmware decides how to tell it."""

from dataclasses import dataclass
from enum import StrEnum


class Appliance(StrEnum):
    """What is plugged into a plug; decides its power curve."""

    KETTLE = "kettle"
    FRIDGE = "fridge"
    TV = "tv"


class Bolt(StrEnum):
    """Position of a lock's bolt."""

    LOCKED = "locked"
    UNLOCKED = "unlocked"
    LOCKING = "locking"
    UNLOCKING = "unlocking"
    JAMMED = "jammed"


@dataclass(frozen=True, slots=True)
class Light:
    """`level` in percent above 0; `mireds` is None for a lamp of fixed colour."""

    on: bool = False
    level: float = 100.0
    mireds: int | None = None


@dataclass(frozen=True, slots=True)
class Fan:
    """`percent` 1..100 is kept while the fan is off."""

    on: bool = False
    percent: int = 50


@dataclass(frozen=True, slots=True)
class Cover:
    """`position` in percent, 100 open; `goal` while it moves; `travel` seconds from end to end."""

    position: float = 0.0
    goal: float | None = None
    travel: float = 20.0
    garage: bool = False


@dataclass(frozen=True, slots=True)
class Lock:
    """The bolt and the seconds a movement still needs; `stuck` makes the next movement jam."""

    bolt: Bolt = Bolt.LOCKED
    left: float = 0.0
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class Thermostat:
    """`target` and `measured` in Celsius; `heating` tells whether the boiler runs."""

    heat: bool = True
    target: float = 21.0
    measured: float = 20.0
    heating: bool = False


@dataclass(frozen=True, slots=True)
class Plug:
    """`watts` drawn now, `kwh` counted since it was new; `left` seconds of the running phase."""

    appliance: Appliance
    on: bool = True
    watts: float = 0.0
    kwh: float = 0.0
    running: bool = False
    left: float = 0.0


@dataclass(frozen=True, slots=True)
class Air:
    """Temperature in Celsius and relative humidity in percent, as a room sensor measures them."""

    temperature: float = 20.0
    humidity: float = 45.0


@dataclass(frozen=True, slots=True)
class Motion:
    """Whether somebody moved within the sensor's hold time."""

    seen: bool = False


@dataclass(frozen=True, slots=True)
class Contact:
    """A door or window contact."""

    open: bool = False
    window: bool = False


@dataclass(frozen=True, slots=True)
class Leak:
    """A water sensor on the floor."""

    wet: bool = False


class Press(StrEnum):
    """What a hand does to a button."""

    SINGLE = "single"
    DOUBLE = "double"
    HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Button:
    """A wireless button: how often it was used since it was new, and how the last time."""

    uses: int = 0
    press: Press = Press.SINGLE


@dataclass(frozen=True, slots=True)
class Phone:
    """A person's phone: whether it is in the home's network, and for how long that is no longer true."""

    who: str
    joined: bool = False
    wavering: float = 0.0


Part = Light | Fan | Cover | Lock | Thermostat | Plug | Air | Motion | Contact | Leak | Button | Phone

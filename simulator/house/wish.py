"""What a device can be asked for, by radio or by a person. Pure: a part in, a part out."""

from dataclasses import dataclass, replace

from simulator.house.part import Appliance, Bolt, Cover, Fan, Light, Lock, Part, Plug, Thermostat

BOIL_SECONDS = 180.0
_BOLT_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off, for lights, fans and plugs; None toggles."""

    on: bool | None


@dataclass(frozen=True, slots=True)
class Dim:
    """Light level in percent and colour in mireds, None to keep; brings the lamp on."""

    level: float | None = None
    mireds: int | None = None


@dataclass(frozen=True, slots=True)
class Spin:
    """Fan speed in percent; 0 is off."""

    percent: int


@dataclass(frozen=True, slots=True)
class Move:
    """Cover position in percent, None stops it where it is."""

    position: float | None


@dataclass(frozen=True, slots=True)
class Turn:
    """The bolt: lock or unlock."""

    lock: bool


@dataclass(frozen=True, slots=True)
class Warm:
    """Heating mode and target temperature in Celsius, None to keep."""

    heat: bool | None = None
    target: float | None = None


Wish = Switch | Dim | Spin | Move | Turn | Warm


def granted(part: Part, wish: Wish) -> Part:
    """Grant a wish: the part as it is right after. A wish that does not fit the part changes nothing."""
    match part, wish:
        case ((Light() | Fan() | Plug()), Switch(on)):
            after = _switched(part, on=not part.on if on is None else on)
        case Light(), Dim(level, mireds):
            after = _dimmed(part, level, mireds)
        case Fan(), Spin(percent):
            bounded = min(max(percent, 0), 100)
            after = Fan(bounded > 0, bounded or part.percent)
        case Cover(), Move(position):
            goal = None if position is None else min(max(position, 0.0), 100.0)
            after = replace(part, goal=None if goal == part.position else goal)
        case Lock(), Turn(lock):
            after = _turned(part, lock_it=lock)
        case Thermostat(), Warm(heat, target):
            after = replace(
                part,
                heat=part.heat if heat is None else heat,
                target=part.target if target is None else target,
            )
        case _:
            after = part
    return after


def _switched(part: Light | Fan | Plug, *, on: bool) -> Part:
    # A kettle's own switch stays down: current is all it needs to boil once.
    if isinstance(part, Plug) and part.appliance is Appliance.KETTLE and on and not part.on:
        return replace(part, on=True, running=True, left=BOIL_SECONDS)
    return replace(part, on=on)


def _dimmed(light: Light, level: float | None, mireds: int | None) -> Light:
    bounded = light.level if level is None else min(max(level, 0.4), 100.0)
    colour = light.mireds if mireds is None or light.mireds is None else min(max(mireds, 153), 500)
    return Light(True, bounded, colour)


def _turned(lock: Lock, *, lock_it: bool) -> Lock:
    resting = Bolt.LOCKED if lock_it else Bolt.UNLOCKED
    if lock.bolt is resting:
        return lock
    return replace(lock, bolt=Bolt.LOCKING if lock_it else Bolt.UNLOCKING, left=_BOLT_SECONDS)

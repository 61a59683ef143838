"""Faults on demand: what goes wrong with which device. Only remembers; the fleet lets it happen."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from simulator.house.model import House
from simulator.house.part import Bolt, Lock


class Fault(StrEnum):
    """Everything that can be wrong with a device."""

    OFFLINE = "offline"
    LATE = "late"
    LOST_COMMAND = "lost command"
    WRONG_ECHO = "wrong echo"
    DUPLICATES = "duplicates"
    JAM = "jam"


class Once(StrEnum):
    """What happens to a device once and is over."""

    GARBAGE = "garbage"
    REBOOT = "reboot"


class Faults:
    """The faults of a house's devices, by device id. An unknown id raises KeyError."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._active: dict[str, dict[Fault, float]] = defaultdict(dict)
        self._once: list[tuple[str, Once]] = []
        self._changed: list[Callable[[], None]] = []

    def strike(self, device: str, fault: Fault, amount: float = 1.0) -> None:
        """Begin a fault. `amount`: seconds (LATE), commands (LOST_COMMAND), extra copies (DUPLICATES)."""
        self._house.device(device)
        self._active[device][fault] = amount
        if fault is Fault.JAM:
            self._jam(device, stuck=True)
        self._tell()

    def happen(self, device: str, event: Once) -> None:
        """Let something happen to a device once."""
        self._house.device(device)
        self._once.append((device, event))
        self._tell()

    def heal(self, device: str) -> None:
        """End every fault of a device; a jammed lock can be turned again."""
        if Fault.JAM in self._active.pop(device, {}):
            self._jam(device, stuck=False)
        self._tell()

    def amount(self, device: str, fault: Fault) -> float:
        """How strong a fault is, 0 when there is none."""
        return self._active.get(device, {}).get(fault, 0.0)

    def swallow(self, device: str) -> bool:
        """Whether this one command gets lost; counts it."""
        left = self.amount(device, Fault.LOST_COMMAND)
        if left > 0:
            self._active[device][Fault.LOST_COMMAND] = left - 1
        return left > 0

    def pending(self) -> list[tuple[str, Once]]:
        """Take what is to happen once since the last call."""
        taken, self._once = self._once, []
        return taken

    def listen(self, changed: Callable[[], None]) -> None:
        """Call back whenever a fault begins, happens or ends."""
        self._changed.append(changed)

    def _tell(self) -> None:
        for changed in self._changed:
            changed()

    def _jam(self, device: str, *, stuck: bool) -> None:
        part = self._house.parts[device]
        if isinstance(part, Lock):
            bolt = Bolt.UNLOCKED if part.bolt is Bolt.JAMMED and not stuck else part.bolt
            self._house.parts[device] = replace(part, stuck=stuck, bolt=bolt)

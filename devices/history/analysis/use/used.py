"""How much was used: what a counter grew by, or power added up over the time it was known. Pure.

A gap in a power's record is never filled: what was used meanwhile is missing from the sum, and the basis
tells of it. A counter goes on counting while nobody looks: its growth over a gap is in the sum.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from devices.history.analysis.basis import Basis, basis
from devices.history.course.course import Course

_HOUR = 3_600_000

_FLOWS = {
    "mW": ("kWh", 1e-6),
    "W": ("kWh", 1e-3),
    "kW": ("kWh", 1.0),
    "MW": ("kWh", 1e3),
    "m³/h": ("m³", 1.0),
    "m3/h": ("m³", 1.0),
    "L/h": ("L", 1.0),
    "l/h": ("L", 1.0),
    "L/min": ("L", 60.0),
    "l/min": ("L", 60.0),
    "L/s": ("L", 3600.0),
}
"""What an hour of one of these adds up to."""


class Method(StrEnum):
    """What a sum was made from."""

    COUNTER = "counter"
    FLOW = "flow"


@dataclass(frozen=True, slots=True)
class Used:
    """`amount` is in `unit`; None if nothing is known, and without a method if it can't be added up."""

    basis: Basis
    amount: float | None
    unit: str
    method: Method | None


def used(course: Course) -> Used:
    """What was used over a course."""
    method, unit = method_of(course), used_unit(course)
    amount = sum_of(course) if method is not None and course.parts else None
    return Used(basis(course), amount, unit, method)


def sum_of(course: Course) -> float:
    """The sum in `used_unit`; 0 for a course without parts."""
    if method_of(course) is Method.COUNTER:
        return math.fsum(part.rise for part in course.parts)
    _, hourly = _FLOWS.get(course.unit, ("", 0.0))
    return math.fsum(part.mean * part.known for part in course.parts) * hourly / _HOUR


def method_of(course: Course) -> Method | None:
    """How a course is added up; None for a temperature and its like."""
    if course.counter:
        return Method.COUNTER
    return Method.FLOW if course.unit in _FLOWS else None


def used_unit(course: Course) -> str:
    """The unit of its sum: that of the counter, or kWh for power."""
    return course.unit if course.counter else _FLOWS.get(course.unit, (course.unit, 0.0))[0]

"""On and off, as lights, switches and fans share it; no kind of its own."""

from enum import StrEnum

from devices.kinds.spec import Verdict


class Power(StrEnum):
    """Whether something runs."""

    ON = "on"
    OFF = "off"


def verdict(wanted: Power, reported: Power | None) -> Verdict:
    """What a reported power says about the wanted one."""
    if reported is None:
        return Verdict.OPEN
    return Verdict.ACHIEVED if reported is wanted else Verdict.CONTRADICTED

"""Lines that scripted models say in several tests."""

from devices.model import Json

Line = tuple[str, dict[str, Json]]


def control(name: str, action: str, **more: Json) -> Line:
    return "control_device", {"targets": [name], "action": action, **more}


LIGHT_ON = control("kitchen light", "turn_on")
LIGHT_OFF = control("kitchen light", "turn_off")
FAN_ON = control("living room fan", "turn_on")
UNLOCK = control("front door", "unlock")
READ_DOOR: Line = ("read_state", {"targets": ["front door"]})

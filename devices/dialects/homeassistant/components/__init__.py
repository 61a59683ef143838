"""The table of components that Home Assistant discovery may announce here; others are left alone."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from devices.dialects.homeassistant.components.binary_sensor import binary_sensor
from devices.dialects.homeassistant.components.climate import climate
from devices.dialects.homeassistant.components.cover import cover
from devices.dialects.homeassistant.components.device_tracker import device_tracker
from devices.dialects.homeassistant.components.event import event
from devices.dialects.homeassistant.components.fan import fan
from devices.dialects.homeassistant.components.light import light
from devices.dialects.homeassistant.components.lock import lock
from devices.dialects.homeassistant.components.sensor import sensor
from devices.dialects.homeassistant.components.spec import Component
from devices.dialects.homeassistant.components.switch import switch
from devices.dialects.homeassistant.config import Config
from devices.model import Domain

Builder: TypeAlias = Callable[[Config], Component]

COMPONENTS: Mapping[Domain, Builder] = {
    Domain.LIGHT: light,
    Domain.SWITCH: switch,
    Domain.FAN: fan,
    Domain.COVER: cover,
    Domain.LOCK: lock,
    Domain.CLIMATE: climate,
    Domain.SENSOR: sensor,
    Domain.BINARY_SENSOR: binary_sensor,
    Domain.EVENT: event,
    Domain.DEVICE_TRACKER: device_tracker,
}

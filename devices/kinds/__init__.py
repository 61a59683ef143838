"""The table of kinds: where each domain finds what it reports and can be told."""

from collections.abc import Mapping

from devices.kinds.binary_sensor import BINARY_SENSOR
from devices.kinds.climate import CLIMATE
from devices.kinds.cover import COVER
from devices.kinds.device_tracker import DEVICE_TRACKER
from devices.kinds.event import EVENT
from devices.kinds.fan import FAN
from devices.kinds.light import LIGHT
from devices.kinds.lock import LOCK
from devices.kinds.sensor import SENSOR
from devices.kinds.spec import Kind
from devices.kinds.switch import SWITCH
from devices.model import Domain

KINDS: Mapping[Domain, Kind] = {
    kind.domain: kind
    for kind in (
        *(LIGHT, SWITCH, FAN, COVER, LOCK, CLIMATE),
        *(SENSOR, BINARY_SENSOR, EVENT, DEVICE_TRACKER),
    )
}

"""The table of firmware families: which connections a house's devices need. Opens none of them."""

from simulator.firmware.esphome import EspHome
from simulator.firmware.spec import Firmware, area_names
from simulator.firmware.wifi_presence import WifiPresence
from simulator.firmware.zigbee2mqtt import Zigbee2Mqtt
from simulator.house.model import Family, House


def installed(house: House) -> list[Firmware]:
    """Every node and gateway of a house, ready to connect."""
    areas = area_names(house)
    nodes: list[Firmware] = [
        EspHome(device, house.parts[device.id], areas[device.room])
        for device in house.devices
        if device.family is Family.ESPHOME
    ]
    joined = tuple(device for device in house.devices if device.family is Family.ZIGBEE2MQTT)
    # Retained as in homes where one-shot programs ask, too; the bridge's own default is not to.
    bridges = [Zigbee2Mqtt(joined, house.parts, areas, retain=True)] if joined else []
    phones = tuple(device for device in house.devices if device.family is Family.WIFI_PRESENCE)
    points = [WifiPresence(phones)] if phones else []
    return [*nodes, *bridges, *points]

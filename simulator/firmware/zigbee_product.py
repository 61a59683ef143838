"""What Zigbee products call themselves and what they offer by discovery. Speaks to nobody."""

from dataclasses import dataclass

from simulator.house.part import Air, Button, Contact, Leak, Light, Motion, Part, Plug
from simulator.message import Json, JsonObject

FULL = 254
"""The level of a lamp at its brightest."""


@dataclass(frozen=True, slots=True)
class Model:
    """What a Zigbee product calls itself."""

    vendor: str
    model: str
    model_id: str
    battery: bool = False


@dataclass(frozen=True, slots=True)
class Expose:
    """One entity of a device: domain, object id (the state key for sensors) and its own discovery keys.

    `main` entities carry the device's name alone.
    """

    domain: str
    object_id: str
    keys: JsonObject
    main: bool = False


_LINK = Expose(
    "sensor",
    "linkquality",
    {
        "enabled_by_default": False,
        "entity_category": "diagnostic",
        "icon": "mdi:signal",
        "name": "Linkquality",
        "state_class": "measurement",
        "unit_of_measurement": "lqi",
    },
)


def model_of(part: Part) -> Model:
    """The product that such a part is; ValueError if Zigbee has none."""
    match part:
        case Light(mireds=None):
            found = Model("IKEA", "TRADFRI bulb E27, white, dimmable, 1000 lm", "LED1623G12")
        case Light():
            found = Model("Philips", "Hue white ambiance E27 with Bluetooth", "8719514328242")
        case Plug():
            found = Model("Innr", "Smart plug with power meter", "SP 240")
        case Air():
            found = Model("Aqara", "Temperature and humidity sensor", "WSDCGQ11LM", battery=True)
        case Motion():
            found = Model("Aqara", "Motion sensor P1", "RTCGQ14LM", battery=True)
        case Contact():
            found = Model("Aqara", "Door and window sensor", "MCCGQ11LM", battery=True)
        case Button():
            found = Model("IKEA", "TRADFRI shortcut button", "E1812", battery=True)
        case Leak():
            found = Model("Aqara", "Water leak sensor", "SJCGQ11LM", battery=True)
        case _:
            raise ValueError(f"no Zigbee product is known for a {type(part).__name__.lower()}")
    return found


def exposes(part: Part) -> tuple[Expose, ...]:
    """The entities of such a part, the main one first."""
    match part:
        case Light():
            found: tuple[Expose, ...] = (Expose("light", "light", _light_keys(part), main=True),)
        case Plug():
            on_off: JsonObject = {"payload_off": "OFF", "payload_on": "ON"}
            found = (
                Expose("switch", "switch", on_off, main=True),
                _meter("power", "power", "W", "measurement"),
                _meter("energy", "energy", "kWh", "total_increasing"),
            )
        case Air():
            found = (
                _meter("temperature", "temperature", "°C", "measurement"),
                _meter("humidity", "humidity", "%", "measurement"),
            )
        case Motion():
            found = (_detector("occupancy", "motion", on=True),)
        case Contact(window=window):
            found = (_detector("contact", "window" if window else "door", on=False),)
        case Button():
            found = ()
        case _:
            found = (_detector("water_leak", "moisture", on=True),)
    if model_of(part).battery:
        found += (_BATTERY,)
    return (*found, _LINK)


def _meter(object_id: str, device_class: str, unit: str, state_class: str) -> Expose:
    keys: JsonObject = {
        "device_class": device_class,
        "enabled_by_default": True,
        "state_class": state_class,
        "unit_of_measurement": unit,
    }
    return Expose("sensor", object_id, keys)


def _detector(object_id: str, device_class: str, *, on: bool) -> Expose:
    keys: JsonObject = {"device_class": device_class, "payload_on": on, "payload_off": not on}
    return Expose("binary_sensor", object_id, keys, main=True)


def _light_keys(light: Light) -> JsonObject:
    modes: list[Json] = ["brightness" if light.mireds is None else "color_temp"]
    span: JsonObject = {} if light.mireds is None else {"min_mireds": 153, "max_mireds": 500}
    return {
        "brightness": True,
        "brightness_scale": FULL,
        "schema": "json",
        "supported_color_modes": modes,
        **span,
    }


_BATTERY = Expose(
    "sensor",
    "battery",
    {
        "device_class": "battery",
        "enabled_by_default": True,
        "entity_category": "diagnostic",
        "state_class": "measurement",
        "unit_of_measurement": "%",
    },
)

"""Zigbee2MQTT in its Home Assistant mode: one bridge, one JSON state a device. Keeps no house state."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.firmware.spec import DISCOVERY, Heard, by_id, dumps, hardware_address, loads, number
from simulator.house.model import Device
from simulator.house.part import Air, Contact, Leak, Light, Motion, Part, Plug
from simulator.house.wish import Dim, Switch, Wish
from simulator.message import Json, JsonObject, Publish

BASE = "zigbee2mqtt"
_BRIDGE = "0x00124b0024c8a1f2"
_FULL = 254


@dataclass(frozen=True, slots=True)
class _Model:
    """What a Zigbee product calls itself."""

    vendor: str
    model: str
    model_id: str
    battery: bool = False


@dataclass(frozen=True, slots=True)
class _Expose:
    """One entity of a device: domain, object id (the state key for sensors) and its own discovery keys.

    `main` entities carry the device's name alone.
    """

    domain: str
    object_id: str
    keys: JsonObject
    main: bool = False


_LINK = _Expose(
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


class Zigbee2Mqtt:
    """The bridge and all devices that joined it; `retain` is its device option of that name."""

    def __init__(
        self,
        devices: tuple[Device, ...],
        parts: Mapping[str, Part],
        areas: Mapping[str, str],
        *,
        retain: bool = False,
    ) -> None:
        self._devices = by_id(devices)
        self._names = {device.name: device for device in devices}
        self._areas = areas
        self._retain = retain
        self._models = {device.id: _model(parts[device.id]) for device in devices}
        self._exposes = {device.id: _exposes(parts[device.id]) for device in devices}
        self._said: dict[str, bytes] = {}

    @property
    def name(self) -> str:
        """The base topic."""
        return BASE

    @property
    def devices(self) -> tuple[Device, ...]:
        """All joined devices."""
        return tuple(self._devices.values())

    @property
    def will(self) -> Publish:
        """Bridge offline, when the connection breaks."""
        return Publish(f"{BASE}/bridge/state", dumps({"state": "offline"}), retain=True)

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """Everything below the base topic, as the bridge does; its own messages are skipped."""
        return (f"{BASE}/#",)

    def announce(self) -> list[Publish]:
        """One retained discovery message an entity."""
        return [
            Publish(
                f"{DISCOVERY}/{expose.domain}/{_ieee(device)}/{expose.object_id}/config",
                dumps(self._config(device, expose)),
                retain=True,
            )
            for device in self.devices
            for expose in self._exposes[device.id]
        ]

    def birth(self) -> list[Publish]:
        """Bridge online, then every device."""
        bridge = Publish(f"{BASE}/bridge/state", dumps({"state": "online"}), retain=True)
        return [bridge, *(self._available(device, online=True) for device in self.devices)]

    def availability(self, device: Device, *, online: bool) -> list[Publish]:
        """One device came or went; the bridge noticed."""
        return [self._available(device, online=online)]

    def report(self, device: Device, part: Part, *, full: bool) -> list[Publish]:
        """State of the device as one JSON object."""
        payload = dumps(dict(sorted(self._state(device, part).items())))
        if not full and self._said.get(device.id) == payload:
            return []
        self._said[device.id] = payload
        return [Publish(f"{BASE}/{device.name}", payload, self._retain)]

    def receive(self, topic: str, payload: bytes) -> Heard:
        """Read `<name>/set`, `<name>/set/<key>` and `<name>/get`; what cannot be done is logged on MQTT."""
        path = topic.removeprefix(f"{BASE}/")
        for name in sorted(self._names, key=len, reverse=True):
            if path.startswith(f"{name}/"):
                return self._command(self._names[name], path[len(name) + 1 :], payload)
        return Heard()

    def _command(self, device: Device, verb: str, payload: bytes) -> Heard:
        if verb == "get":
            return Heard(device.id)
        if verb == "set":
            asked = loads(payload)
            asked = asked if isinstance(asked, dict) else {"state": payload.decode("utf-8", "replace")}
        elif verb.startswith("set/"):
            text = payload.decode("utf-8", "replace")
            asked = {verb.removeprefix("set/"): text}
        else:
            return Heard()
        wishes, problem = _wishes(asked)
        return Heard(device.id if wishes else None, wishes, (_complaint(device, problem),) if problem else ())

    def _available(self, device: Device, *, online: bool) -> Publish:
        state = dumps({"state": "online" if online else "offline"})
        return Publish(f"{BASE}/{device.name}/availability", state, retain=True)

    def _state(self, device: Device, part: Part) -> dict[str, Json]:
        seed = int(hardware_address(device.id, 4), 16)
        state: dict[str, Json] = {"linkquality": 60 + seed % 140}
        if self._models[device.id].battery:
            state["battery"] = 70 + seed % 31
        return state | _measured(part)

    def _config(self, device: Device, expose: _Expose) -> JsonObject:
        model, topic = self._models[device.id], f"{BASE}/{device.name}"
        slug = device.slug if expose.main else f"{device.slug}_{expose.object_id}"
        commanded: JsonObject = (
            {"command_topic": f"{topic}/set"} if expose.domain in {"light", "switch"} else {}
        )
        read: JsonObject = (
            {} if expose.domain == "light" else {"value_template": f'{{{{ value_json["{_key(expose)}"] }}}}'}
        )
        config: dict[str, Json] = {
            "availability": [
                {"topic": f"{BASE}/bridge/state", "value_template": "{{ value_json.state }}"},
                {"topic": f"{topic}/availability", "value_template": "{{ value_json.state }}"},
            ],
            "availability_mode": "all",
            "default_entity_id": f"{expose.domain}.{slug}",
            "device": {
                "identifiers": [f"zigbee2mqtt_{_ieee(device)}"],
                "manufacturer": model.vendor,
                "model": model.model,
                "model_id": model.model_id,
                "name": device.name,
                "suggested_area": self._areas[device.room],
                "via_device": f"zigbee2mqtt_bridge_{_BRIDGE}",
            },
            "object_id": slug,
            "origin": {"name": "Zigbee2MQTT", "sw": "2.14.1", "url": "https://www.zigbee2mqtt.io"},
            "state_topic": topic,
            "unique_id": f"{_ieee(device)}_{expose.object_id}_zigbee2mqtt",
            **commanded,
            **read,
            **expose.keys,
        }
        if expose.main:
            config["name"] = None
        return dict(sorted(config.items()))


def _ieee(device: Device) -> str:
    return f"0xa4c138{hardware_address(device.id, 10)}"


def _key(expose: _Expose) -> str:
    return "state" if expose.domain == "switch" else expose.object_id


def _model(part: Part) -> _Model:
    match part:
        case Light(mireds=None):
            found = _Model("IKEA", "TRADFRI bulb E27, white, dimmable, 1000 lm", "LED1623G12")
        case Light():
            found = _Model("Philips", "Hue white ambiance E27 with Bluetooth", "8719514328242")
        case Plug():
            found = _Model("Innr", "Smart plug with power meter", "SP 240")
        case Air():
            found = _Model("Aqara", "Temperature and humidity sensor", "WSDCGQ11LM", battery=True)
        case Motion():
            found = _Model("Aqara", "Motion sensor P1", "RTCGQ14LM", battery=True)
        case Contact():
            found = _Model("Aqara", "Door and window sensor", "MCCGQ11LM", battery=True)
        case Leak():
            found = _Model("Aqara", "Water leak sensor", "SJCGQ11LM", battery=True)
        case _:
            raise ValueError(f"no Zigbee product is known for a {type(part).__name__.lower()}")
    return found


def _exposes(part: Part) -> tuple[_Expose, ...]:
    match part:
        case Light():
            found: tuple[_Expose, ...] = (_Expose("light", "light", _light_keys(part), main=True),)
        case Plug():
            on_off: JsonObject = {"payload_off": "OFF", "payload_on": "ON"}
            found = (
                _Expose("switch", "switch", on_off, main=True),
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
        case _:
            found = (_detector("water_leak", "moisture", on=True),)
    if _model(part).battery:
        found += (_BATTERY,)
    return (*found, _LINK)


def _meter(object_id: str, device_class: str, unit: str, state_class: str) -> _Expose:
    keys: JsonObject = {
        "device_class": device_class,
        "enabled_by_default": True,
        "state_class": state_class,
        "unit_of_measurement": unit,
    }
    return _Expose("sensor", object_id, keys)


def _detector(object_id: str, device_class: str, *, on: bool) -> _Expose:
    keys: JsonObject = {"device_class": device_class, "payload_on": on, "payload_off": not on}
    return _Expose("binary_sensor", object_id, keys, main=True)


def _light_keys(light: Light) -> JsonObject:
    modes: list[Json] = ["brightness" if light.mireds is None else "color_temp"]
    span: JsonObject = {} if light.mireds is None else {"min_mireds": 153, "max_mireds": 500}
    return {
        "brightness": True,
        "brightness_scale": _FULL,
        "schema": "json",
        "supported_color_modes": modes,
        **span,
    }


_BATTERY = _Expose(
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


def _measured(part: Part) -> dict[str, Json]:
    match part:
        case Light(on=on, level=level, mireds=mireds):
            state: dict[str, Json] = {"state": _ON_OFF[on], "brightness": round(level * _FULL / 100)}
            if mireds is not None:
                state |= {"color_mode": "color_temp", "color_temp": mireds}
        case Plug(on=on, watts=watts, kwh=kwh):
            state = {
                "state": _ON_OFF[on],
                "power": round(watts, 1),
                "energy": round(kwh, 2),
                "voltage": 231,
                "current": round(watts / 231, 2),
            }
        case Air(temperature=temperature, humidity=humidity):
            state = {"temperature": temperature, "humidity": humidity}
        case Motion(seen=seen):
            state = {"occupancy": seen}
        case Contact(open=is_open):
            state = {"contact": not is_open}
        case Leak(wet=wet):
            state = {"water_leak": wet}
        case _:
            state = {}
    return state


_ON_OFF = {True: "ON", False: "OFF"}


_SWITCH: dict[str, Wish] = {"ON": Switch(True), "OFF": Switch(False), "TOGGLE": Switch(None)}


def _wishes(asked: Mapping[str, Json]) -> tuple[tuple[Wish, ...], str | None]:
    """Read one set command: wishes, and the complaint of the converter when a value is out of range."""
    state = _SWITCH.get(str(asked["state"]).upper()) if "state" in asked else None
    if "state" in asked and state is None:
        return (), f"Invalid value for 'state': {asked['state']!r:.40}"
    level, mireds = number(asked.get("brightness")), number(asked.get("color_temp"))
    if "brightness" in asked and (level is None or not 0 <= level <= 255):
        return (), f"Invalid value for 'brightness': {asked['brightness']!r:.40}"
    if state == Switch(False) or level == 0:
        return (Switch(False),), None
    if level is None and mireds is None:
        return ((state,), None) if state is not None else ((), "No converter available for the keys given")
    dim = Dim(
        None if level is None else min(level, _FULL) * 100 / _FULL, None if mireds is None else round(mireds)
    )
    return (dim,), None


def _complaint(device: Device, problem: str) -> Publish:
    text = f"z2m: Publish 'set' to '{device.name}' failed: '{problem}'"
    return Publish(f"{BASE}/bridge/logging", dumps({"level": "error", "message": text, "namespace": "z2m"}))

"""Zigbee2MQTT in its Home Assistant mode: one bridge, one JSON state a device. Keeps no house state."""

from collections.abc import Mapping

from simulator.firmware.spec import DISCOVERY, Heard, by_id, dumps, hardware_address, loads, number
from simulator.firmware.zigbee_product import FULL, Expose, exposes, model_of
from simulator.house.model import Device
from simulator.house.part import Air, Button, Contact, Leak, Light, Motion, Part, Plug, Press
from simulator.house.wish import Dim, Switch, Wish
from simulator.message import Json, JsonObject, Publish

BASE = "zigbee2mqtt"
_BRIDGE = "0x00124b0024c8a1f2"
_ORIGIN: JsonObject = {"name": "Zigbee2MQTT", "sw": "2.14.1", "url": "https://www.zigbee2mqtt.io"}


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
        self._models = {device.id: model_of(parts[device.id]) for device in devices}
        self._exposes = {device.id: exposes(parts[device.id]) for device in devices}
        self._said: dict[str, bytes] = {}
        self._uses = {d.id: part.uses for d in devices if isinstance(part := parts[d.id], Button)}

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
        described = [
            (device, expose.domain, expose.object_id, self._config(device, expose))
            for device in self.devices
            for expose in self._exposes[device.id]
        ]
        for device in self.devices:
            if device.id in self._uses:
                described += [
                    (device, "device_automation", f"action_{press}", self._trigger(device, press))
                    for press in Press
                ]
        return [
            Publish(f"{DISCOVERY}/{domain}/{_ieee(device)}/{name}/config", dumps(config), retain=True)
            for device, domain, name, config in described
        ]

    def birth(self) -> list[Publish]:
        """Bridge online, then every device."""
        bridge = Publish(f"{BASE}/bridge/state", dumps({"state": "online"}), retain=True)
        return [bridge, *(self._available(device, online=True) for device in self.devices)]

    def availability(self, device: Device, *, online: bool) -> list[Publish]:
        """One device came or went; the bridge noticed."""
        return [self._available(device, online=online)]

    def report(self, device: Device, part: Part, *, full: bool) -> list[Publish]:
        """State of the device as one JSON object; a button that was used says so once, and keeps nothing."""
        if isinstance(part, Button) and part.uses != self._uses[device.id]:
            self._uses[device.id] = part.uses
            return self._used(device, part)
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

    def _used(self, device: Device, button: Button) -> list[Publish]:
        state = {**self._state(device, button), "action": button.press.value}
        topic = f"{BASE}/{device.name}"
        return [
            Publish(topic, dumps(dict(sorted(state.items())))),
            Publish(f"{topic}/action", button.press.value.encode()),
        ]

    def _trigger(self, device: Device, press: Press) -> JsonObject:
        return {
            "automation_type": "trigger",
            "device": self._described(device),
            "origin": _ORIGIN,
            "payload": press.value,
            "subtype": press.value,
            "topic": f"{BASE}/{device.name}/action",
            "type": "action",
        }

    def _described(self, device: Device) -> JsonObject:
        model = self._models[device.id]
        return {
            "identifiers": [f"zigbee2mqtt_{_ieee(device)}"],
            "manufacturer": model.vendor,
            "model": model.model,
            "model_id": model.model_id,
            "name": device.name,
            "suggested_area": self._areas[device.room],
            "via_device": f"zigbee2mqtt_bridge_{_BRIDGE}",
        }

    def _config(self, device: Device, expose: Expose) -> JsonObject:
        topic = f"{BASE}/{device.name}"
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
            "device": self._described(device),
            "object_id": slug,
            "origin": _ORIGIN,
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


def _key(expose: Expose) -> str:
    return "state" if expose.domain == "switch" else expose.object_id


def _measured(part: Part) -> dict[str, Json]:
    match part:
        case Light(on=on, level=level, mireds=mireds):
            state: dict[str, Json] = {"state": _ON_OFF[on], "brightness": round(level * FULL / 100)}
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
        None if level is None else min(level, FULL) * 100 / FULL, None if mireds is None else round(mireds)
    )
    return (dim,), None


def _complaint(device: Device, problem: str) -> Publish:
    text = f"z2m: Publish 'set' to '{device.name}' failed: '{problem}'"
    return Publish(f"{BASE}/bridge/logging", dumps({"level": "error", "message": text, "namespace": "z2m"}))

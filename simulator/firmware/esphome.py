"""ESPHome over MQTT: one node a device, one topic a value, short discovery keys. Keeps no house state."""

from collections.abc import Callable
from dataclasses import dataclass

from simulator.firmware.spec import DISCOVERY, Heard, dumps, hardware_address, loads, number
from simulator.house.model import Device
from simulator.house.part import (
    Air,
    Contact,
    Cover,
    Fan,
    Leak,
    Light,
    Lock,
    Motion,
    Part,
    Plug,
    Thermostat,
)
from simulator.house.wish import Dim, Move, Spin, Switch, Turn, Warm, Wish
from simulator.message import Json, JsonObject, Publish

_SOFTWARE = "2025.11.2 (config hash 0x5d1f03a7)"
_POWER = {"dev_cla": "power", "unit_of_meas": "W", "stat_cla": "measurement"}
_ENERGY = {"dev_cla": "energy", "unit_of_meas": "kWh", "stat_cla": "total_increasing"}
_WARMTH = {"dev_cla": "temperature", "unit_of_meas": "°C", "stat_cla": "measurement"}
_MOISTURE = {"dev_cla": "humidity", "unit_of_meas": "%", "stat_cla": "measurement"}


@dataclass(frozen=True, slots=True)
class _Entity:
    """One component of a node: its discovery domain, its name (None: the node's own) and its keys.

    `keys` gets the component's topic base; `values` tells topic tails and payloads of a state.
    """

    domain: str
    name: str | None
    keys: Callable[[str], JsonObject]
    values: Callable[[Part], dict[str, str]]


class EspHome:
    """A node: an ESP32 board with the firmware of one device."""

    def __init__(self, device: Device, part: Part, area: str) -> None:
        self._device = device
        self._area = area
        self._entities = _entities(part)
        self._node = device.id.replace("_", "-")
        self._said: dict[str, bytes] = {}

    @property
    def name(self) -> str:
        """The node name, as in the topics."""
        return self._node

    @property
    def devices(self) -> tuple[Device, ...]:
        """The one device of the node."""
        return (self._device,)

    @property
    def will(self) -> Publish:
        """Offline, when the connection breaks."""
        return Publish(f"{self._node}/status", b"offline", retain=True)

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """Every command topic of the node."""
        return (f"{self._node}/+/+/command", f"{self._node}/+/+/+/command")

    def announce(self) -> list[Publish]:
        """One retained discovery message an entity."""
        return [
            Publish(
                f"{DISCOVERY}/{entity.domain}/{self._node}/{self._object(entity)}/config",
                dumps(self._config(entity)),
                retain=True,
            )
            for entity in self._entities
        ]

    def birth(self) -> list[Publish]:
        """Online."""
        return [Publish(f"{self._node}/status", b"online", retain=True)]

    def availability(self, device: Device, *, online: bool) -> list[Publish]:
        """Say it on the status topic; a node and its device come and go together."""
        return self.birth() if online and device == self._device else [self.will]

    def report(self, device: Device, part: Part, *, full: bool) -> list[Publish]:
        """State of every entity, one retained message a value."""
        if device != self._device:
            return []
        out: list[Publish] = []
        for entity in self._entities:
            for tail, text in entity.values(part).items():
                topic, payload = f"{self._base(entity)}/{tail}", text.encode()
                if full or self._said.get(topic) != payload:
                    self._said[topic] = payload
                    out.append(Publish(topic, payload, retain=True))
        return out

    def receive(self, topic: str, payload: bytes) -> Heard:
        """Read a command topic; what the node would only log means nothing here either."""
        levels = topic.split("/")
        entity = next((e for e in self._entities if levels[1:3] == [e.domain, self._object(e)]), None)
        if entity is None or levels[0] != self._node:
            return Heard()
        text = payload.decode("utf-8", "replace").strip()
        wish = _wish(entity.domain, "/".join(levels[3:-1]), text)
        return Heard(self._device.id, (wish,)) if wish is not None else Heard()

    def _object(self, entity: _Entity) -> str:
        return entity.name.lower() if entity.name else self._device.id

    def _base(self, entity: _Entity) -> str:
        return f"{self._node}/{entity.domain}/{self._object(entity)}"

    def _config(self, entity: _Entity) -> JsonObject:
        address, base = hardware_address(self._device.id, 12), self._base(entity)
        slug = self._device.slug + (f"_{entity.name.lower()}" if entity.name else "")
        return {
            **entity.keys(base),
            "name": entity.name,
            "avty_t": f"{self._node}/status",
            "uniq_id": f"{address}-{entity.domain}-{hardware_address(self._object(entity), 8)}",
            "obj_id": slug,
            "def_ent_id": f"{entity.domain}.{slug}",
            "dev": {
                "ids": address,
                "name": self._device.name,
                "sw": _SOFTWARE,
                "mdl": "esp32dev",
                "mf": "Espressif",
                "sa": self._area,
                "cns": [["mac", address]],
            },
        }


def _entities(part: Part) -> tuple[_Entity, ...]:
    match part:
        case Plug():
            return (
                _Entity("switch", None, _switchable, _plug_values),
                _sensor("Power", _POWER, lambda p: f"{p.watts:.1f}" if isinstance(p, Plug) else ""),
                _sensor("Energy", _ENERGY, lambda p: f"{p.kwh:.3f}" if isinstance(p, Plug) else ""),
            )
        case Air():
            return (
                _sensor(
                    "Temperature", _WARMTH, lambda p: f"{p.temperature:.1f}" if isinstance(p, Air) else ""
                ),
                _sensor("Humidity", _MOISTURE, lambda p: f"{p.humidity:.1f}" if isinstance(p, Air) else ""),
            )
        case Motion() | Contact() | Leak():
            return (_binary(part),)
        case Light() | Fan() | Cover() | Lock() | Thermostat():
            return (_actuator(part),)
        case _:
            raise ValueError(f"no ESPHome node is known for a {type(part).__name__.lower()}")


def _actuator(part: Light | Fan | Cover | Lock | Thermostat) -> _Entity:
    match part:
        case Light():
            return _Entity("light", None, _light(part), _light_values)
        case Fan():
            return _Entity("fan", None, _fan, _fan_values)
        case Cover():
            return _Entity("cover", None, _cover(part), _cover_values)
        case Lock():
            return _Entity("lock", None, _switchable, _lock_values)
        case Thermostat():
            return _Entity("climate", None, _climate, _climate_values)


def _sensor(name: str, keys: JsonObject, value: Callable[[Part], str]) -> _Entity:
    return _Entity(
        "sensor", name, lambda base: {**keys, "stat_t": f"{base}/state"}, lambda p: {"state": value(p)}
    )


def _binary(part: Motion | Contact | Leak) -> _Entity:
    match part:
        case Motion():
            device_class = "motion"
        case Contact(window=window):
            device_class = "window" if window else "door"
        case Leak():
            device_class = "moisture"
    return _Entity(
        "binary_sensor",
        None,
        lambda base: {"dev_cla": device_class, "stat_t": f"{base}/state"},
        lambda part: {"state": _ON_OFF[_sensed(part)]},
    )


def _switchable(base: str) -> JsonObject:
    return {"stat_t": f"{base}/state", "cmd_t": f"{base}/command"}


def _light(part: Light) -> Callable[[str], JsonObject]:
    modes: list[Json] = ["brightness" if part.mireds is None else "color_temp"]
    span: JsonObject = {} if part.mireds is None else {"min_mirs": 153, "max_mirs": 500}
    shape: JsonObject = {"schema": "json", "clrm": True, "sup_clrm": modes, "brightness": True, **span}
    return lambda base: {**shape, **_switchable(base)}


def _fan(base: str) -> JsonObject:
    level = f"{base}/speed_level"
    return {
        "pct_cmd_t": f"{level}/command",
        "pct_stat_t": f"{level}/state",
        "spd_rng_max": 100,
        **_switchable(base),
    }


def _cover(part: Cover) -> Callable[[str], JsonObject]:
    device_class = "garage" if part.garage else "blind"
    return lambda base: {
        "dev_cla": device_class,
        "pos_t": f"{base}/position/state",
        "set_pos_t": f"{base}/position/command",
        **_switchable(base),
    }


def _climate(base: str) -> JsonObject:
    return {
        "curr_temp_t": f"{base}/current_temperature/state",
        "mode_cmd_t": f"{base}/mode/command",
        "mode_stat_t": f"{base}/mode/state",
        "modes": ["off", "heat"],
        "temp_cmd_t": f"{base}/target_temperature/command",
        "temp_stat_t": f"{base}/target_temperature/state",
        "min_temp": 7,
        "max_temp": 30,
        "temp_step": 0.5,
        "temp_unit": "C",
        "act_t": f"{base}/action/state",
    }


def _light_values(part: Part) -> dict[str, str]:
    if not isinstance(part, Light):
        return {}
    mode = "brightness" if part.mireds is None else "color_temp"
    state: dict[str, Json] = {
        "color_mode": mode,
        "state": _ON_OFF[part.on],
        "brightness": round(part.level * 2.55),
    }
    if part.mireds is not None:
        state["color_temp"] = part.mireds
    return {"state": dumps(state).decode()}


def _fan_values(part: Part) -> dict[str, str]:
    if not isinstance(part, Fan):
        return {}
    return {"state": _ON_OFF[part.on], "speed_level/state": str(part.percent)}


def _cover_values(part: Part) -> dict[str, str]:
    if not isinstance(part, Cover):
        return {}
    if part.goal is None:
        state = "closed" if part.position == 0 else "open"
    else:
        state = "opening" if part.goal > part.position else "closing"
    return {"state": state, "position/state": str(round(part.position))}


def _lock_values(part: Part) -> dict[str, str]:
    return {"state": part.bolt.upper()} if isinstance(part, Lock) else {}


def _climate_values(part: Part) -> dict[str, str]:
    if not isinstance(part, Thermostat):
        return {}
    action = ("heating" if part.heating else "idle") if part.heat else "off"
    return {
        "mode/state": "heat" if part.heat else "off",
        "current_temperature/state": f"{part.measured:.1f}",
        "target_temperature/state": f"{part.target:.1f}",
        "action/state": action,
    }


def _plug_values(part: Part) -> dict[str, str]:
    return {"state": _ON_OFF[part.on]} if isinstance(part, Plug) else {}


def _sensed(part: Part) -> bool:
    match part:
        case Motion(seen=value) | Contact(open=value) | Leak(wet=value):
            return value
        case _:
            return False


_ON_OFF = {True: "ON", False: "OFF"}


_SWITCH: dict[str, Wish] = {"ON": Switch(True), "OFF": Switch(False), "TOGGLE": Switch(None)}
_COVER: dict[str, Wish] = {"OPEN": Move(100.0), "CLOSE": Move(0.0), "STOP": Move(None)}
_LOCK: dict[str, Wish] = {"LOCK": Turn(True), "UNLOCK": Turn(False)}
_MODE: dict[str, Wish] = {"HEAT": Warm(heat=True), "OFF": Warm(heat=False)}


def _wish(domain: str, aspect: str, text: str) -> Wish | None:
    value = number(text)
    match domain, aspect:
        case "light", "":
            wish = _light_wish(loads(text.encode()))
        case (("switch" | "fan"), ""):
            wish = _SWITCH.get(text.upper())
        case "cover", "":
            wish = _COVER.get(text.upper())
        case "lock", "":
            wish = _LOCK.get(text.upper())
        case "climate", "mode":
            wish = _MODE.get(text.upper())
        case "fan", "speed_level" if value is not None and 0 <= value <= 100:
            wish = Spin(int(value))
        case "cover", "position" if value is not None:
            wish = Move(value)
        case "climate", "target_temperature" if value is not None:
            wish = Warm(target=min(max(value, 7.0), 30.0))
        case _:
            wish = None
    return wish


def _light_wish(command: Json) -> Wish | None:
    if not isinstance(command, dict):
        return None
    level, mireds = number(command.get("brightness")), number(command.get("color_temp"))
    state = str(command.get("state", "ON")).upper()
    if state == "ON" and (level or mireds):
        return Dim(level / 2.55 if level else None, round(mireds) if mireds else None)
    return Switch(False) if level == 0 else _SWITCH.get(state)

"""What a few devices of the first house say and do, as lines of the golden files in tests/wire.

`python -m tests.simulator.recording` writes the files anew; the difference is to be read before it is kept.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from simulator.firmware.family import installed
from simulator.firmware.spec import Firmware
from simulator.house.first import first_house
from simulator.house.model import Family, House
from simulator.house.part import Button, Phone, Press
from simulator.house.people import press
from simulator.house.physics import advance, moving
from simulator.message import Json, Publish

WIRE = Path(__file__).parent.parent / "wire"
START = datetime(2026, 1, 15, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Request:
    """A service call in Home Assistant's words and what it looks like on the wire."""

    service: str
    entity: str
    data: dict[str, Json]
    publishes: tuple[tuple[str, str], ...]


DEVICES = {
    Family.ESPHOME: (
        "kitchen_light",
        "living_room_fan",
        "garage_door",
        "front_door_lock",
        "hall_thermostat",
        "kettle_plug",
        "kitchen_air",
    ),
    Family.ZIGBEE2MQTT: (
        "living_room_ceiling_light",
        "floor_lamp",
        "tv_plug",
        "living_room_air",
        "hall_motion",
        "front_door",
        "kitchen_leak",
        "bedside_button",
    ),
    Family.WIFI_PRESENCE: ("ada_phone", "ben_phone"),
}
_KITCHEN = "kitchen-light/light/kitchen_light/command"
_FAN = "living-room-fan/fan/living_room_fan"
_DOOR = "garage-door/cover/garage_door"
_BOLT = "front-door-lock/lock/front_door_lock/command"
_HEAT = "hall-thermostat/climate/hall_thermostat"
_CEILING = "zigbee2mqtt/Living room ceiling light/set"
REQUESTS = {
    Family.ESPHOME: (
        Request("light.turn_on", "light.kitchen", {}, ((_KITCHEN, '{"state":"ON"}'),)),
        Request(
            "light.turn_on",
            "light.kitchen",
            {"brightness": 100},
            ((_KITCHEN, '{"state":"ON","brightness":100}'),),
        ),
        Request("light.turn_off", "light.kitchen", {}, ((_KITCHEN, '{"state":"OFF"}'),)),
        Request("fan.turn_on", "fan.living_room", {}, ((f"{_FAN}/command", "ON"),)),
        Request(
            "fan.turn_on",
            "fan.living_room",
            {"percentage": 75},
            ((f"{_FAN}/command", "ON"), (f"{_FAN}/speed_level/command", "75")),
        ),
        Request("cover.open_cover", "cover.garage_door", {}, ((f"{_DOOR}/command", "OPEN"),)),
        Request(
            "cover.set_cover_position",
            "cover.garage_door",
            {"position": 40},
            ((f"{_DOOR}/position/command", "40"),),
        ),
        Request("lock.unlock", "lock.front_door", {}, ((_BOLT, "UNLOCK"),)),
        Request(
            "climate.set_temperature",
            "climate.hall_thermostat",
            {"temperature": 22.5},
            ((f"{_HEAT}/target_temperature/command", "22.5"),),
        ),
        Request(
            "climate.set_hvac_mode",
            "climate.hall_thermostat",
            {"hvac_mode": "off"},
            ((f"{_HEAT}/mode/command", "off"),),
        ),
        Request(
            "switch.turn_on", "switch.kettle_plug", {}, (("kettle-plug/switch/kettle_plug/command", "ON"),)
        ),
    ),
    Family.ZIGBEE2MQTT: (
        Request("light.turn_on", "light.living_room_ceiling_light", {}, ((_CEILING, '{"state":"ON"}'),)),
        Request(
            "light.turn_on",
            "light.living_room_ceiling_light",
            {"color_temp_kelvin": 4000},
            ((_CEILING, '{"state":"ON","color_temp":250}'),),
        ),
        Request(
            "light.turn_on",
            "light.floor_lamp",
            {"brightness": 255},
            (("zigbee2mqtt/Floor lamp/set", '{"state":"ON","brightness":254}'),),
        ),
        Request(
            "light.turn_off", "light.floor_lamp", {}, (("zigbee2mqtt/Floor lamp/set", '{"state":"OFF"}'),)
        ),
        Request("switch.turn_off", "switch.tv_plug", {}, (("zigbee2mqtt/TV plug/set", "OFF"),)),
    ),
    Family.WIFI_PRESENCE: (),
}


def house_of(family: Family) -> House:
    """Build a few devices of the first house, at rest, with nobody at home."""
    house = first_house(START)
    house.where.clear()
    house.devices = tuple(house.device(name) for name in DEVICES[family])
    house.parts = {name: house.parts[name] for name in DEVICES[family]}
    return house


def lines(family: Family) -> Iterator[dict[str, Json]]:
    """Discovery, availability and states of a family, then each request with what the device answers."""
    house = house_of(family)
    firmware = installed(house)
    for one in firmware:
        for message in (*one.announce(), *one.birth()):
            yield line(message)
    for one in firmware:
        for device in one.devices:
            for message in one.report(device, house.parts[device.id], full=True):
                yield line(message)
    yield from map(line, used(house, firmware))
    for request in REQUESTS[family]:
        # Whoever is subscribed already gets them without the flag, whatever it was published with.
        then = [line(replace(message, retain=False)) for message in answers(family, request)]
        call: dict[str, Json] = {"service": request.service, "entity": request.entity, "data": request.data}
        sent: list[Json] = [{"topic": topic, "payload": payload} for topic, payload in request.publishes]
        yield {"command": call, "publishes": sent, "then": then}


def used(house: House, firmware: list[Firmware]) -> Iterator[Publish]:
    """What is said when every button is used in each way, and when every phone comes home and leaves."""
    for one in firmware:
        for device in one.devices:
            for press_ in Press if isinstance(house.parts[device.id], Button) else ():
                press(house, device.id, press_)
                yield from one.report(device, house.parts[device.id], full=False)
            phone = house.parts[device.id]
            if isinstance(phone, Phone):
                for joined in (True, False):
                    yield from one.report(device, replace(phone, joined=joined), full=False)


def answers(family: Family, request: Request) -> list[Publish]:
    """Collect what a fresh house says when the request arrives, until every motor rests."""
    house = house_of(family)
    firmware = installed(house)
    out: list[Publish] = []
    for topic, payload in request.publishes:
        out += [message for one in firmware for message in _obeyed(house, one, topic, payload.encode())]
    while moving(house):
        advance(house, house.at + 4)
        for one in firmware:
            for device in one.devices:
                if f"/{device.id}/" in request.publishes[0][0]:
                    out += one.report(device, house.parts[device.id], full=False)
    return out


def _obeyed(house: House, firmware: Firmware, topic: str, payload: bytes) -> list[Publish]:
    heard = firmware.receive(topic, payload)
    if heard.device is None:
        return list(heard.answers)
    for wish in heard.wishes:
        house.apply(heard.device, wish)
    return firmware.report(house.device(heard.device), house.parts[heard.device], full=True)


def line(message: Publish) -> dict[str, Json]:
    """One message in the form of a replay file."""
    text = message.payload.decode()
    value: Json = json.loads(text) if text.startswith("{") else text
    return {"topic": message.topic, "payload": value} | ({"retain": True} if message.retain else {})


def write() -> None:
    """Write the golden files of every family."""
    for family in DEVICES:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in lines(family))
        (WIRE / f"{family}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()

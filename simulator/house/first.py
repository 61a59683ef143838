"""The house a newcomer gets: six rooms on two floors and what is built into them."""

from datetime import datetime

from simulator.house.model import OUTDOORS, Climate, Device, Family, House, Room
from simulator.house.part import (
    Air,
    Appliance,
    Button,
    Contact,
    Cover,
    Fan,
    Leak,
    Light,
    Lock,
    Motion,
    Part,
    Phone,
    Plug,
    Thermostat,
)

_ESP, _ZIGBEE, _WIFI = Family.ESPHOME, Family.ZIGBEE2MQTT, Family.WIFI_PRESENCE

# A door between two rooms is written once, in the first of them.
ROOMS = (
    Room("living_room", "Living room", "Ground floor", 0.075, 4.6, 2.4, {"hall": 0.25, "kitchen": 0.2}),
    Room("kitchen", "Kitchen", "Ground floor", 0.08, 4.4, 1.2, {"hall": 0.15}),
    Room("hall", "Hall", "Ground floor", 0.07, 4.4, 0.3, {"bedroom": 0.15, "bathroom": 0.1, "garage": 0.04}),
    Room("garage", "Garage", "Ground floor", 0.12, 0.0, 0.4, {}),
    Room("bedroom", "Bedroom", "Upstairs", 0.075, 3.9, 1.6, {"bathroom": 0.15}),
    Room("bathroom", "Bathroom", "Upstairs", 0.06, 4.8, 0.5, {}),
)

# Device id, object id of its main entity, name, room, firmware family, what it is made of.
_FITTINGS: tuple[tuple[str, str, str, str, Family, Part], ...] = (
    ("living_room_ceiling_light", "", "Living room ceiling light", "living_room", _ZIGBEE, Light(mireds=370)),
    ("floor_lamp", "", "Floor lamp", "living_room", _ZIGBEE, Light(level=60)),
    ("living_room_fan", "living_room", "Fan", "living_room", _ESP, Fan()),
    ("living_room_blind", "", "Living room blind", "living_room", _ESP, Cover(position=100.0)),
    ("living_room_air", "living_room", "Living room", "living_room", _ZIGBEE, Air()),
    ("living_room_motion", "", "Living room motion", "living_room", _ZIGBEE, Motion()),
    ("tv_plug", "", "TV plug", "living_room", _ZIGBEE, Plug(Appliance.TV, kwh=212.4)),
    ("kitchen_light", "kitchen", "Kitchen light", "kitchen", _ESP, Light()),
    ("kettle_plug", "", "Kettle plug", "kitchen", _ESP, Plug(Appliance.KETTLE, on=False, kwh=87.1)),
    ("fridge_plug", "", "Fridge plug", "kitchen", _ZIGBEE, Plug(Appliance.FRIDGE, kwh=401.7)),
    ("kitchen_leak", "", "Kitchen leak", "kitchen", _ZIGBEE, Leak()),
    ("kitchen_air", "kitchen", "Kitchen", "kitchen", _ESP, Air()),
    ("hall_light", "hall", "Hall light", "hall", _ZIGBEE, Light(level=80)),
    ("front_door_lock", "front_door", "Front door", "hall", _ESP, Lock()),
    ("front_door", "", "Front door contact", "hall", _ZIGBEE, Contact()),
    ("hall_thermostat", "", "Hall thermostat", "hall", _ESP, Thermostat()),
    ("hall_motion", "", "Hall motion", "hall", _ZIGBEE, Motion()),
    ("bed_light", "", "Bed light", "bedroom", _ZIGBEE, Light(level=40, mireds=400)),
    ("bedroom_air", "bedroom", "Bedroom", "bedroom", _ZIGBEE, Air()),
    ("bedroom_window", "", "Bedroom window", "bedroom", _ZIGBEE, Contact(window=True)),
    ("bathroom_light", "bathroom", "Bathroom light", "bathroom", _ESP, Light()),
    ("bathroom_air", "bathroom", "Bathroom", "bathroom", _ZIGBEE, Air()),
    ("bathroom_leak", "", "Bathroom leak", "bathroom", _ZIGBEE, Leak()),
    ("bathroom_motion", "", "Bathroom motion", "bathroom", _ZIGBEE, Motion()),
    ("garage_door", "", "Garage door", "garage", _ESP, Cover(travel=12.0, garage=True)),
    ("garage_light", "garage", "Garage light", "garage", _ESP, Light()),
    ("bedside_button", "", "Bedside button", "bedroom", _ZIGBEE, Button()),
    ("ada_phone", "", "Ada's phone", "hall", _WIFI, Phone("Ada")),
    ("ben_phone", "", "Ben's phone", "hall", _WIFI, Phone("Ben")),
)


def first_house(now: datetime, seed: int = 1) -> House:
    """Build the first house at a moment, without a past: everybody is out until the first errand."""
    return House(
        seed=seed,
        at=now.timestamp(),
        rooms=ROOMS,
        devices=tuple(
            Device(name, slug or name, label, room, family)
            for name, slug, label, room, family, _ in _FITTINGS
        ),
        parts={name: part for name, _, _, _, _, part in _FITTINGS},
        air={room.id: Climate(14.0 if room.id == "garage" else 20.5) for room in ROOMS},
        where={"Ada": OUTDOORS, "Ben": OUTDOORS},
    )

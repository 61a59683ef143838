"""Firmware against the golden samples in tests/wire, and against junk."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.firmware.family import installed
from simulator.firmware.spec import Firmware
from simulator.firmware.zigbee2mqtt import Zigbee2Mqtt
from simulator.house.first import first_house
from simulator.house.model import Family
from simulator.house.part import Air, Contact, Leak, Motion, Plug
from simulator.house.people import press
from simulator.house.wish import Dim, Move, Spin, Switch, Turn, Warm, Wish
from tests.simulator.recording import DEVICES, START, WIRE, house_of, lines


def speaker(topic: str) -> Firmware:
    """Find the firmware of the first house that takes commands on a topic."""
    head = topic.partition("/")[0]
    return next(one for one in installed(first_house(START)) if one.name == head)


@pytest.mark.parametrize("family", list(Family))
def test_speaks_as_recorded(family: Family) -> None:
    recorded = (WIRE / f"{family}.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(row) for row in recorded] == [json.loads(json.dumps(row)) for row in lines(family)]


@pytest.mark.parametrize("family", list(Family))
def test_every_topic_and_unique_id_is_its_own(family: Family) -> None:
    configs = [message for one in installed(first_house(START)) for message in one.announce()]
    keys = "uniq_id" if family is Family.ESPHOME else "unique_id"
    ids = [data[keys] for m in configs if keys in (data := json.loads(m.payload))]
    assert len(ids) == len(set(ids)) > 10
    assert len({message.topic for message in configs}) == len(configs)
    assert all(message.retain for message in configs)


def test_entity_ids_of_the_first_house() -> None:
    found = {
        data.get("def_ent_id") or data.get("default_entity_id")
        for one in installed(first_house(START))
        for message in one.announce()
        if (data := json.loads(message.payload))
    }
    assert {
        "light.kitchen",
        "light.living_room_ceiling_light",
        "light.floor_lamp",
        "fan.living_room",
        "cover.living_room_blind",
        "cover.garage_door",
        "sensor.living_room_temperature",
        "sensor.living_room_humidity",
        "binary_sensor.living_room_motion",
        "switch.tv_plug",
        "sensor.tv_plug_power",
        "sensor.kettle_plug_energy",
        "lock.front_door",
        "binary_sensor.front_door",
        "binary_sensor.kitchen_leak",
        "climate.hall_thermostat",
        "device_tracker.ada_phone",
    } <= found


@pytest.mark.parametrize(
    ("topic", "payload", "wish"),
    [
        ("kitchen-light/light/kitchen_light/command", '{"state":"ON","brightness":255}', Dim(100.0)),
        ("kitchen-light/light/kitchen_light/command", '{"brightness":0}', Switch(False)),
        ("kitchen-light/light/kitchen_light/command", '{"state":"TOGGLE"}', Switch(None)),
        ("living-room-fan/fan/living_room_fan/command", "off", Switch(False)),
        ("living-room-fan/fan/living_room_fan/speed_level/command", "40", Spin(40)),
        ("living-room-blind/cover/living_room_blind/command", "STOP", Move(None)),
        ("living-room-blind/cover/living_room_blind/position/command", "35", Move(35.0)),
        ("front-door-lock/lock/front_door_lock/command", "LOCK", Turn(True)),
        ("hall-thermostat/climate/hall_thermostat/mode/command", "heat", Warm(heat=True)),
        ("hall-thermostat/climate/hall_thermostat/target_temperature/command", "99", Warm(target=30.0)),
        ("zigbee2mqtt/Floor lamp/set", "TOGGLE", Switch(None)),
        ("zigbee2mqtt/Floor lamp/set/brightness", "127", Dim(50.0)),
        ("zigbee2mqtt/Floor lamp/set", '{"brightness":0}', Switch(False)),
        ("zigbee2mqtt/TV plug/set/state", "OFF", Switch(False)),
    ],
)
def test_command_understood(topic: str, payload: str, wish: Wish) -> None:
    assert speaker(topic).receive(topic, payload.encode()).wishes == (wish,)


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("kitchen-light/light/kitchen_light/command", "ON"),
        ("kitchen-light/light/kitchen_light/command", '{"state":'),
        ("kitchen-light/light/kitchen_light/state", "ON"),
        ("kitchen-light/light/other/command", '{"state":"ON"}'),
        ("living-room-fan/fan/living_room_fan/speed_level/command", "101"),
        ("hall-thermostat/climate/hall_thermostat/mode/command", "cool"),
        ("hall-thermostat/climate/hall_thermostat/target_temperature/command", "nan"),
        ("front-door-lock/lock/front_door_lock/command", "OPEN"),
        ("zigbee2mqtt/Nobody/set", "ON"),
        ("zigbee2mqtt/Floor lamp/availability", '{"state":"online"}'),
        ("zigbee2mqtt/bridge/state", '{"state":"online"}'),
    ],
)
def test_what_is_no_command_does_nothing(topic: str, payload: str) -> None:
    heard = speaker(topic).receive(topic, payload.encode())
    assert (heard.wishes, heard.answers) == ((), ())


@pytest.mark.parametrize(
    "payload", ['{"brightness":999}', '{"state":"SIDEWAYS"}', "{}", '{"effect":"x"}', "bright"]
)
def test_zigbee_command_out_of_range_is_logged_and_not_obeyed(payload: str) -> None:
    heard = speaker("zigbee2mqtt").receive("zigbee2mqtt/Floor lamp/set", payload.encode())
    assert heard.wishes == ()
    assert [answer.topic for answer in heard.answers] == ["zigbee2mqtt/bridge/logging"]
    assert json.loads(heard.answers[0].payload)["level"] == "error"


def test_zigbee_get_asks_for_the_state_only() -> None:
    heard = speaker("zigbee2mqtt").receive("zigbee2mqtt/Floor lamp/get", b'{"state":""}')
    assert (heard.device, heard.wishes, heard.answers) == ("floor_lamp", (), ())


@given(
    st.binary(max_size=60),
    st.sampled_from(["command", "position/command", "speed_level/command", "mode/command"]),
)
def test_junk_raises_nothing(payload: bytes, tail: str) -> None:
    for one in installed(house_of(Family.ESPHOME)):
        device = one.devices[0]
        for domain in ("light", "fan", "cover", "lock", "climate", "switch"):
            one.receive(f"{one.name}/{domain}/{device.id}/{tail}", payload)
    for one in installed(house_of(Family.ZIGBEE2MQTT)):
        for verb in ("set", "set/brightness", "get", tail):
            one.receive(f"zigbee2mqtt/Floor lamp/{verb}", payload)


@pytest.mark.parametrize("part", [Air(), Motion(True), Contact(True), Leak(True)])
def test_esphome_carries_every_sensor(part: Air | Motion | Contact | Leak) -> None:
    house = house_of(Family.ESPHOME)
    house.devices = house.devices[:1]
    house.parts = {house.devices[0].id: part}
    (node,) = installed(house)
    reports = node.report(house.devices[0], part, full=True)
    assert len(reports) == len(node.announce())
    assert all(message.payload for message in reports)


def test_report_tells_only_what_changed_unless_asked() -> None:
    house = house_of(Family.ESPHOME)
    node = next(one for one in installed(house) if one.name == "kettle-plug")
    device, plug = node.devices[0], house.parts["kettle_plug"]
    assert isinstance(plug, Plug)
    assert len(node.report(device, plug, full=False)) == 3
    assert node.report(device, plug, full=False) == []
    assert len(node.report(device, plug, full=True)) == 3


@pytest.mark.parametrize("retain", [False, True])
def test_zigbee_state_retained_only_by_option(*, retain: bool) -> None:
    house = house_of(Family.ZIGBEE2MQTT)
    bridge = Zigbee2Mqtt(house.devices, house.parts, {"living_room": "Living room"}, retain=retain)
    lamp = house.device("floor_lamp")
    assert [message.retain for message in bridge.report(lamp, house.parts["floor_lamp"], full=True)] == [
        retain
    ]


def test_zigbee_product_that_does_not_exist() -> None:
    house = house_of(Family.ESPHOME)
    with pytest.raises(ValueError, match="no Zigbee product is known for a cover"):
        Zigbee2Mqtt((house.device("garage_door"),), house.parts, {"garage": "Garage"})


def test_golden_files_cover_both_families() -> None:
    assert set(DEVICES) == set(Family)
    assert {path.stem for path in WIRE.glob("*.jsonl")} >= {str(family) for family in Family}


def test_button_tells_each_use_once_and_keeps_nothing() -> None:
    house = house_of(Family.ZIGBEE2MQTT)
    bridge = next(one for one in installed(house) if isinstance(one, Zigbee2Mqtt))
    device = house.device("bedside_button")

    def said(*, full: bool) -> list[tuple[str, bool]]:
        messages = bridge.report(device, house.parts[device.id], full=full)
        return [(message.topic, message.retain) for message in messages]

    assert said(full=True) == [("zigbee2mqtt/Bedside button", True)]
    for _ in range(2):
        press(house, device.id)
        assert said(full=False)[-1] == ("zigbee2mqtt/Bedside button/action", False)
    assert ("zigbee2mqtt/Bedside button/action", False) not in said(full=True)

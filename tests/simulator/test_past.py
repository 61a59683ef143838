"""Days already lived: enough of them, cheap, in order, believable, and ending where the house is."""

import json
import time
from collections import Counter
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from simulator.house.first import first_house
from simulator.message import WireMessage
from simulator.past import live_through, lived

START = datetime(2026, 1, 12, 9, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def week() -> list[WireMessage]:
    return list(lived(first_house(START), 7))


def test_a_week_is_large_enough_and_cheap() -> None:
    began = time.process_time()
    count = sum(1 for _ in lived(first_house(START), 7))
    assert 15_000 <= count <= 60_000
    # About 1.3 s on a slow machine; the bound only catches an accident of another order.
    assert time.process_time() - began < 8


def test_in_order_of_time_and_discovery_first(week: list[WireMessage]) -> None:
    assert all(a.at <= b.at for a, b in pairwise(week))
    assert week[0].at == START
    assert START + timedelta(days=6, hours=23) < week[-1].at <= START + timedelta(days=7)
    topics = [message.topic.endswith("/config") for message in week]
    assert any(topics[:10])
    assert all(message.at == START for message in week if message.topic.endswith("/config"))


def test_temperatures_of_nights_and_days_are_believable(week: list[WireMessage]) -> None:
    rooms: dict[str, list[float]] = {}
    for message in week:
        if message.topic in {f"zigbee2mqtt/{room}" for room in ("Living room", "Bedroom", "Bathroom")}:
            rooms.setdefault(message.topic, []).append(json.loads(message.payload)["temperature"])
    assert len(rooms) == 3
    for values in rooms.values():
        assert 14 < min(values) < max(values) < 27
        assert max(values) - min(values) > 1.5
        assert len(values) > 300


def test_people_leave_their_traces(week: list[WireMessage]) -> None:
    said = Counter((message.topic, message.payload) for message in week)
    assert said[("front-door-lock/lock/front_door_lock/state", b"UNLOCKED")] >= 10
    assert said[("garage-door/cover/garage_door/state", b"opening")] >= 10
    kettle = [m for m in week if m.topic == "kettle-plug/sensor/power/state" and float(m.payload) > 2000]
    assert len(kettle) >= 10
    doors = [m for m in week if m.topic.endswith("Front door contact") and b'"contact":false' in m.payload]
    assert len(doors) >= 10
    lamps = [m for m in week if "/light/" in m.topic and b'"state":"ON"' in m.payload]
    assert len(lamps) >= 10


def test_energy_counters_only_grow(week: list[WireMessage]) -> None:
    values = [float(m.payload) for m in week if m.topic == "kettle-plug/sensor/energy/state"]
    assert len(values) > 50
    assert all(a <= b for a, b in pairwise(values))


def test_the_same_house_tells_the_same_week(week: list[WireMessage]) -> None:
    assert list(lived(first_house(START), 1)) == week[: sum(m.at <= START + timedelta(days=1) for m in week)]


def test_unheard_life_ends_where_a_heard_one_does() -> None:
    heard = first_house(START)
    unheard = deepcopy(heard)
    for _ in lived(heard, 2):
        pass
    live_through(unheard, START.timestamp() + 2 * 86_400)
    assert unheard == heard
    assert heard.now == START + timedelta(days=2)

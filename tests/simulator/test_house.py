"""The house by itself: what heats, cools, moves and draws, and that a seed makes every run equal."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.house.first import first_house
from simulator.house.model import OUTDOORS, Family, House
from simulator.house.part import (
    Bolt,
    Button,
    Contact,
    Cover,
    Fan,
    Light,
    Lock,
    Phone,
    Plug,
    Press,
    Thermostat,
)
from simulator.house.people import errands, press
from simulator.house.physics import advance, moving
from simulator.house.weather import outside, sunshine
from simulator.house.wish import Dim, Move, Spin, Switch, Turn, Warm

WINTER = datetime(2026, 1, 15, 12, tzinfo=UTC)
SUMMER = datetime(2026, 7, 15, 12, tzinfo=UTC)
HOUR = 3600.0


def empty(start: datetime = WINTER) -> House:
    """Build the first house with nobody in it."""
    house = first_house(start)
    house.where.clear()
    return house


def warmth(house: House, room: str = "living_room") -> float:
    return house.air[room].temperature


def plug(house: House, name: str) -> Plug:
    part = house.parts[name]
    assert isinstance(part, Plug)
    return part


def test_heater_warms_and_stops_at_its_target() -> None:
    house, cold = empty(), empty()
    house.apply("hall_thermostat", Warm(heat=True, target=24.0))
    cold.apply("hall_thermostat", Warm(heat=False))
    advance(house, house.at + 8 * HOUR)
    advance(cold, cold.at + 8 * HOUR)
    assert warmth(cold, "hall") < 19
    assert 23.5 < warmth(house, "hall") < 24.5


def test_living_room_passes_26_degrees_within_hours_when_asked_for_28() -> None:
    house = empty()
    house.apply("hall_thermostat", Warm(target=28.0))
    advance(house, house.at + 6 * HOUR)
    assert warmth(house) > 26


@pytest.mark.parametrize("start", [WINTER, SUMMER])
def test_fan_cools_its_room_by_a_degree_or_two(start: datetime) -> None:
    still, blown = empty(start), empty(start)
    blown.apply("living_room_fan", Spin(100))
    for house in (still, blown):
        advance(house, house.at + 3 * HOUR)
    assert 0.7 < warmth(still) - warmth(blown) < 2.5


def test_open_window_cools_in_winter() -> None:
    shut, aired = empty(), empty()
    aired.parts["bedroom_window"] = Contact(open=True, window=True)
    for house in (shut, aired):
        advance(house, house.at + HOUR)
    assert warmth(aired, "bedroom") < warmth(shut, "bedroom") - 2


def test_rooms_share_their_heat() -> None:
    house = empty()
    house.air["kitchen"].temperature = 35.0
    advance(house, house.at + HOUR)
    other = empty()
    advance(other, other.at + HOUR)
    assert warmth(house) > warmth(other) + 0.5


@given(st.integers(1, 50), st.integers(0, 23))
def test_weather_is_colder_in_winter_and_sane_always(seed: int, hour: int) -> None:
    january, july = (datetime(2026, month, 15, hour, tzinfo=UTC).timestamp() for month in (1, 7))
    assert -20 < outside(seed, january, 0) < outside(seed, july, 0) + 8 < 50
    assert 0 <= sunshine(seed, january, 0) <= 1


def test_nights_are_colder_and_dark() -> None:
    night, day = (datetime(2026, 6, 10, hour, tzinfo=UTC).timestamp() for hour in (3, 14))
    assert outside(1, night, 0) < outside(1, day, 0)
    assert sunshine(1, night, 0) == 0 < sunshine(1, day, 0)


def test_equal_seeds_live_equal_lives_and_others_do_not() -> None:
    one, same, other = first_house(WINTER, 3), first_house(WINTER, 3), first_house(WINTER, 4)
    for house in (one, same, other):
        advance(house, house.at + 30 * HOUR)
    assert one == same
    assert one.air != other.air


def test_garage_door_takes_about_twelve_seconds() -> None:
    house = empty()
    house.apply("garage_door", Move(100.0))
    advance(house, house.at + 6)
    assert house.parts["garage_door"] == Cover(50.0, 100.0, 12.0, garage=True)
    advance(house, house.at + 7)
    assert house.parts["garage_door"] == Cover(100.0, None, 12.0, garage=True)
    assert not moving(house)


def test_cover_stopped_half_way() -> None:
    house = empty()
    house.apply("living_room_blind", Move(0.0))
    advance(house, house.at + 5)
    house.apply("living_room_blind", Move(None))
    advance(house, house.at + 60)
    assert house.parts["living_room_blind"] == Cover(75.0, None, 20.0)


@pytest.mark.parametrize(("stuck", "bolt"), [(False, Bolt.UNLOCKED), (True, Bolt.JAMMED)])
def test_unlock(*, stuck: bool, bolt: Bolt) -> None:
    house = empty()
    house.parts["front_door_lock"] = Lock(stuck=stuck)
    house.apply("front_door_lock", Turn(False))
    part = house.parts["front_door_lock"]
    assert isinstance(part, Lock)
    assert part.bolt is Bolt.UNLOCKING
    advance(house, house.at + 3)
    assert house.parts["front_door_lock"] == Lock(bolt, stuck=stuck)


def test_kettle_boils_once_and_counts_energy() -> None:
    house = empty()
    before = plug(house, "kettle_plug")
    house.apply("kettle_plug", Switch(True))
    advance(house, house.at + 60)
    boiling = plug(house, "kettle_plug")
    advance(house, house.at + 300)
    after = plug(house, "kettle_plug")
    assert boiling.watts > 2000
    assert after.watts < 1
    assert 0.08 < after.kwh - before.kwh < 0.13


def test_fridge_runs_in_cycles_and_rests_without_current() -> None:
    house = empty()
    drawn: list[float] = []
    for _ in range(240):
        advance(house, house.at + 60)
        drawn.append(plug(house, "fridge_plug").watts)
    starts = sum(a < 10 < b for a, b in pairwise(drawn))
    assert 3 <= starts <= 6
    part = plug(house, "fridge_plug")
    house.apply("fridge_plug", Switch(False))
    advance(house, house.at + 60)
    assert house.parts["fridge_plug"] == replace(part, on=False, watts=0.0)


def test_people_use_door_lock_lights_and_kettle_every_working_day() -> None:
    house = first_house(datetime(2026, 1, 13, 0, tzinfo=UTC))
    seen: set[str] = set()

    def look() -> None:
        for name, part in house.parts.items():
            match part:
                case Light(on=True) | Contact(open=True) | Plug(running=True):
                    seen.add(name)
                case Cover(goal=goal) if goal is not None:
                    seen.add(name)
                case Lock(bolt=Bolt.UNLOCKED):
                    seen.add(name)

    advance(house, house.at + 24 * HOUR, seen=look)
    assert {
        "front_door_lock",
        "front_door",
        "garage_door",
        "kettle_plug",
        "tv_plug",
        "bedroom_window",
    } <= seen
    assert {"bathroom_light", "kitchen_light"} <= seen


def test_people_leave_lamps_alone_that_they_did_not_light() -> None:
    house = first_house(datetime(2026, 1, 13, 0, tzinfo=UTC))
    house.apply("garage_light", Switch(True))
    house.apply("bathroom_light", Switch(True))
    advance(house, house.at + 24 * HOUR)
    assert house.parts["bathroom_light"] == Light(on=True)
    assert house.parts["garage_light"] == Light(on=True)


def test_people_leave_a_heating_target_alone_that_somebody_chose() -> None:
    house = first_house(WINTER)
    house.apply("hall_thermostat", Warm(target=23.5))
    advance(house, house.at + 48 * HOUR)
    thermostat = house.parts["hall_thermostat"]
    assert isinstance(thermostat, Thermostat)
    assert thermostat.target == 23.5


def test_errands_of_two_halves_are_the_errands_of_the_whole() -> None:
    house = first_house(WINTER)
    whole = list(errands(house, house.at + 48 * HOUR))
    first = list(errands(house, house.at + 20 * HOUR))
    house.at += 20 * HOUR
    assert first + list(errands(house, house.at + 28 * HOUR)) == whole
    assert whole == sorted(whole, key=lambda errand: errand.at)


@pytest.mark.parametrize(
    ("device", "wish", "part"),
    [
        ("kitchen_light", Dim(40.0), Light(on=True, level=40.0)),
        ("kitchen_light", Dim(0.0), Light(on=True, level=0.4)),
        ("kitchen_light", Dim(mireds=300), Light(on=True)),
        ("living_room_ceiling_light", Dim(mireds=900), Light(on=True, mireds=500)),
        ("kitchen_light", Switch(None), Light(on=True)),
        ("living_room_fan", Spin(0), Fan(on=False, percent=50)),
        ("living_room_fan", Spin(130), Fan(on=True, percent=100)),
        ("front_door_lock", Turn(True), Lock()),
        ("kitchen_light", Turn(False), Light()),
    ],
)
def test_wish(device: str, wish: Dim | Switch | Spin | Turn, part: object) -> None:
    house = empty()
    house.apply(device, wish)
    assert house.parts[device] == part


def test_first_house_is_what_a_newcomer_is_told() -> None:
    house = first_house(WINTER)
    assert len(house.rooms) == 6
    assert 22 <= len(house.devices) <= 30
    kinds = [type(part).__name__ for part in house.parts.values()]
    assert (kinds.count("Fan"), kinds.count("Lock"), kinds.count("Thermostat")) == (1, 1, 1)
    assert sum(isinstance(part, Cover) and part.garage for part in house.parts.values()) == 1
    assert {device.family for device in house.devices} == set(Family)


def test_phone_joins_soon_after_its_person_came_and_is_missed_a_while_after_they_left() -> None:
    house, seen = first_house(WINTER), dict[str, list[float]](came=[], went=[])
    house.where = {"Ada": OUTDOORS}
    house.parts["ada_phone"] = Phone("Ada")
    at = {"came": house.at, "went": 0.0}
    house.where["Ada"] = "hall"
    while not _joined(house):
        advance(house, house.at + 5)
        house.where["Ada"] = "hall"
    seen["came"].append(house.at - at["came"])
    at["went"] = house.at
    while _joined(house):
        house.where["Ada"] = OUTDOORS
        advance(house, house.at + 5)
    seen["went"].append(house.at - at["went"])
    assert seen == {"came": [40.0], "went": [180.0]}


def test_phone_of_somebody_who_only_went_out_for_a_moment_stays() -> None:
    house = empty()
    house.parts["ada_phone"] = Phone("Ada", joined=True)
    for where in (OUTDOORS, "hall", OUTDOORS):
        house.where["Ada"] = where
        advance(house, house.at + 100)
    assert _joined(house)


def test_phones_follow_their_people_through_a_week() -> None:
    house, told = first_house(WINTER), set[bool]()
    for _ in range(7 * 24 * 12):
        advance(house, house.at + 300)
        told.add(_joined(house))
    assert told == {True, False}


def _joined(house: House) -> bool:
    phone = house.parts["ada_phone"]
    assert isinstance(phone, Phone)
    return phone.joined


def test_button_counts_what_hands_do() -> None:
    house = empty()
    press(house, "bedside_button", Press.DOUBLE)
    press(house, "bedside_button")
    assert house.parts["bedside_button"] == Button(2, Press.SINGLE)
    press(house, "kitchen_light")
    assert isinstance(house.parts["kitchen_light"], Light)


def test_button_at_the_bed_is_used_once_a_day() -> None:
    house = first_house(WINTER)
    advance(house, house.at + 3 * 24 * HOUR)
    button = house.parts["bedside_button"]
    assert isinstance(button, Button)
    assert button.uses == 3

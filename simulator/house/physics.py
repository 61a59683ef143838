"""How a house moves from one moment to a later one: heat, water in the air, motors, currents, people."""

import math
from collections.abc import Callable
from dataclasses import replace

from simulator.house.model import OUTDOORS, House
from simulator.house.part import (
    Air,
    Appliance,
    Bolt,
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
from simulator.house.people import errands, local_offset, perform
from simulator.house.weather import chance, outside, sunshine

# What stays as it is until somebody asks for something else.
_AT_REST: frozenset[type[Part]] = frozenset((Light, Fan, Contact, Leak, Button))
_HOLD_SECONDS = 90.0
_HYSTERESIS = 0.2
# A phone joins the home's network soon after it came, and is missed some minutes after it went.
_JOINS, _MISSED = 40.0, 180.0
# A fan at full speed brings a room towards this much under its surroundings, at this rate an hour.
_FAN_DEPTH, _FAN_RATE = 1.8, 5.0
_WINDOW_LEAK, _DOOR_LEAK, _GARAGE_LEAK = 0.8, 3.0, 2.0
_PERSON, _STEAM_HEAT = 0.12, 0.03


def advance(house: House, to: float, *, step: float = 60.0, seen: Callable[[], None] | None = None) -> None:
    """Live on until `to` (UTC timestamp) in steps of at most `step` seconds.

    Errands fall on their own moment; `seen` is called after each one and after each step.
    """
    for errand in errands(house, to):
        _glide(house, errand.at, step, seen)
        perform(house, errand)
        if seen is not None:
            seen()
    _glide(house, to, step, seen)


def moving(house: House) -> bool:
    """Whether a motor runs, so that shorter steps show more."""
    return any(
        (isinstance(part, Cover) and part.goal is not None) or (isinstance(part, Lock) and part.left > 0)
        for part in house.parts.values()
    )


def _glide(house: House, to: float, step: float, seen: Callable[[], None] | None) -> None:
    while house.at < to:
        seconds = min(step, to - house.at)
        if seen is not None and seconds > 2.0 and moving(house):
            seconds = 2.0
        house.at = to if seconds == to - house.at else house.at + seconds
        _heat(house, seconds)
        _moisten(house, seconds)
        _stir(house)
        for device in house.devices:
            part = house.parts[device.id]
            if type(part) not in _AT_REST:
                house.parts[device.id] = _later(house, device.room, part, seconds)
        if seen is not None:
            seen()


def _later(house: House, room: str, part: Part, seconds: float) -> Part:
    match part:
        case Air() | Motion() | Thermostat():
            after = _sensed(house, room, part)
        case Plug():
            after = _drawn(house, part, seconds)
        case Cover(goal=goal) if goal is not None:
            after = _travelled(part, goal, seconds)
        case Lock(left=left) if left > 0:
            after = _thrown(part, seconds)
        case Phone():
            after = _reached(house, part, seconds)
        case _:
            after = part
    return after


def _sensed(house: House, room: str, part: Air | Motion | Thermostat) -> Part:
    air = house.air[room]
    match part:
        case Air():
            return Air(round(air.temperature, 2), round(air.humidity, 1))
        case Motion():
            seen = house.at - house.moved.get(room, 0.0) < _HOLD_SECONDS
            return part if seen == part.seen else Motion(seen)
        case Thermostat():
            return _regulated(part, air.temperature)


def _reached(house: House, phone: Phone, seconds: float) -> Phone:
    here = house.where.get(phone.who, OUTDOORS) != OUTDOORS
    if here is phone.joined:
        return replace(phone, wavering=0.0) if phone.wavering else phone
    wavering = phone.wavering + seconds
    if wavering >= (_JOINS if here else _MISSED):
        return replace(phone, joined=here, wavering=0.0)
    return replace(phone, wavering=wavering)


def _travelled(cover: Cover, goal: float, seconds: float) -> Cover:
    reach = 100.0 * seconds / cover.travel
    gap = goal - cover.position
    if abs(gap) <= reach:
        return replace(cover, position=goal, goal=None)
    return replace(cover, position=cover.position + math.copysign(reach, gap))


def _thrown(lock: Lock, seconds: float) -> Lock:
    if lock.left > seconds:
        return replace(lock, left=lock.left - seconds)
    if lock.stuck:
        return replace(lock, bolt=Bolt.JAMMED, left=0.0)
    return replace(lock, bolt=Bolt.LOCKED if lock.bolt is Bolt.LOCKING else Bolt.UNLOCKED, left=0.0)


def _regulated(thermostat: Thermostat, measured: float) -> Thermostat:
    limit = thermostat.target + (_HYSTERESIS if thermostat.heating else -_HYSTERESIS)
    return replace(thermostat, measured=round(measured, 2), heating=thermostat.heat and measured < limit)


def _drawn(house: House, plug: Plug, seconds: float) -> Plug:
    if not plug.on:
        return plug if plug.watts == 0 else replace(plug, watts=0.0)
    draw = _watts(house, plug.appliance, plug.left) if plug.running else _STANDBY[plug.appliance]
    spent = min(seconds, plug.left) if plug.appliance is Appliance.KETTLE and plug.running else seconds
    running, left = _phase(house, plug, seconds)
    watts = _watts(house, plug.appliance, left) if running else _STANDBY[plug.appliance]
    return replace(
        plug, watts=round(watts, 1), kwh=plug.kwh + draw * spent / 3.6e6, running=running, left=left
    )


def _phase(house: House, plug: Plug, seconds: float) -> tuple[bool, float]:
    """Whether the appliance runs after so many seconds, and how long its phase still lasts."""
    left = plug.left - seconds
    match plug.appliance:
        case Appliance.TV:
            return plug.running, 0.0
        case Appliance.KETTLE:
            return plug.running and left > 0, max(left, 0.0)
        case Appliance.FRIDGE if left > 0:
            return plug.running, left
        case Appliance.FRIDGE:
            pause = 1100.0 + 250.0 * chance(house.seed, int(house.at // 60))
            return not plug.running, max(left + (2300.0 if plug.running else pause), 1.0)


_STANDBY = {Appliance.KETTLE: 0.4, Appliance.FRIDGE: 1.2, Appliance.TV: 0.6}


def _watts(house: House, appliance: Appliance, left: float) -> float:
    flicker = chance(house.seed, int(house.at // 60), 7)
    match appliance:
        case Appliance.KETTLE:
            return 2180.0 + 30.0 * flicker
        case Appliance.FRIDGE:
            # The compressor draws more at the start of a run.
            return 76.0 + 0.016 * left + 1.5 * flicker
        case Appliance.TV:
            return 86.0 + 16.0 * flicker


def _heat(house: House, seconds: float) -> None:
    hours, offset = seconds / 3600, local_offset(house.at)
    cold, sun = outside(house.seed, house.at, offset), sunshine(house.seed, house.at, offset)
    heating = any(isinstance(part, Thermostat) and part.heating for part in house.parts.values())
    shade = _shades(house) if sun else {}
    rates = {
        room.id: room.leak * (cold - house.air[room.id].temperature)
        + room.sun * sun * shade.get(room.id, 1.0)
        + (room.heating if heating else 0.0)
        for room in house.rooms
    }
    for place in house.where.values():
        if place in rates:
            rates[place] += _PERSON
    for room in house.rooms:
        for other, width in room.doors.items():
            flow = width * (house.air[other].temperature - house.air[room.id].temperature)
            rates[room.id] += flow
            rates[other] -= flow
    _ventilate(house, rates, cold)
    for name, rate in rates.items():
        house.air[name].temperature += (rate + _STEAM_HEAT * house.steam.get(name, 0.0)) * hours


def _ventilate(house: House, rates: dict[str, float], cold: float) -> None:
    for device in house.devices:
        match house.parts[device.id]:
            case Fan(on=True, percent=percent):
                rates[device.room] -= _FAN_RATE * percent / 100 * _fan_gap(house, device.room, cold)
            case Contact(open=True, window=window):
                width = _WINDOW_LEAK if window else _DOOR_LEAK
                rates[device.room] += width * (cold - house.air[device.room].temperature)
            case Cover(garage=True, position=position) if position > 0:
                gap = cold - house.air[device.room].temperature
                rates[device.room] += _GARAGE_LEAK * position / 100 * gap


def _fan_gap(house: House, room: str, cold: float) -> float:
    """How far the room is above what a fan can reach, never negative."""
    others = [air.temperature for name, air in house.air.items() if name not in {room, "garage"}]
    around = sum(others) / len(others) if others else cold
    return max(house.air[room].temperature - max(around - _FAN_DEPTH, min(cold, around)), 0.0)


def _shades(house: House) -> dict[str, float]:
    """Share of the sun that the blinds of a room let in, for rooms that have one."""
    shares: dict[str, float] = {}
    for device in house.devices:
        part = house.parts[device.id]
        if isinstance(part, Cover) and not part.garage:
            shares[device.room] = 0.2 + 0.8 * part.position / 100
    return shares


def _moisten(house: House, seconds: float) -> None:
    settle = 1.0 - math.exp(-seconds * 2.0 / 3600)
    fade = math.exp(-seconds * 1.4 / 3600)
    base = 38.0 + 12.0 * chance(house.seed, int(house.at // 86_400), 9)
    for name, air in house.air.items():
        house.steam[name] = house.steam.get(name, 0.0) * fade
        wanted = base + 2.2 * house.steam[name] - 0.8 * (air.temperature - 20.0)
        air.humidity += (min(max(wanted, 15.0), 97.0) - air.humidity) * settle


def _stir(house: House) -> None:
    minute = int(house.at // 60)
    for number, (who, room) in enumerate(house.where.items()):
        if who not in house.asleep and chance(house.seed, minute, number, 11) < 0.35:
            house.moved[room] = house.at

"""The people: what they do at which minute of a day, and how a deed changes the house. Knows no wire."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache

from simulator.house.model import OUTDOORS, House
from simulator.house.part import Button, Contact, Light, Plug, Press, Thermostat
from simulator.house.weather import chance, dark
from simulator.house.wish import Move, Switch, Turn, Warm, Wish

_DAY = 86_400
_WARM, _COOL = 21.0, 18.5


class Deed(StrEnum):
    """Everything people do here. The target of a deed is a room, a button, or nothing."""

    GO = "go"
    LEAVE = "leave"
    WAKE = "wake"
    SLEEP = "sleep"
    BOIL = "boil"
    UNPLUG = "unplug"
    WATCH = "watch"
    REST = "rest"
    STEAM = "steam"
    UNLOCK = "unlock"
    LOCK = "lock"
    OPEN_DOOR = "open door"
    CLOSE_DOOR = "close door"
    OPEN_WINDOW = "open window"
    CLOSE_WINDOW = "close window"
    OPEN_GARAGE = "open garage"
    CLOSE_GARAGE = "close garage"
    RAISE_BLIND = "raise blind"
    LOWER_BLIND = "lower blind"
    HEAT_UP = "heat up"
    HEAT_DOWN = "heat down"
    PRESS = "press"


@dataclass(frozen=True, slots=True)
class Errand:
    """One deed of one person at a moment (UTC timestamp)."""

    at: float
    who: str
    deed: Deed
    target: str = ""


# Minute of the day, deed, target.
_Step = tuple[float, Deed, str]

_WISHES: dict[Deed, tuple[str, Wish]] = {
    Deed.BOIL: ("kettle_plug", Switch(True)),
    Deed.UNPLUG: ("kettle_plug", Switch(False)),
    Deed.UNLOCK: ("front_door_lock", Turn(False)),
    Deed.LOCK: ("front_door_lock", Turn(True)),
    Deed.OPEN_GARAGE: ("garage_door", Move(100.0)),
    Deed.CLOSE_GARAGE: ("garage_door", Move(0.0)),
    Deed.RAISE_BLIND: ("living_room_blind", Move(100.0)),
    Deed.LOWER_BLIND: ("living_room_blind", Move(15.0)),
}
_CONTACTS: dict[Deed, tuple[str, bool]] = {
    Deed.OPEN_DOOR: ("front_door", True),
    Deed.CLOSE_DOOR: ("front_door", False),
    Deed.OPEN_WINDOW: ("bedroom_window", True),
    Deed.CLOSE_WINDOW: ("bedroom_window", False),
}


def local_offset(at: float) -> float:
    """Seconds by which this machine's local time leads UTC at a timestamp; people live by it."""
    return _hour_offset(int(at // 3600))


@lru_cache(maxsize=512)
def _hour_offset(hour: int) -> float:
    lead = datetime.fromtimestamp(hour * 3600, UTC).astimezone().utcoffset()
    return lead.total_seconds() if lead is not None else 0.0


def errands(house: House, end: float) -> Iterator[Errand]:
    """Tell what the people do after the house's moment and up to `end`, in order."""
    first = int((house.at + local_offset(house.at)) // _DAY)
    last = int((end + local_offset(end)) // _DAY)
    people = tuple(house.where)
    for day in range(first, last + 1):
        for errand in _day(house.seed, day, people):
            if house.at < errand.at <= end:
                yield errand


@lru_cache(maxsize=16)
def _day(seed: int, day: int, people: tuple[str, ...]) -> tuple[Errand, ...]:
    midnight = day * _DAY - local_offset(day * _DAY)
    plans = [
        Errand(midnight + minute * 60, who, deed, target)
        for number, who in enumerate(people)
        for minute, deed, target in _plan(seed, day, number)
    ]
    return tuple(sorted(plans, key=lambda errand: errand.at))


def _plan(seed: int, day: int, number: int) -> Iterator[_Step]:
    def about(minute: float, spread: float, fact: int) -> float:
        return minute + spread * (chance(seed, day, number, fact) - 0.5)

    weekend = (day + 3) % 7 >= 5
    first = number == 0
    if chance(seed, day, number, 1) < 0.4:
        yield from _visit(about(190, 120, 2), 5, "bathroom", "bedroom")
    wake = about(520 if weekend else 400, 40, 3) + 12 * number
    yield from _morning(wake, first=first)
    if weekend:
        yield from _weekend(about(690, 60, 4), about(960, 80, 5), car=not first)
    else:
        yield from _absence(wake + about(80, 20, 6), about(1050, 70, 7), car=not first)
    yield from _evening(about(1120, 20, 8), about(1375, 50, 9) + 6 * number, first=first)


def _morning(wake: float, *, first: bool) -> Iterator[_Step]:
    if first:
        yield wake - 20, Deed.HEAT_UP, ""
    yield wake, Deed.WAKE, ""
    yield wake + 4, Deed.GO, "bathroom"
    yield wake + 6, Deed.STEAM, "bathroom"
    yield wake + 20, Deed.GO, "bedroom"
    if first:
        yield wake + 22, Deed.OPEN_WINDOW, ""
        yield wake + 34, Deed.CLOSE_WINDOW, ""
    yield wake + 36, Deed.GO, "kitchen"
    if first:
        yield wake + 38, Deed.BOIL, ""
        yield wake + 44, Deed.UNPLUG, ""
        yield wake + 60, Deed.GO, "living_room"
        yield wake + 61, Deed.RAISE_BLIND, ""


def _weekend(out: float, back: float, *, car: bool) -> Iterator[_Step]:
    yield out - 75, Deed.GO, "living_room"
    yield out - 30, Deed.GO, "kitchen"
    yield from _absence(out, back, car=car)
    yield back + 50, Deed.WATCH, ""


def _absence(out: float, back: float, *, car: bool) -> Iterator[_Step]:
    yield out - 2, Deed.GO, "hall"
    if car:
        yield out - 1, Deed.GO, "garage"
        yield from _through_garage(out)
    else:
        yield from _through_door(out)
    yield out + 0.25, Deed.LEAVE, ""
    if car:
        yield from _through_garage(back)
        yield back + 0.6, Deed.GO, "garage"
    else:
        yield from _through_door(back)
    yield back + 1.5, Deed.GO, "hall"
    yield back + 4, Deed.GO, "living_room"


def _through_door(minute: float) -> Iterator[_Step]:
    for seconds, deed in enumerate((Deed.UNLOCK, Deed.OPEN_DOOR, Deed.CLOSE_DOOR, Deed.LOCK)):
        yield minute + seconds * 7 / 60, deed, ""


def _through_garage(minute: float) -> Iterator[_Step]:
    yield minute, Deed.OPEN_GARAGE, ""
    yield minute + 1.2, Deed.CLOSE_GARAGE, ""


def _evening(dinner: float, bed: float, *, first: bool) -> Iterator[_Step]:
    if first:
        yield dinner, Deed.GO, "kitchen"
        yield dinner + 5, Deed.STEAM, "kitchen"
        yield dinner + 8, Deed.BOIL, ""
        yield dinner + 14, Deed.UNPLUG, ""
        yield dinner + 25, Deed.STEAM, "kitchen"
        yield dinner + 44, Deed.GO, "living_room"
        yield dinner + 45, Deed.LOWER_BLIND, ""
        yield dinner + 47, Deed.WATCH, ""
        yield from _visit(dinner + 130, 7, "kitchen", "living_room")
        yield bed - 1, Deed.REST, ""
        yield bed + 20, Deed.HEAT_DOWN, ""
        yield bed + 23, Deed.PRESS, "bedside_button"
    else:
        yield dinner + 15, Deed.GO, "kitchen"
        yield dinner + 43, Deed.GO, "living_room"
        yield from _visit(dinner + 100, 6, "bathroom", "living_room")
    yield bed, Deed.GO, "bathroom"
    yield bed + 8, Deed.GO, "bedroom"
    yield bed + 24, Deed.SLEEP, ""


def _visit(minute: float, minutes: float, room: str, back: str) -> Iterator[_Step]:
    yield minute, Deed.GO, room
    yield minute + minutes, Deed.GO, back


def perform(house: House, errand: Errand) -> None:
    """Let a person do it. What the house lacks, or what is already so, is simply not done."""
    match errand.deed:
        case Deed.GO | Deed.LEAVE:
            _walk(house, errand.who, errand.target or OUTDOORS)
        case Deed.WAKE:
            house.asleep.discard(errand.who)
            _walk(house, errand.who, "bedroom")
        case Deed.SLEEP:
            house.asleep.add(errand.who)
            _leave_dark(house, "bedroom")
        case Deed.WATCH | Deed.REST:
            tv = house.parts.get("tv_plug")
            if isinstance(tv, Plug):
                house.parts["tv_plug"] = replace(tv, running=errand.deed is Deed.WATCH)
        case Deed.STEAM:
            house.steam[errand.target] = house.steam.get(errand.target, 0.0) + 16.0
        case Deed.PRESS:
            press(house, errand.target)
        case Deed.HEAT_UP | Deed.HEAT_DOWN:
            _set_heating(house, up=errand.deed is Deed.HEAT_UP)
        case _:
            _handle(house, errand.deed)


def press(house: House, device: str, how: Press = Press.SINGLE) -> None:
    """Use a button of this house, if it has one of that name."""
    button = house.parts.get(device)
    if isinstance(button, Button):
        house.parts[device] = Button(button.uses + 1, how)


def _handle(house: House, deed: Deed) -> None:
    if deed in _WISHES:
        device, wish = _WISHES[deed]
        if device in house.parts:
            house.apply(device, wish)
        return
    device, is_open = _CONTACTS[deed]
    contact = house.parts.get(device)
    if isinstance(contact, Contact):
        house.parts[device] = replace(contact, open=is_open)


def _walk(house: House, who: str, room: str) -> None:
    left, house.where[who] = house.where[who], room
    house.moved[left] = house.moved[room] = house.at
    if left != room:
        _leave_dark(house, left)
    lamps = _lamps(house, room)
    needed = room != OUTDOORS and not house.asleep & {
        name for name in house.where if house.where[name] == room
    }
    if needed and lamps and dark(house.seed, house.at, local_offset(house.at)):
        parts = [house.parts[lamp] for lamp in lamps]
        if not any(isinstance(part, Light) and part.on for part in parts):
            house.apply(lamps[-1], Switch(True))
            house.lit.add(lamps[-1])


def _leave_dark(house: House, room: str) -> None:
    """Switch off what people switched on here, when nobody awake is left. Other lamps are not theirs."""
    if any(place == room and who not in house.asleep for who, place in house.where.items()):
        return
    for lamp in _lamps(house, room):
        if lamp in house.lit:
            house.apply(lamp, Switch(False))
            house.lit.discard(lamp)


def _lamps(house: House, room: str) -> list[str]:
    return [
        device.id
        for device in house.devices
        if device.room == room and isinstance(house.parts[device.id], Light)
    ]


def _set_heating(house: House, *, up: bool) -> None:
    # A target that somebody else chose is left alone.
    before, after = (_COOL, _WARM) if up else (_WARM, _COOL)
    for device, part in tuple(house.parts.items()):
        if isinstance(part, Thermostat) and part.target == before:
            house.apply(device, Warm(target=after))

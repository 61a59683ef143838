"""A house as a readable JSON file: written whole or not at all, never overwritten when it cannot be read."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from simulator.house.model import Climate, Device, Family, House, Room
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
    Press,
    Thermostat,
)
from simulator.message import Json, JsonObject

_VERSION = 1
_PARTS: dict[str, type[Part]] = {
    kind.__name__.lower(): kind
    for kind in (Light, Fan, Cover, Lock, Thermostat, Plug, Air, Motion, Contact, Leak, Button, Phone)
}


class HouseFileError(Exception):
    """A house file that is not one, or can't be written. It is left as it is; the text says which and why."""


def save(house: House, path: Path, *, durable: bool = False) -> None:
    """Write the house; a crash in the middle leaves the older file. Raises OSError.

    `durable` waits for the disk, so that a power cut afterwards loses nothing.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("w", encoding="utf-8") as file:
            json.dump(_to_json(house), file, ensure_ascii=False, indent=1)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        # half a draft on a full disk would only take more of it
        draft.unlink(missing_ok=True)
        raise


def load(path: Path) -> House:
    """Read a house. Raises FileNotFoundError, or HouseFileError when it can't be read or does not fit."""
    try:
        return _from_json(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise HouseFileError(f"{path} can't be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        why = f"{type(error).__name__}: {error}"
        raise HouseFileError(
            f"{path} is not a house file ({why}); move it away, and a new home is made"
        ) from error


def _to_json(house: House) -> JsonObject:
    return {
        "version": _VERSION,
        "seed": house.seed,
        "at": house.now.isoformat(),
        "rooms": [
            {
                **asdict(room),
                "temperature": house.air[room.id].temperature,
                "humidity": house.air[room.id].humidity,
            }
            for room in house.rooms
        ],
        "devices": [{**asdict(device), **_part_to_json(house.parts[device.id])} for device in house.devices],
        "people": [
            {"name": who, "room": room, "asleep": who in house.asleep} for who, room in house.where.items()
        ],
        "lit": sorted(house.lit),
        "moved": house.moved,
        "steam": house.steam,
    }


def _part_to_json(part: Part) -> JsonObject:
    return {"kind": type(part).__name__.lower(), "state": asdict(part)}


def _from_json(data: dict[str, Json]) -> House:
    if data["version"] != _VERSION:
        raise ValueError(f"version {data['version']} is unknown")
    rooms, devices, people = _rows(data["rooms"]), _rows(data["devices"]), _rows(data["people"])
    house = House(
        seed=_whole(data["seed"]),
        at=datetime.fromisoformat(str(data["at"])).timestamp(),
        rooms=tuple(_room(row) for row in rooms),
        devices=tuple(_device(row) for row in devices),
        parts={str(row["id"]): _part(row) for row in devices},
        air={str(row["id"]): Climate(_number(row["temperature"]), _number(row["humidity"])) for row in rooms},
        where={str(row["name"]): str(row["room"]) for row in people},
        asleep={str(row["name"]) for row in people if row["asleep"]},
        lit={str(name) for name in _items(data["lit"])},
        moved=_numbers(data["moved"]),
        steam=_numbers(data["steam"]),
    )
    if stray := {device.room for device in house.devices} - set(house.air):
        raise ValueError(f"no room called {min(stray)}")
    return house


def _room(row: JsonObject) -> Room:
    name, label, floor = (str(row[key]) for key in ("id", "name", "floor"))
    leak, heating, sun = (_number(row[key]) for key in ("leak", "heating", "sun"))
    return Room(name, label, floor, leak, heating, sun, _numbers(row["doors"]))


def _device(row: JsonObject) -> Device:
    name, slug, label, room = (str(row[key]) for key in ("id", "slug", "name", "room"))
    return Device(name, slug, label, room, Family(str(row["family"])))


def _part(row: JsonObject) -> Part:
    kind, state = _PARTS[str(row["kind"])], dict(_mapping(row["state"]))
    if "appliance" in state:
        state["appliance"] = Appliance(str(state["appliance"]))
    if "bolt" in state:
        state["bolt"] = Bolt(str(state["bolt"]))
    if "press" in state:
        state["press"] = Press(str(state["press"]))
    return kind(**state)  # type: ignore[arg-type]  # fields and words were written by asdict of the same class


def _mapping(value: Json) -> JsonObject:
    if not isinstance(value, Mapping):
        raise TypeError(f"expected an object, not {value!r:.40}")
    return value


def _items(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise TypeError(f"expected a list, not {value!r:.40}")
    return value


def _rows(value: Json) -> list[JsonObject]:
    return [_mapping(row) for row in _items(value)]


def _number(value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"expected a number, not {value!r:.40}")
    return float(value)


def _whole(value: Json) -> int:
    return int(_number(value))


def _numbers(value: Json) -> dict[str, float]:
    return {name: _number(number) for name, number in _mapping(value).items()}

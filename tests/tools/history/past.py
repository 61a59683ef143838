"""A home with a week behind it that is known by heart: what every answer about it must come to.

Monday 29 December 00:00 to Monday 5 January 12:00 UTC, watched all the while:
- living room: 20 °C until noon, 24 until six, 22 until midnight; on Friday 30 from 13:00 to 13:30
- kitchen: 19 °C; bathroom 70 % and bedroom 50 % humidity; left lamp 1000 W from 18 to 20, else 0
- washer: 1.5 kWh each day from 10:20 to 11:00 but Saturday's
- hall light on 18 to 22; hall motion 07:00 to 07:05, on Sunday also at 03:00; front door unlocked 08:00 to 08:10
- Anna away 9 to 17 from Monday to Friday
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, delete, insert, select

from devices.history.rollup.roller import Roller
from devices.model import Json
from devices.storage.tables import READING, SERIES, WATCH, millis
from tests.tools.house import Lodge

BEGIN = datetime(2025, 12, 29, tzinfo=UTC)
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
DAYS = tuple(BEGIN + timedelta(days=day) for day in range(8))
EXTRA: tuple[tuple[str, str, str, dict[str, Json]], ...] = (
    ("bathroom_humidity", "Bathroom humidity", "Bathroom", {"device_class": "humidity", "unit": "%"}),
    ("bedroom_humidity", "Bedroom humidity", "Bedroom", {"device_class": "humidity", "unit": "%"}),
    ("washer_energy", "Washer energy", "Bathroom", {"device_class": "energy", "unit": "kWh"}),
)
Row = tuple[datetime, float | str]


async def lived(lodge: Lodge) -> None:
    """Put the week into the records, rolled up as far as it is over."""
    for place, name, area, more in EXTRA:
        config: dict[str, Json] = {
            "name": None,
            "unique_id": place,
            "object_id": place,
            "state_topic": f"sensor/{place}",
            "device_class": more["device_class"],
            "unit_of_measurement": more["unit"],
            "device": {"identifiers": [place], "name": name, "suggested_area": area},
        }
        lodge.broker.device(f"homeassistant/sensor/{place}/config", config, retain=True)
    await lodge.house.home.settled()
    await lodge.recorder.flush()
    await lodge.database.write(_fill)
    await Roller(lodge.database, lodge.clock, UTC).catch_up()


def _fill(connection: Connection) -> None:
    connection.execute(delete(READING))
    connection.execute(delete(WATCH))
    connection.execute(insert(WATCH).values(start=millis(BEGIN), end=millis(NOW), beat=0))
    for entity_id, unit, rows in _courses():
        series = _series(connection, entity_id, unit)
        values = [
            {
                "series": series,
                "at": millis(at),
                "value": value if isinstance(value, float) else None,
                "word": value if isinstance(value, str) else None,
                "mark": 0,
            }
            for at, value in rows
            if at < NOW
        ]
        connection.execute(insert(READING), values)


def _series(connection: Connection, entity_id: str, unit: str) -> int:
    name = (SERIES.c.entity_id == entity_id) & (SERIES.c.attribute == "") & (SERIES.c.unit == unit)
    known = connection.execute(select(SERIES.c.id).where(name)).scalar_one_or_none()
    if known is not None:
        return int(known)
    connection.execute(insert(SERIES).values(entity_id=entity_id, attribute="", unit=unit))
    return _series(connection, entity_id, unit)


def _courses() -> Iterator[tuple[str, str, list[Row]]]:
    yield "sensor.living_room_temperature", "°C", _living_room()
    yield "sensor.kitchen_temperature", "°C", [(day, 19.0) for day in DAYS]
    yield "sensor.bathroom_humidity", "%", [(day, 70.0) for day in DAYS]
    yield "sensor.bedroom_humidity", "%", [(day, 50.0) for day in DAYS]
    yield "sensor.left_power", "W", _daily((0, 0.0), (18, 1000.0), (20, 0.0))
    yield "sensor.washer_energy", "kWh", _washer()
    yield "light.hall_light", "", _daily((0, "off"), (18, "on"), (22, "off"))
    yield "binary_sensor.hall_motion", "", _motion()
    yield "lock.front_door", "", _daily((0, "locked"), (8, "unlocked"), (8 + 1 / 6, "locked"))
    yield "device_tracker.anna_phone", "", _anna()


def _daily(*steps: tuple[float, float | str]) -> list[Row]:
    return [(day + timedelta(hours=hour), value) for day in DAYS for hour, value in steps]


def _living_room() -> list[Row]:
    rows: dict[datetime, float | str] = dict(_daily((0, 20.0), (12, 24.0), (18, 22.0)))
    friday = DAYS[4]
    rows |= {friday + timedelta(hours=13): 30.0, friday + timedelta(hours=13.5): 24.0}
    return sorted(rows.items())


def _washer() -> list[Row]:
    total, rows = 200.0, [(BEGIN, 200.0)]
    for day in DAYS:
        for step in (20, 40, 60):
            total += 0.0 if day.weekday() == 5 else 0.5
            rows.append((day + timedelta(hours=10, minutes=step), total))
    return [(at, value) for at, value in rows]


def _motion() -> list[Row]:
    rows = dict(_daily((0, "off"), (7, "on"), (7 + 1 / 12, "off")))
    sunday = DAYS[6]
    rows |= {sunday + timedelta(hours=3): "on", sunday + timedelta(hours=3.1): "off"}
    return sorted(rows.items())


def _anna() -> list[Row]:
    rows: list[Row] = [(BEGIN, "home")]
    for day in DAYS:
        if day.weekday() < 5:
            rows += [(day + timedelta(hours=9), "not_home"), (day + timedelta(hours=17), "home")]
    return rows

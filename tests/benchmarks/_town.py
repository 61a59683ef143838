"""Homes of any size as views, and sentences that people say in them. Times nothing."""

from datetime import UTC, datetime

from devices.kinds.binary_sensor import BinarySensorState
from devices.kinds.cover import CoverState
from devices.kinds.fan import FanState
from devices.kinds.light import LightState
from devices.kinds.sensor import SensorState
from devices.kinds.switch import SwitchState
from devices.model import Area, Domain, Entity, KindState, Snapshot
from devices.view import View

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
_A_ROOM = 10
_ROOMS = (
    "Kitchen",
    "Living room",
    "Bedroom",
    "Hall",
    "Bathroom",
    "Garage",
    "Study",
    "Attic",
    "Cellar",
    "Office",
)
_THINGS: tuple[tuple[Domain, str, str | None, KindState], ...] = (
    (Domain.LIGHT, "light", None, LightState()),
    (Domain.LIGHT, "lamp", None, LightState()),
    (Domain.FAN, "fan", None, FanState()),
    (Domain.COVER, "blind", "blind", CoverState()),
    (Domain.SWITCH, "plug", "outlet", SwitchState()),
    (Domain.SENSOR, "temperature", "temperature", SensorState()),
    (Domain.SENSOR, "humidity", "humidity", SensorState()),
    (Domain.SENSOR, "power", "power", SensorState()),
    (Domain.BINARY_SENSOR, "window", "window", BinarySensorState()),
    (Domain.BINARY_SENSOR, "motion", "motion", BinarySensorState()),
)
SENTENCES = {
    "en": (
        "turn on the kitchen light",
        "turn off all the lights except the hall lamp",
        "set the living room blind to 40%",
        "is the bedroom window open?",
        "what is the temperature in the study?",
        "if the living room gets warmer than 26 degrees turn on the living room fan",
        "don't turn on the attic light",
        "why is the garage light on?",
        "what was the highest temperature in the bedroom in the last 24 hours?",
        "turn on the pool heater",
    ),
    "zh": (
        "打开厨房的灯",
        "关掉所有的灯，除了走廊的灯",
        "把客厅的窗帘开到百分之四十",
        "卧室的窗户开着吗？",
        "书房温度多少？",
        "帮我创建一个温度大于 30 度就开风扇的自动化",
        "不要打开阁楼的灯",
        "车库的灯为什么开着？",
        "卧室过去24小时最高温度是多少？",
        "打开泳池加热器",
    ),
    "ru": (
        "включи свет на кухне",
        "выключи весь свет, кроме прихожей",
        "открой жалюзи в гостиной на 40 процентов",
        "окно в спальне открыто?",
        "какая температура в кабинете?",
        "если в гостиной теплее 26 градусов, включи вентилятор",
        "не включай свет на чердаке",
        "почему горит свет в гараже?",
        "какая была максимальная температура в спальне за последние сутки?",
        "включи обогреватель бассейна",
    ),
}


def town(size: int) -> View:
    """A home of so many entities, ten a room."""
    areas: dict[str, Area] = {}
    snapshots: dict[str, Snapshot] = {}
    for index in range(size):
        number = index // _A_ROOM
        area = _area(number)
        areas[area.id] = area
        domain, noun, device_class, state = _THINGS[index % _A_ROOM]
        entity = Entity(
            f"{domain}.{area.id}_{noun}",
            domain,
            f"{area.name} {noun}",
            area=area.id,
            device_class=device_class,
        )
        snapshots[entity.id] = Snapshot(entity, state, reported_at=AT, live=True)
    return View(snapshots, areas)


def _area(number: int) -> Area:
    name = _ROOMS[number % len(_ROOMS)]
    storey = number // len(_ROOMS)
    told = f"{name} {storey + 1}" if storey else name
    return Area(told.lower().replace(" ", "_"), told)

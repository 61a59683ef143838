"""A small house as a view: two floors, six rooms, English names; what the sentence tests speak about."""

from datetime import UTC, datetime

from devices.kinds.binary_sensor import BinarySensorState
from devices.kinds.climate import ClimateState
from devices.kinds.cover import CoverState
from devices.kinds.fan import FanState
from devices.kinds.light import LightState
from devices.kinds.lock import LockState
from devices.kinds.sensor import SensorState
from devices.kinds.switch import SwitchState
from devices.model import Area, Domain, Entity, Floor, KindState, Snapshot
from devices.view import View

AT = datetime(2026, 3, 4, 12, tzinfo=UTC)
_STATES: dict[Domain, KindState] = {
    Domain.LIGHT: LightState(),
    Domain.SWITCH: SwitchState(),
    Domain.FAN: FanState(),
    Domain.COVER: CoverState(),
    Domain.LOCK: LockState(),
    Domain.CLIMATE: ClimateState(),
    Domain.SENSOR: SensorState(),
    Domain.BINARY_SENSOR: BinarySensorState(),
}
_AREAS = (
    Area("living_room", "Living room", "ground"),
    Area("kitchen", "Kitchen", "ground"),
    Area("hall", "Hall", "ground"),
    Area("garage", "Garage", "ground"),
    Area("bedroom", "Bedroom", "upper"),
    Area("bathroom", "Bathroom", "upper"),
)
_FLOORS = (Floor("ground", "Ground floor"), Floor("upper", "Upstairs"))


def thing(entity_id: str, name: str, area: str = "", device_class: str = "", unit: str = "") -> Snapshot:
    """An entity that has been announced and says nothing more."""
    domain = Domain(entity_id.partition(".")[0])
    entity = Entity(
        entity_id, domain, name, area=area or None, device_class=device_class or None, unit=unit or None
    )
    return Snapshot(entity, _STATES.get(domain), reported_at=AT, live=True)


def view_of(*things: Snapshot) -> View:
    """A view of these things in the rooms of the house."""
    return View(
        {one.entity.id: one for one in things},
        {area.id: area for area in _AREAS},
        {floor.id: floor for floor in _FLOORS},
    )


HOUSE = view_of(
    thing("light.ceiling", "Living room ceiling light", "living_room"),
    thing("light.floor_lamp", "Floor lamp", "living_room"),
    thing("fan.living_room", "Fan", "living_room"),
    thing("cover.blind", "Living room blind", "living_room", "blind"),
    thing("sensor.living_temperature", "Living room temperature", "living_room", "temperature", "°C"),
    thing("sensor.living_humidity", "Living room humidity", "living_room", "humidity", "%"),
    thing("switch.tv_plug", "TV plug", "living_room", "outlet"),
    thing("sensor.tv_power", "TV plug power", "living_room", "power", "W"),
    thing("light.kitchen", "Kitchen light", "kitchen"),
    thing("switch.kettle", "Kettle plug", "kitchen", "outlet"),
    thing("switch.fridge", "Fridge plug", "kitchen", "outlet"),
    thing("sensor.kitchen_temperature", "Kitchen temperature", "kitchen", "temperature", "°C"),
    thing("binary_sensor.kitchen_leak", "Kitchen leak", "kitchen", "moisture"),
    thing("light.hall", "Hall light", "hall"),
    thing("lock.front_door", "Front door", "hall"),
    thing("binary_sensor.front_door", "Front door contact", "hall", "door"),
    thing("climate.hall", "Hall thermostat", "hall"),
    thing("light.bed", "Bed light", "bedroom"),
    thing("sensor.bedroom_temperature", "Bedroom temperature", "bedroom", "temperature", "°C"),
    thing("binary_sensor.bedroom_window", "Bedroom window", "bedroom", "window"),
    thing("light.bathroom", "Bathroom light", "bathroom"),
    thing("sensor.bathroom_humidity", "Bathroom humidity", "bathroom", "humidity", "%"),
    thing("cover.garage_door", "Garage door", "garage", "garage"),
    thing("light.garage", "Garage light", "garage"),
)

RUSSIAN = view_of(
    thing("light.stol", "Настольная лампа", "bedroom"),
    thing("light.lyustra", "Люстра", "living_room"),
    thing("cover.shtory", "Шторы", "bedroom", "curtain"),
    thing("switch.rozetka", "Розетка аквариума", "living_room", "outlet"),
)

CHINESE = view_of(
    thing("light.keting", "客厅灯", "living_room"),
    thing("light.taideng", "书桌台灯", "bedroom"),
    thing("fan.keting", "客厅风扇", "living_room"),
    thing("cover.chuanglian", "主卧窗帘", "bedroom", "curtain"),
)

"""The description of an entity: its id, name and device from a discovery message."""

from devices.dialects.homeassistant.config import Config
from devices.dialects.homeassistant.discovery import Place
from devices.errors import BadAnnouncement
from devices.model import Device, Domain, Entity, Features, Json
from devices.name import slug

_UNITS = {"C": "°C", "F": "°F", "VAr": "var", "kVArh": "kvarh"}
_GREEK_MU, _MICRO = "\u03bc", "\u00b5"


def entity(config: Config, place: Place, domain: Domain, features: Features) -> Entity:
    """Describe the entity of this configuration.

    Raises:
        BadAnnouncement: its device block can't be used.
    """
    unique_id = config.text("unique_id")
    announced = _device(config.raw("device"))
    name = _name(config, domain, announced)
    return Entity(
        id=_id(config, domain, name, place),
        domain=domain,
        name=name,
        unique_id=unique_id,
        device=announced if unique_id else None,
        device_class=config.text("device_class") or None,
        unit=_unit(config.text("unit_of_measurement")),
        category=config.text("entity_category") or None,
        enabled=config.flag("enabled_by_default", default=True),
        dialect="homeassistant",
        features=features,
    )


def _id(config: Config, domain: Domain, name: str, place: Place) -> str:
    """The id it suggests, else one made of its name, else of its topic."""
    suggested = config.text("default_entity_id").partition(".")[2] or config.text("object_id")
    return f"{domain}.{slug(suggested or name or place.object)}"


def _name(config: Config, domain: Domain, device: Device | None) -> str:
    """The full name: that of the device, then its own, or that of its class when it has none."""
    own = config.text("name")
    if not own and not _explicit_null(config):
        own = config.text("device_class") or f"MQTT {domain.replace('_', ' ')}"
        own = own.replace("_", " ")
        own = own[:1].upper() + own[1:]
    return f"{device.name if device else ''} {own}".strip()


def _explicit_null(config: Config) -> bool:
    """Whether the message says `name: null`: the entity is called like its device."""
    return config.has("name") and config.raw("name") is None


def _device(block: Json) -> Device | None:
    if block is None:
        return None
    if not isinstance(block, dict):
        raise BadAnnouncement("device must be an object")
    config = Config(block)
    identifiers = (*config.words("identifiers"), *_connections(block.get("connections")))
    if not identifiers:
        raise BadAnnouncement("device needs identifiers or connections")
    return Device(
        id=identifiers[0],
        name=config.text("name") or config.text("model") or identifiers[0],
        manufacturer=config.text("manufacturer"),
        model=config.text("model"),
        identifiers=identifiers,
        suggested_area=config.text("suggested_area").strip() or None,
    )


def _connections(listed: Json) -> tuple[str, ...]:
    """Connections as `type:address`, so that they can stand beside identifiers."""
    pairs = listed if isinstance(listed, list) else []
    return tuple(
        f"{pair[0]}:{pair[1]}".lower() for pair in pairs if isinstance(pair, list) and len(pair) == 2
    )


def _unit(unit: str) -> str | None:
    """A unit in Home Assistant's own spelling."""
    return _UNITS.get(unit, unit.replace(_MICRO, _GREEK_MU)) or None

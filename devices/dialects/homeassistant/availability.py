"""Whether an entity can be reached, from the topics its discovery message names."""

from dataclasses import dataclass
from enum import StrEnum

from devices.dialects.homeassistant.abbreviation import COMPONENT
from devices.dialects.homeassistant.config import Config, Source
from devices.errors import BadAnnouncement
from devices.model import Json
from devices.mqtt.payload import Payload


class Mode(StrEnum):
    """How several topics add up."""

    ALL = "all"
    ANY = "any"
    LATEST = "latest"


@dataclass(frozen=True, slots=True)
class Sign:
    """One topic and the two payloads that count on it."""

    source: Source
    online: str
    offline: str


class Availability:
    """Starts unreachable and believes only the payloads it was told; without topics, always reachable."""

    def __init__(self, mode: Mode, signs: tuple[Sign, ...]) -> None:
        self._mode = mode
        self._signs = signs
        self._heard: dict[int, bool] = {}
        self._latest = False

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics to listen to."""
        return tuple(dict.fromkeys(sign.source.topic for sign in self._signs))

    @property
    def online(self) -> bool:
        """What all that was heard adds up to."""
        if not self._signs:
            return True
        match self._mode:
            case Mode.LATEST:
                return self._latest
            case Mode.ANY:
                return any(self._heard.values())
            case Mode.ALL:
                return len(self._heard) == len(self._signs) and all(self._heard.values())

    def hear(self, topic: str, payload: Payload) -> None:
        """Take in a message on one of the topics; unknown payloads change nothing."""
        for index, sign in enumerate(self._signs):
            if sign.source.topic != topic:
                continue
            said = sign.source.text(payload)
            if said in (sign.online, sign.offline):
                self._heard[index] = self._latest = said == sign.online


def availability(config: Config) -> Availability:
    """What a discovery message says about availability.

    Raises:
        BadAnnouncement: both forms together, or one that is malformed.
    """
    single = config.source("availability_topic", "availability_template")
    listed = config.raw("availability")
    if single is not None and listed is not None:
        raise BadAnnouncement("availability and availability_topic exclude each other")
    try:
        mode = Mode(config.text("availability_mode", Mode.LATEST))
    except ValueError:
        raise BadAnnouncement("availability_mode must be all, any or latest") from None
    if single is not None:
        return Availability(mode, (_sign(single, config),))
    items = listed if isinstance(listed, list) else [] if listed is None else [listed]
    return Availability(mode, tuple(_listed(item) for item in items))


def _sign(source: Source, config: Config) -> Sign:
    return Sign(
        source, config.text("payload_available", "online"), config.text("payload_not_available", "offline")
    )


def _listed(item: Json) -> Sign:
    if not isinstance(item, dict):
        raise BadAnnouncement("availability must be a list of objects")
    config = Config({COMPONENT.get(key, key): value for key, value in item.items()})
    return _sign(config.required_source("topic", "value_template"), config)

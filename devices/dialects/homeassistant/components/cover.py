"""Covers of Home Assistant discovery."""

from dataclasses import dataclass

from devices.dialects.homeassistant.components.spec import Component, Reading, choice, number, reading
from devices.dialects.homeassistant.config import Config, Source
from devices.errors import BadAnnouncement
from devices.kinds.field import finite
from devices.model import Features, Fields, Json, Scalar
from devices.mqtt.payload import Payload, parse
from devices.mqtt.transport import Message

_STATES = ("open", "opening", "closed", "closing", "stopped")
_PAYLOADS = {"open": "payload_open", "closed": "payload_close", "stopped": "payload_stop"}
_CONTROLS = {"open": "open_cover", "closed": "close_cover", "stopped": "stop_cover"}


@dataclass(frozen=True, slots=True)
class Scale:
    """The device's own range of positions, which may be upside down."""

    closed: float
    opened: float

    def percent(self, value: float) -> int:
        """A device position as percent, 100 is open; outside counts as the end."""
        return round(max(0.0, min(100.0, (value - self.closed) * 100 / (self.opened - self.closed))))

    def device(self, percent: float) -> int:
        """A percentage as device position."""
        return round(self.closed + percent * (self.opened - self.closed) / 100)


def cover(config: Config) -> Component:
    """Read the configuration of a cover; BadAnnouncement if it can't be used."""
    command = config.sink("command_topic")
    place = config.sink("set_position_topic", "set_position_template")
    positions = config.source("position_topic", "position_template", "value_template")
    if place is not None and positions is None:
        raise BadAnnouncement("set_position_topic needs position_topic")
    source = config.source("state_topic", "value_template")
    scale = Scale(config.number("position_closed", 0), config.number("position_open", 100))
    if scale.closed == scale.opened:
        raise BadAnnouncement("position_open equals position_closed")
    payloads = {ours: config.optional(key, _DEFAULTS[ours]) for ours, key in _PAYLOADS.items()}
    words = {config.text(f"state_{ours}", ours): ours for ours in _STATES}
    ends: dict[str, Json] = {"position_open": scale.opened, "position_closed": scale.closed}

    def write(fields: Fields) -> tuple[Message, ...]:
        if "state" in fields:
            payload = payloads.get(str(fields["state"]))
            return (command.message(payload),) if command is not None and payload is not None else ()
        if place is None:
            return ()
        percent = finite(fields.get("current_position"), "position")
        wanted = scale.device(percent)
        value = percent if place.template is not None else wanted
        return (place.message(_whole(value), {**ends, "position": _whole(percent), "value": wanted}),)

    controls = {_CONTROLS[ours] for ours, payload in payloads.items() if command and payload is not None}
    if place is not None:
        controls |= {"set_cover_position", "position"}
    optimistic = config.flag("optimistic") or (source is None and positions is None)
    readings = (
        *_position(positions, scale, ends, follows=source is None),
        *reading(source, "state", choice(words)),
    )
    return Component(Features(frozenset(controls), optimistic=optimistic), readings, write)


_DEFAULTS = {"open": "OPEN", "closed": "CLOSE", "stopped": "STOP"}


def _position(
    source: Source | None, scale: Scale, ends: dict[str, Json], *, follows: bool
) -> tuple[Reading, ...]:
    """The position reading: a number, or an object with one; the word follows it without a state topic."""
    if source is None:
        return ()

    def read(payload: Payload) -> Fields:
        said = source.text(payload, ends)
        if not said:
            return {}
        fields: dict[str, Scalar] = {"current_position": scale.percent(number(_inner(said)))}
        if follows:
            fields["follows"] = True
        return fields

    return (Reading(source.topic, read),)


def _inner(said: str) -> str:
    """The position out of an object such as `{"position": 40}`, or the text itself."""
    if not said.startswith("{"):
        return said
    try:
        found = parse(said.encode())
    except ValueError:
        return said
    return str(found.get("position")) if isinstance(found, dict) else said


def _whole(value: float) -> Json:
    return int(value) if float(value).is_integer() else value

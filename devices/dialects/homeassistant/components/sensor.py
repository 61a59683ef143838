"""Sensors of Home Assistant discovery."""

from datetime import date, datetime

from devices.dialects.homeassistant.components.spec import Component, listed, number, reading
from devices.dialects.homeassistant.config import Config
from devices.errors import BadAnnouncement, BadPayload
from devices.model import Features, Scalar

_LONGEST = 255
_TEXTUAL = frozenset({"enum", "date", "timestamp"})
_NUMERIC_SIGNS = ("unit_of_measurement", "state_class", "suggested_display_precision")


def sensor(config: Config) -> Component:
    """Read the configuration of a sensor; BadAnnouncement if it can't be used."""
    source = config.required_source("state_topic", "value_template")
    device_class = config.text("device_class")
    options = config.words("options")
    if options and device_class not in ("", "enum"):
        raise BadAnnouncement("options need device_class enum")
    if options:
        return Component(Features(modes=options), reading(source, "state", listed(options)))
    if device_class in ("timestamp", "date"):
        return Component(
            Features(), reading(source, "state", _instant if device_class == "timestamp" else _day)
        )
    numeric = any(sign in config for sign in _NUMERIC_SIGNS) or (
        device_class and device_class not in _TEXTUAL
    )
    return Component(Features(), reading(source, "state", _measured if numeric else _said))


def _measured(said: str) -> Scalar:
    """A finite number, kept in the device's own spelling."""
    number(said)
    return said


def _said(said: str) -> Scalar:
    return said if len(said) <= _LONGEST else None


def _instant(said: str) -> Scalar:
    try:
        when = datetime.fromisoformat(said)
    except ValueError:
        raise BadPayload(f"no timestamp: {said[:40]!r}") from None
    if when.tzinfo is None:
        raise BadPayload(f"a timestamp without its zone: {said[:40]!r}")
    return said


def _day(said: str) -> Scalar:
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError:
        raise BadPayload(f"no date: {said[:40]!r}") from None

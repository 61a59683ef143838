"""Arguments that several tools share, and the lenient reading of what a model writes. Resolves no names."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, Field, FiniteFloat

from devices.model import Domain, Scalar
from tools.tool import Arguments

_NUMBER = re.compile(
    r"([+-]?\d+(?:[.,]\d+)?)\s*(?:%|°|℃|°?\s*c|k|kelvin|percent|degrees?|seconds?|sec|s|w|ppm|lx|lux|%?\s*rh)?",
    re.IGNORECASE,
)
_FAHRENHEIT = re.compile(r"\s*([+-]?\d+(?:[.,]\d+)?)\s*(?:°\s*f|f|℉)\s*", re.IGNORECASE)
_FLAGS = {
    "true": True,
    "yes": True,
    "1": True,
    "on": True,
    "false": False,
    "no": False,
    "0": False,
    "off": False,
}


class Action(StrEnum):
    """The short words for what a device can be told."""

    TURN_ON = "turn_on"
    TURN_OFF = "turn_off"
    TOGGLE = "toggle"
    OPEN = "open"
    CLOSE = "close"
    STOP = "stop"
    SET_POSITION = "set_position"
    LOCK = "lock"
    UNLOCK = "unlock"
    SET_TEMPERATURE = "set_temperature"
    SET_HVAC_MODE = "set_hvac_mode"
    SET_PERCENTAGE = "set_percentage"


_SPELLINGS = {
    "on": Action.TURN_ON,
    "off": Action.TURN_OFF,
    "open_cover": Action.OPEN,
    "close_cover": Action.CLOSE,
    "stop_cover": Action.STOP,
    "set_cover_position": Action.SET_POSITION,
}


def number(raw: object) -> object:
    """A number written as text ("50%", "22 C", "1,5") as a float; anything else unchanged.

    Degrees Fahrenheit become Celsius only in `degrees`, since other numbers have no temperature.
    """
    if isinstance(raw, str) and (found := _NUMBER.fullmatch(raw.strip())):
        return float(found[1].replace(",", "."))
    return raw


def degrees(raw: object) -> object:
    """A temperature as text, Fahrenheit turned into Celsius when its unit says so; else as `number`."""
    if isinstance(raw, str) and (found := _FAHRENHEIT.fullmatch(raw)):
        return round((float(found[1].replace(",", ".")) - 32) / 1.8, 2)
    return number(raw)


def whole(raw: object) -> object:
    """As `number`, rounded: a percentage of 33.3 is meant as 33."""
    read = number(raw)
    return round(read) if isinstance(read, float) and abs(read) < 1e9 else read


def flag(raw: object) -> object:
    """Read "true", "yes", "on" and their opposites as a boolean; anything else unchanged."""
    return _FLAGS.get(raw.strip().casefold(), raw) if isinstance(raw, str) else raw


def listed(raw: object) -> object:
    """One name becomes a list of one, null an empty list."""
    match raw:
        case None:
            return []
        case str():
            return [raw] if raw.strip() else []
        case _:
            return raw


def blank(raw: object) -> object:
    """An empty string means that the argument was left out."""
    return None if isinstance(raw, str) and not raw.strip() else raw


def action(raw: object) -> object:
    """The action by any usual spelling: `light.turn_on`, `Turn On`, `on`, `open_cover`."""
    if not isinstance(raw, str):
        return raw
    word = raw.strip().casefold().rpartition(".")[2].replace(" ", "_").replace("-", "_")
    return _SPELLINGS.get(word, word)


def domain(raw: object) -> object:
    """The domain in lower case, a plural `s` dropped, `lights` as `light`."""
    if not isinstance(raw, str):
        return raw
    word = raw.strip().casefold()
    return (
        word.removesuffix("s")
        if word not in tuple(Domain) and word.removesuffix("s") in tuple(Domain)
        else word
    )


Number: TypeAlias = Annotated[FiniteFloat, BeforeValidator(number)]
Whole: TypeAlias = Annotated[int, BeforeValidator(whole)]
Degrees: TypeAlias = Annotated[FiniteFloat, BeforeValidator(degrees)]
Flag: TypeAlias = Annotated[bool, BeforeValidator(flag)]
Names: TypeAlias = Annotated[list[str], BeforeValidator(listed)]
Word: TypeAlias = Annotated[str | None, BeforeValidator(blank)]
Doing: TypeAlias = Annotated[Action, BeforeValidator(action)]
Kindly: TypeAlias = Annotated[Annotated[Domain, BeforeValidator(domain)] | None, BeforeValidator(blank)]


class Values(Arguments):
    """The numbers and words that go with an action."""

    brightness_pct: Annotated[Whole | None, BeforeValidator(blank)] = Field(
        default=None, description="Light: percent, 1 to 100, with turn_on."
    )
    color_temp_kelvin: Annotated[Whole | None, BeforeValidator(blank)] = Field(
        default=None, description="Light: 2700 warm to 6500 cold, with turn_on."
    )
    percentage: Annotated[Whole | None, BeforeValidator(blank)] = Field(
        default=None, description="Fan: speed in percent, 0 to 100, with set_percentage or turn_on."
    )
    position: Annotated[Whole | None, BeforeValidator(blank)] = Field(
        default=None, description="Cover: 0 closed, 100 open, with set_position."
    )
    temperature: Annotated[Degrees | None, BeforeValidator(blank)] = Field(
        default=None,
        description="Thermostat: target in Celsius, with set_temperature.",
    )
    hvac_mode: Word = Field(
        default=None, description="Thermostat: heat, cool, auto, off ..., with set_hvac_mode."
    )

    def given(self) -> Mapping[str, Scalar]:
        """The values that were said, by Home Assistant's names."""
        said: dict[str, Scalar] = {
            "brightness_pct": self.brightness_pct,
            "color_temp_kelvin": self.color_temp_kelvin,
            "percentage": self.percentage,
            "position": self.position,
            "temperature": self.temperature,
            "hvac_mode": self.hvac_mode,
        }
        return {name: value for name, value in said.items() if value is not None}


class Wish(Values):
    """Which devices are told what, and the numbers and words that go with it."""

    targets: Names = Field(
        default_factory=list,
        description="Ids or names, exactly those that the user named.",
    )
    action: Doing = Field(description="What all of them shall do.")

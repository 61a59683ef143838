"""Settings of one start: where each value comes from, and what is said when it is wrong. Opens nothing."""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from zoneinfo import ZoneInfo

import platformdirs

from assistant.models.key import kept
from devices.automation.almanac import known_country
from devices.errors import ConfigError
from devices.model import Scalar

PROJECT_FILE = "hearth.toml"
BUILT_IN = "sim"
AUTOMATIC = "auto"
GROQ_MODEL = "groq"
FEWEST_DAYS, MOST_DAYS = 2.0, 36_500.0
OFFLINE_MODEL = "offline"

_SCHEMES = frozenset({"mqtt", "mqtts"})
_DATABASES = frozenset({"postgres", "postgresql", "postgresql+psycopg"})
_SWITCH = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
_SPOKEN = {str: "text", bool: "true or false", float: "a number"}


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set from outside, already checked.

    `broker` is an MQTT URL, None for the built-in home; `database` a PostgreSQL URL, None for a file in
    the data folder; `sim_speed` is home seconds a real second; `timeout` is the longest real time a turn may
    take, seconds. `timezone` and `language` are None when the machine and the user's words decide. `model` is
    what `models.provider` takes. `latitude` and `longitude` are degrees, north and east positive, both or
    none; `country` is ISO 3166-1 alpha-2, with a region where holidays differ by it (DE-BY), empty for none.
    `tariff` is what a unit of energy costs, as text: "0.32 EUR; 22:00-06:00 0.21"; empty for unknown.
    `keep_*_days` are how long readings of numbers, of states, lines of activity and five-minute rollups stay;
    0 is for ever.
    """

    broker: str | None = field(default=None, repr=False)
    model: str = OFFLINE_MODEL
    data_dir: Path = field(default_factory=lambda: platformdirs.user_data_path("hearth", appauthor=False))
    allow_control: bool = False
    timezone: str | None = None
    language: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    country: str = ""
    tariff: str = ""
    sim_speed: float = 1.0
    timeout: float = 30.0
    stop_mode: str = "hard"
    dependency: str = "auto"
    daily_tokens: float = 0.0
    keep_readings_days: float = 10.0
    keep_states_days: float = 400.0
    keep_activity_days: float = 400.0
    keep_five_minutes_days: float = 0.0
    database: str | None = field(default=None, repr=False)
    groq_key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class _Source:
    """One place of values: `place` tells a person where a key stands, `text` that numbers are words."""

    values: Mapping[str, object]
    place: Callable[[str], str]
    text: bool = False


@dataclass(frozen=True, slots=True)
class _Setting:
    """One setting: the type it has in a file, and the last word on its value."""

    type: type[str] | type[bool] | type[float]
    check: Callable[[Any], object] = lambda value: value


def load(
    overrides: Mapping[str, Scalar] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Config:
    """Read the settings: flag > HEARTH_* > ./hearth.toml > user file > default.

    Args:
        overrides: values of flags by setting name; None means not given.
        environment: instead of the process's own.
        folder: where hearth.toml is looked for, instead of the current folder.

    Raises:
        ConfigError: naming the flag, variable, or file, line and key, and what to do.
    """
    env = os.environ if environment is None else environment
    flags = {key: value for key, value in (overrides or {}).items() if value is not None}
    sources = (  # the strongest comes last and wins
        _file(user_file()),
        _file((folder or Path.cwd()) / PROJECT_FILE),
        _Source(_variables(env), _variable, text=True),
        _Source(flags, _flag, text=True),
    )
    values: dict[str, Any] = {}
    for source in sources:
        values |= {key: _checked(key, value, source) for key, value in source.values.items()}
    _paired(values, sources, "latitude", "longitude")
    groq_key = env.get("GROQ_API_KEY", "").strip() or None
    if values.get("model", AUTOMATIC) == AUTOMATIC:
        values["model"] = GROQ_MODEL if groq_key or kept(user_file().parent) else OFFLINE_MODEL
    return replace(Config(), **values, groq_key=groq_key)


def _paired(values: Mapping[str, object], sources: tuple[_Source, ...], *pair: str) -> None:
    """A place is both of its numbers."""
    given = [key for key in pair if key in values]
    if len(given) == 1:
        source = next(s for s in reversed(sources) if given[0] in s.values)
        other = next(key for key in pair if key not in given)
        raise ConfigError(f"{source.place(given[0])}: needs {other} beside it; set both, or neither")


def user_file() -> Path:
    """Where the user's own settings live."""
    return platformdirs.user_config_path("hearth", appauthor=False) / "config.toml"


def without_password(url: str) -> str:
    """Make an MQTT URL fit for a screen: scheme, user, host, port, and no password."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user = f"{parts.username}@" if parts.username else ""
    return urlunsplit((parts.scheme, user + host, parts.path, "", ""))


def has_password(url: str) -> bool:
    """Whether a password stands in the URL."""
    return bool(urlsplit(url).password)


def _variable(key: str) -> str:
    return f"HEARTH_{key.upper()}"


def _flag(key: str) -> str:
    return "--" + key.removeprefix("sim_").replace("_", "-")


def _variables(env: Mapping[str, str]) -> dict[str, object]:
    return {key: env[_variable(key)] for key in _SETTINGS if env.get(_variable(key), "").strip()}


def _file(path: Path) -> _Source:
    try:
        text = path.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return _Source({}, str)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read ({error}); correct or remove the file") from error
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not valid TOML: {error}; correct that line") from error
    for key in values:
        if key not in _SETTINGS:
            raise ConfigError(f"{path}, line {_line(text, key)}: {_unknown(key)}")
    return _Source(values, lambda key: f"{path}, line {_line(text, key)}: {key}")


def _unknown(key: str) -> str:
    if meant := get_close_matches(key, _SETTINGS, n=1, cutoff=0.8):
        return f"{key} is not a setting; did you mean {meant[0]}?"
    if any(word in key.lower() for word in ("key", "password", "secret", "token")):
        return (
            f"{key} is not a setting: secrets come from the environment or hearth model key; remove the line"
        )
    return f"{key} is not a setting; remove the line, or use one of {', '.join(sorted(_SETTINGS))}"


def _line(text: str, key: str) -> int:
    """Find the line that completes the value of a key: the shortest beginning of the file that holds it."""
    lines = text.splitlines()
    for count in range(1, len(lines)):
        try:
            if key in tomllib.loads("\n".join(lines[:count])):
                return count
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a value of several lines
    return len(lines)


def _checked(key: str, value: object, source: _Source) -> object:
    setting = _SETTINGS[key]
    try:
        return setting.check(_typed(value, setting.type, text=source.text))
    except ValueError as error:
        raise ConfigError(f"{source.place(key)}: {error}") from error


def _typed(value: object, wanted: type[str] | type[bool] | type[float], *, text: bool) -> object:
    if text and isinstance(value, str) and wanted is not str:
        value = _SWITCH.get(value.strip().lower(), value) if wanted is bool else _number(value)
    if wanted is float and type(value) is int:
        value = float(value)
    if type(value) is not wanted:
        raise ValueError(f"must be {_SPOKEN[wanted]}")
    return value.strip() if isinstance(value, str) else value


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _broker(text: str) -> str | None:
    if text == BUILT_IN:
        return None
    try:
        parts = urlsplit(text)
        valid = parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:  # the text is not repeated: a password may stand in it
        raise ValueError(
            "not an MQTT address; write mqtt://HOST:1883, mqtts://HOST:8883, or sim for the built-in home"
        )
    return text


def _database(text: str) -> str:
    scheme, _, rest = text.partition("://")
    try:
        valid = bool(rest) and scheme in _DATABASES and urlsplit(text).port != 0
    except ValueError:
        valid = False
    if not valid:
        # the text is not repeated: a password may stand in it
        raise ValueError(
            "not a database address; write postgresql://USER@HOST/NAME, or leave it out for a file"
        )
    return f"postgresql+psycopg://{rest}"


def _model(text: str) -> str:
    provider, separator, name = text.partition(":")
    if text in {AUTOMATIC, OFFLINE_MODEL, GROQ_MODEL} or (provider and separator and name):
        return text
    raise ValueError("write auto, offline, groq, or PROVIDER:NAME such as groq:openai/gpt-oss-20b")


def _folder(text: str) -> Path:
    path = Path(text).expanduser()
    if not text or (path.exists() and not path.is_dir()):
        raise ValueError("must name a folder")
    return path.absolute()


def _timezone(text: str) -> str:
    try:
        return ZoneInfo(text).key
    except (LookupError, OSError, ValueError) as error:
        raise ValueError(f"no time zone {text!r} is known here; write one like Europe/Vienna") from error


def _country(text: str) -> str:
    country, separator, region = text.partition("-")
    code = f"{country.upper()}{separator}{region}"
    if text and not known_country(code):
        raise ValueError(
            f"no holidays are known for {text!r}; write a country such as DE, or one with its region, DE-BY"
        )
    return code


def _one_of(*words: str) -> Callable[[str], str]:
    def check(text: str) -> str:
        if text not in words:
            raise ValueError(f"must be one of {', '.join(words)}")
        return text

    return check


def _between(low: float, high: float) -> Callable[[float], float]:
    def check(number: float) -> float:
        if not low <= number <= high:
            raise ValueError(f"must be from {low:g} to {high:g}")
        return number

    return check


def _days(number: float) -> float:
    if number != 0 and not FEWEST_DAYS <= number <= MOST_DAYS:
        raise ValueError(f"must be 0, for ever, or from {FEWEST_DAYS:g} to {MOST_DAYS:g}")
    return number


_SETTINGS: Mapping[str, _Setting] = {
    "broker": _Setting(str, _broker),
    "model": _Setting(str, _model),
    "data_dir": _Setting(str, _folder),
    "allow_control": _Setting(bool),
    "timezone": _Setting(str, _timezone),
    "latitude": _Setting(float, _between(-90, 90)),
    "longitude": _Setting(float, _between(-180, 180)),
    "country": _Setting(str, _country),
    "tariff": _Setting(str),
    "language": _Setting(str, _one_of("en", "ru", "zh")),
    "sim_speed": _Setting(float, _between(1, 3600)),
    "timeout": _Setting(float, _between(1, 600)),
    "stop_mode": _Setting(str, _one_of("hard", "polish", "never")),
    "dependency": _Setting(str, _one_of("auto", "hint")),
    "database": _Setting(str, _database),
    "daily_tokens": _Setting(float, _between(0, 1e9)),
    "keep_readings_days": _Setting(float, _days),
    "keep_states_days": _Setting(float, _days),
    "keep_activity_days": _Setting(float, _days),
    "keep_five_minutes_days": _Setting(float, _days),
}

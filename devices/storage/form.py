"""Checked reading of a stored JSON object: every complaint names the key. Knows nothing of rules."""

import json
import math
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

from devices.errors import ConfigError
from devices.model import Json, Scalar

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Form:
    """One JSON object and where it stands in the document; every reader raises ConfigError."""

    path: str
    fields: dict[str, Json]

    def text(self, key: str, default: str | None = None) -> str:
        """A text; without a default it must be there and not be empty."""
        value = self.fields.get(key, default)
        if not isinstance(value, str) or (default is None and not value):
            raise self._wrong(key, "a text is needed")
        return value

    def number(
        self,
        key: str,
        default: float | None = None,
        *,
        minimum: float | None = None,
        maximum: float | None = None,
    ) -> float:
        """A finite number, not lower than `minimum` and not higher than `maximum`."""
        value = _finite(self.fields.get(key, default))
        if value is None:
            raise self._wrong(key, "a number is needed")
        if minimum is not None and value < minimum:
            raise self._wrong(key, f"must not be lower than {minimum:g}")
        if maximum is not None and value > maximum:
            raise self._wrong(key, f"must not be higher than {maximum:g}")
        return value

    def optional_number(self, key: str) -> float | None:
        """A finite number, or None when it is null or missing."""
        return None if self.fields.get(key) is None else self.number(key)

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self.fields.get(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false is needed")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; missing means empty."""
        value = self.fields.get(key, [])
        if not isinstance(value, list):
            raise self._wrong(key, "a list of texts is needed")
        found = tuple(item for item in value if isinstance(item, str) and item)
        if len(found) != len(value):
            raise self._wrong(key, "a list of texts is needed")
        return found

    def word(self, key: str, words: type[Word], default: Word | None = None) -> Word:
        """One of the words of an enum; without a default it must be there."""
        value = self.text(key, None if default is None else default.value)
        if value not in set(words):
            raise self._wrong(key, f"{value!r} is none of {', '.join(words)}")
        return words(value)

    def instant(self, key: str) -> datetime | None:
        """An ISO time with its zone, in UTC; None when null or missing."""
        value = self.fields.get(key)
        if value is None:
            return None
        try:
            instant = datetime.fromisoformat(self.text(key))
            zoned = None if instant.tzinfo is None else instant.astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise self._wrong(key, "an ISO time is needed") from error
        if zoned is None:
            raise self._wrong(key, "the time needs a zone")
        return zoned

    def scalars(self, key: str) -> dict[str, Scalar]:
        """An object of plain values; missing means empty."""
        plain: dict[str, Scalar] = {}
        for name, item in self.object(key).items():
            if isinstance(item, list | dict):
                raise self._wrong(f"{key}.{name}", "a plain value is needed")
            plain[name] = item
        return plain

    def object(self, key: str) -> dict[str, Json]:
        """An object as it is; missing means empty."""
        value = self.fields.get(key, {})
        if not isinstance(value, dict):
            raise self._wrong(key, "an object is needed")
        return value

    def form(self, key: str) -> "Form":
        """An object to be read on."""
        return form_of(self.fields.get(key), f"{self.path}.{key}")

    def forms(self, key: str, *, optional: bool = False) -> tuple["Form", ...]:
        """A list of objects."""
        value = self.fields.get(key, [] if optional else None)
        if not isinstance(value, list):
            raise self._wrong(key, "a list is needed")
        return tuple(form_of(item, f"{self.path}.{key}[{index}]") for index, item in enumerate(value))

    def _wrong(self, key: str, why: str) -> ConfigError:
        return ConfigError(f"{self.path}.{key}: {why}")


def form_of(document: Json, path: str) -> Form:
    """A form over a JSON object, or over JSON text that holds one."""
    if isinstance(document, str):
        document = _parsed(document, path)
    if not isinstance(document, dict):
        raise ConfigError(f"{path}: an object is needed")
    return Form(path, document)


def _parsed(text: str, path: str) -> Json:
    try:
        document: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: not JSON") from error
    return document


def _finite(value: Json) -> float | None:
    """The value as a float; None when it is no number, or one that a float can't hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None

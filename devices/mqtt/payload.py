"""One payload, read at most once as text and as JSON however many entities share it."""

from functools import cached_property

import orjson

from devices.errors import BadPayload
from devices.model import Json


class Payload:
    """The bytes of a message, with what they say."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    @cached_property
    def _decoded(self) -> str | None:
        try:
            return self.raw.decode()
        except UnicodeDecodeError:
            return None

    @cached_property
    def _parsed(self) -> tuple[bool, Json]:
        try:
            return True, orjson.loads(self.raw)
        except orjson.JSONDecodeError:
            return False, None

    @property
    def text(self) -> str:
        """The payload as UTF-8.

        Raises:
            BadPayload: it is no UTF-8.
        """
        if self._decoded is None:
            raise BadPayload(f"{len(self.raw)} bytes that are no UTF-8 text")
        return self._decoded

    @property
    def is_json(self) -> bool:
        """Whether it parses as JSON; a bare number or string counts."""
        return self._parsed[0]

    @property
    def json(self) -> Json:
        """The parsed payload; None when it is no JSON."""
        return self._parsed[1]


def parse(raw: bytes) -> Json:
    """What JSON text holds; ValueError if it is none."""
    found: Json = orjson.loads(raw)
    return found


def compact(value: Json) -> str:
    """JSON as devices are told it."""
    return orjson.dumps(value).decode()

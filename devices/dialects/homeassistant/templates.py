"""Templates of discovery messages: the quick way for plain ones, sandboxed Jinja for all others."""

import logging
import math
import re
from collections.abc import Iterator, Mapping, Sized
from dataclasses import dataclass
from functools import lru_cache

from jinja2 import Environment, TemplateAssertionError, TemplateSyntaxError, Undefined
from jinja2 import Template as Compiled
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from devices.dialects.homeassistant.filter import FILTERS
from devices.dialects.homeassistant.pattern import Render, quick
from devices.errors import BadAnnouncement, BadPayload
from devices.model import Json
from devices.mqtt.payload import Payload

log = logging.getLogger(__name__)

_LONGEST_SOURCE = 32_768
_LONGEST_RESULT = 65_536
_MOST_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class Template:
    """A template; `source` is what the device announced, `plain` its quick way if it has one."""

    source: str
    plain: Render | None

    def read(self, payload: Payload, variables: Mapping[str, Json] = {}) -> str | None:
        """What the payload says through this template; None when it is not meant for this entity.

        An undefined name, a failure and an empty result all mean that: nothing changes.
        """
        if self.plain is not None:
            return self.plain(payload) or None
        known: dict[str, Json] = {"value": payload.text, **variables}
        if payload.is_json:
            known["value_json"] = payload.json
        return _render(self.source, known) or None

    def write(self, value: Json, variables: Mapping[str, Json] = {}) -> str:
        """The text that asks for a value.

        Raises:
            BadPayload: the template failed.
        """
        text = _render(self.source, {"value": value, **variables})
        if text is None:
            raise BadPayload("the command template failed")
        return text


@lru_cache(maxsize=8_192)
def template(source: str) -> Template:
    """Compile a template, once a source.

    Raises:
        BadAnnouncement: it is no template, or too long.
    """
    if len(source) > _LONGEST_SOURCE:
        raise BadAnnouncement(f"a template of {len(source)} characters")
    plain = quick(source)
    if plain is None:
        _compiled(source)
    return Template(source, plain)


@lru_cache(maxsize=2_048)
def _compiled(source: str) -> Compiled | None:
    """The engine's form; None when it uses a filter that is not known here: it never says anything."""
    try:
        return _SANDBOX.from_string(source)
    except TemplateAssertionError:
        return None
    except TemplateSyntaxError as error:
        raise BadAnnouncement(f"a template does not compile: {error.message}") from None


def _render(source: str, variables: Mapping[str, Json]) -> str | None:
    compiled = _compiled(source)
    if compiled is None:
        return None
    try:
        return _limited(compiled.generate(**variables, range=_Rounds()))
    except Exception:  # template render: whatever a stranger's template does, it says nothing
        log.debug("a template failed", exc_info=True)
        return None


class _Rounds:
    """`range` with one budget for a whole rendering, so that loops in loops end too."""

    def __init__(self) -> None:
        self._left = _MOST_ROUNDS

    def __call__(self, *bounds: int) -> range:
        found = range(*bounds)
        self._left -= len(found)
        if self._left < 0:
            raise BadPayload("a template loops too often")
        return found


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja without a way out, and without arithmetic that fills the memory."""

    intercepted_binops = frozenset({"*", "**", "+", "%"})

    def call_binop(self, context: Context, operator: str, left: object, right: object) -> object:
        """Refuse what grows without end: repeated texts, long sums, huge powers, wide formats."""
        if isinstance(left, int | float) and isinstance(right, int | float):
            if operator == "**" and (abs(right) > 64 or abs(left) > 1e6):
                raise BadPayload("a template raises to a huge power")
        elif operator != "+" or _size(left) + _size(right) > _LONGEST_RESULT:
            raise BadPayload("a template builds too long a value")
        return super().call_binop(context, operator, left, right)

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Hide the methods that make a text as long as they are told."""
        return attr not in _PADDING and super().is_safe_attribute(obj, attr, value)


def _size(value: object) -> int:
    return len(value) if isinstance(value, Sized) else 0


_PADDING = frozenset({"center", "ljust", "rjust", "zfill", "format", "format_map", "expandtabs"})


def _format(text: str, *arguments: object) -> str:
    """Python's own formatting, without room for a width of millions."""
    if re.search(r"\d{4}|\*", text):
        raise BadPayload("a template formats too widely")
    return text % arguments


def _limited(pieces: Iterator[str]) -> str:
    found, length = [], 0
    for piece in pieces:
        length += len(piece)
        if length > _LONGEST_RESULT:
            raise BadPayload("a template yields too much")
        found.append(piece)
    return "".join(found).strip()


def _is_defined(value: object) -> object:
    if isinstance(value, Undefined):
        raise BadPayload("undefined")
    return value


def _environment() -> Environment:
    sandbox = _Sandbox(extensions=["jinja2.ext.loopcontrols"], autoescape=False)
    sandbox.filters.update(FILTERS)
    sandbox.filters.update(is_defined=_is_defined, format=_format)
    for name in ("center", "indent"):
        del sandbox.filters[name]
    sandbox.globals.update({name: FILTERS[name] for name in ("float", "int", "bool", "iif")})
    sandbox.globals.update(min=min, max=max, zip=zip, pi=math.pi)
    return sandbox


_SANDBOX = _environment()

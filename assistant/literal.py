"""Text as it is: nothing that a device or a model wrote may steer a terminal. Pure."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def literal(text: str) -> str:
    """The text without anything that could steer a terminal."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)

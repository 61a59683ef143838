"""Tokens as OpenAI's o200k counts them, from tables that lie on the disk; for tests and benchmarks alone."""

import importlib
import warnings
from functools import cache
from typing import Any


def tokens(text: str) -> int:
    """How many tokens a text takes."""
    return len(_encoding().encode(text))


@cache
def _encoding() -> Any:  # noqa: ANN401 - the library has no types
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the library's way of reading its tables
        return importlib.import_module("bpe_openai").get_encoding("o200k_base")

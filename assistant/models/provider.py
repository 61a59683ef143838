"""Choosing a brain by name, and building it once; a model's library is loaded only when it is chosen."""

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import lru_cache

from langchain_core.language_models import BaseChatModel

from assistant.models.offline.model import OfflineChat
from devices.errors import ConfigError
from devices.view import View

GROQ_DEFAULT = "openai/gpt-oss-120b"
_TRACING = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")


@dataclass(frozen=True, slots=True)
class Brain:
    """A model by the name shown to people, and what answers when it can't; None means nothing does."""

    name: str
    model: BaseChatModel = field(repr=False)
    fallback: BaseChatModel | None = field(default=None, repr=False)

    @property
    def offline(self) -> bool:
        """Whether no network is used."""
        return self.name == "offline"


def brain(setting: str, key: str | None, view: Callable[[], View], zone: tzinfo) -> Brain:
    """The brain that a setting names: `offline`, `groq`, `groq:MODEL` or init_chat_model's `PROVIDER:MODEL`.

    An empty setting means Groq when there is a key, else offline.

    Raises:
        ConfigError: a key or a package is missing; the text says which.
    """
    keep_chats_private()
    offline = OfflineChat(view=view, zone=zone)
    name = setting.strip() or ("groq" if key else "offline")
    if name == "offline":
        return Brain("offline", offline)
    provider, _colon, model = name.partition(":")
    if provider != "groq":
        return Brain(name, _any_chat(name), offline)
    if not key:
        raise ConfigError("the model groq needs a key: set GROQ_API_KEY, or choose the model offline")
    return Brain(f"groq:{model or GROQ_DEFAULT}", groq_chat(model or GROQ_DEFAULT, key), offline)


@lru_cache(maxsize=4)
def groq_chat(model: str, key: str, address: str | None = None, timeout: float = 10.0) -> BaseChatModel:
    """The one ChatGroq of the process for this model; it never retries, since the turn does.

    `address` replaces Groq's own host (no path); `timeout` is in seconds, a read.
    """
    effort = {"reasoning_effort": "low"} if "gpt-oss" in model else {}
    library = importlib.import_module("langchain_groq")
    chat: BaseChatModel = library.ChatGroq(
        model=model,
        api_key=key,
        base_url=address,
        temperature=0,
        max_tokens=1024,
        max_retries=0,
        timeout=timeout,
        **effort,
    )
    return chat


def keep_chats_private() -> None:
    """Turn off the tracing that a stray LANGSMITH_* or LANGCHAIN_* variable would switch on."""
    for name in _TRACING:
        os.environ[name] = "false"


def _any_chat(name: str) -> BaseChatModel:
    try:
        library = importlib.import_module("langchain.chat_models")
        chat: BaseChatModel = library.init_chat_model(name, temperature=0, max_retries=0)
    except (ImportError, ValueError) as error:
        raise ConfigError(f"the model {name} can't be used: {error}") from error
    return chat

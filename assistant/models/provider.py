"""Choosing a brain by name, and building it once; a model's library is loaded only when it is chosen."""

import importlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import lru_cache

from langchain_core.language_models import BaseChatModel

from assistant.models.offline.model import OfflineChat
from assistant.models.rest import Rest, rest_of
from devices.errors import ConfigError
from devices.view import View

GROQ_DEFAULT = "openai/gpt-oss-120b"
_PACKAGE = re.compile(r"pip install [\"'`]?([\w-]+)")
_TRACING = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")


@dataclass(frozen=True, slots=True)
class Brain:
    """A model by the name shown to people, and what answers when it can't; None means nothing does.

    `rest` says when the model must not be asked.
    """

    name: str
    model: BaseChatModel = field(repr=False)
    fallback: BaseChatModel | None = field(default=None, repr=False)
    rest: Rest = field(default_factory=Rest, repr=False, compare=False)

    @property
    def offline(self) -> bool:
        """Whether no network is used."""
        return self.name == "offline"

    @property
    def setting(self) -> str:
        """The variable that holds its provider's key."""
        return f"{self.name.partition(':')[0].upper().replace('-', '_')}_API_KEY"


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
        return Brain(name, any_chat(name), offline, rest_of(name, ""))
    if not key:
        raise ConfigError(
            "the model groq needs a key: set GROQ_API_KEY, run hearth model key, or choose the model offline"
        )
    model = model or GROQ_DEFAULT
    return Brain(f"groq:{model}", groq_chat(model, key), offline, rest_of(model, key))


@lru_cache(maxsize=4)
def groq_chat(model: str, key: str, address: str | None = None, timeout: float = 10.0) -> BaseChatModel:
    """The one ChatGroq of the process for this model; it never retries, since the turn does.

    `address` replaces Groq's own host (no path); `timeout` is in seconds, a read.
    """
    # what is not given is left to the library, which then looks at its own variables
    own = {"reasoning_effort": "low"} if "gpt-oss" in model else {}
    place = {} if address is None else {"base_url": address}
    library = importlib.import_module("langchain_groq")
    chat: BaseChatModel = library.ChatGroq(
        model=model,
        api_key=key,
        temperature=0,
        max_tokens=1024,
        max_retries=0,
        timeout=timeout,
        **own,
        **place,
    )
    return chat


def keep_chats_private() -> None:
    """Turn off the tracing that a stray LANGSMITH_* or LANGCHAIN_* variable would switch on."""
    for name in _TRACING:
        os.environ[name] = "false"


@lru_cache(maxsize=4)
def any_chat(name: str) -> BaseChatModel:
    """The one model of this init_chat_model name; keys and addresses come from its provider's own variables.

    Raises:
        ConfigError: its package is missing, or its provider is unknown or not set up; the text says which.
    """
    try:
        library = importlib.import_module("langchain.chat_models")
        chat: BaseChatModel = library.init_chat_model(name, temperature=0, max_retries=0)
    except ImportError as error:
        package = _PACKAGE.search(str(error))
        wanted = f"install {package.group(1)}" if package else "its package is missing"
        raise ConfigError(f"the model {name} can't be used: {wanted}") from error
    except Exception as error:  # noqa: BLE001 - each provider's library refuses its settings in its own way
        raise ConfigError(f"the model {name} can't be used: {_refused(name, error)}") from None
    return chat


def _refused(name: str, error: Exception) -> str:
    """Why a library would not build a model, without the values it was given: a key may be among them."""
    provider = name.partition(":")[0]
    if str(error).startswith(("Unsupported", "Unable to infer")):
        return f"no provider is called {provider}"
    return f"its library refused the settings ({type(error).__name__}); set {provider.upper()}_API_KEY"

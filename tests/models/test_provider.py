"""Choosing a brain by its setting; nothing of a provider is loaded until it is chosen."""

import os
import subprocess
import sys
from datetime import UTC

import pytest

from assistant.models.fallback import ModelDown, speak
from assistant.models.provider import Brain, any_chat, brain, groq_chat
from devices.errors import ConfigError
from devices.view import View
from tests.fakes import groq
from tests.fakes.groq import GroqServer
from tests.models.brains import ASKED, GOOD_CALL, TARGETS, args_of, patient

PROBE = """
import sys
from datetime import UTC
from assistant.models.provider import brain
from devices.view import View
chosen = brain("offline", None, View, UTC)
print(chosen.name, any(name in sys.modules for name in ("langchain_groq", "groq", "openai")))
"""


@pytest.mark.parametrize(
    ("setting", "key", "name"),
    [
        ("offline", None, "offline"),
        ("offline", "gsk_x", "offline"),
        ("", None, "offline"),
        ("", "gsk_x", "groq:openai/gpt-oss-120b"),
        ("groq", "gsk_x", "groq:openai/gpt-oss-120b"),
        ("groq:openai/gpt-oss-20b", "gsk_x", "groq:openai/gpt-oss-20b"),
    ],
)
def test_brain_of_a_setting(setting: str, key: str | None, name: str) -> None:
    chosen = brain(setting, key, View, UTC)
    assert chosen.name == name
    assert (chosen.fallback is None) == (name == "offline")
    assert "gsk_x" not in repr(chosen)


@pytest.mark.parametrize(
    ("setting", "word"),
    [
        ("groq", "GROQ_API_KEY"),
        ("groq:openai/gpt-oss-20b", "hearth model key"),
        ("nonsense:model", "no provider is called nonsense"),
        ("ollama:x", "ollama:x can't be used: install langchain-ollama"),
        ("openai:x", "install langchain-openai"),
        ("no-colon", "no provider is called no-colon"),
    ],
)
def test_brain_that_cannot_be_had_names_the_setting(setting: str, word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        brain(setting, None, View, UTC)


def test_one_groq_client_for_the_process() -> None:
    first, second = brain("groq", "gsk_x", View, UTC), brain("groq", "gsk_x", View, UTC)
    assert first.model is second.model


async def test_any_init_chat_model_name_is_built_for_real(monkeypatch: pytest.MonkeyPatch) -> None:
    async with GroqServer(groq.call("control_device", TARGETS), groq.rate_limited("75")).running() as server:
        monkeypatch.setenv("GROQ_API_KEY", groq.KEY)
        monkeypatch.setenv("GROQ_API_BASE", server.address)
        any_chat.cache_clear()
        chosen = Brain("groq:openai/gpt-oss-20b", any_chat("groq:openai/gpt-oss-20b"))
        spoken = await speak(chosen, ASKED, patient())
        assert args_of(spoken.message) == GOOD_CALL
        with pytest.raises(ModelDown):
            await speak(chosen, ASKED, patient())
    assert len(server.requests) == 2  # its own library tries nothing twice


def test_library_that_refuses_its_settings_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GROQ_API_KEY", raising=False)
    monkeypatch.setenv("GROQ_API_BASE", "gsk_pasted_into_the_wrong_place")
    any_chat.cache_clear()
    with pytest.raises(ConfigError, match="set GROQ_API_KEY") as refused:
        any_chat("groq:openai/gpt-oss-20b")
    assert "gsk_pasted" not in str(refused.value)
    assert refused.value.__cause__ is None


@pytest.mark.parametrize("variable", ["GROQ_API_BASE", "GROQ_BASE_URL"])
async def test_address_comes_from_the_variables_of_the_library(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    async with GroqServer(groq.text("Hi.")).running() as server:
        monkeypatch.setenv(variable, server.address)
        groq_chat.cache_clear()
        chosen = brain("groq", groq.KEY, View, UTC)
        assert (await speak(chosen, ASKED, patient())).message.text == "Hi."
    groq_chat.cache_clear()


def test_new_conversation_does_not_forget_that_the_model_rests() -> None:
    first, second = brain("groq", "gsk_x", View, UTC), brain("groq", "gsk_x", View, UTC)
    assert first.rest is second.rest
    assert first.rest is not brain("groq", "gsk_another", View, UTC).rest


def test_stray_tracing_settings_are_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGSMITH_TRACING", "true")
    monkeypatch.setenv("LANGCHAIN_TRACING_V2", "true")
    brain("offline", None, View, UTC)
    assert os.environ["LANGSMITH_TRACING"] == "false"
    assert os.environ["LANGCHAIN_TRACING_V2"] == "false"


def test_offline_loads_no_provider() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE], capture_output=True, text=True, timeout=50, check=True
    )
    assert done.stdout.split() == ["offline", "False"]

"""Choosing a brain by its setting; nothing of a provider is loaded until it is chosen."""

import os
import subprocess
import sys
from datetime import UTC

import pytest

from assistant.models.provider import brain
from devices.errors import ConfigError
from devices.view import View

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
    [("groq", "GROQ_API_KEY"), ("nonsense:model", "nonsense:model"), ("ollama:x", "ollama:x")],
)
def test_brain_that_cannot_be_had_names_the_setting(setting: str, word: str) -> None:
    with pytest.raises(ConfigError, match=word):
        brain(setting, None, View, UTC)


def test_one_groq_client_for_the_process() -> None:
    first, second = brain("groq", "gsk_x", View, UTC), brain("groq", "gsk_x", View, UTC)
    assert first.model is second.model


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

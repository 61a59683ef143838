"""hearth model: one line that says what works or what to change, and a key that is kept where nobody reads it."""

import asyncio
import stat
from pathlib import Path

import pytest

from assistant.cli.exit import Exit
from tests.cli.shell import Done, Shell
from tests.fakes import groq
from tests.fakes.groq import GroqServer, Reply

KEPT = Path(".config/hearth/groq.key")
RING = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}


async def tried(shell: Shell, reply: Reply, *arguments: str, **more: str) -> Done:
    """`hearth model test` against a server that gives this reply."""
    async with GroqServer(reply, lasting=True).running() as server:
        given = {"GROQ_API_KEY": groq.KEY, **more, "GROQ_BASE_URL": server.address}
        return await asyncio.to_thread(lambda: shell.run("model", "test", *arguments, **given))


async def test_model_that_works_is_one_line_on_stdout(empty: Shell) -> None:
    done = await tried(empty, groq.call("list_automations", {}))
    assert done.code == Exit.DONE
    assert done.out.startswith("groq:openai/gpt-oss-120b: answers in 0.")
    assert done.out.endswith(" s and calls tools; key from GROQ_API_KEY\n")
    assert done.out.count("\n") == 1
    assert done.err == ""


@pytest.mark.parametrize(
    ("reply", "said", "code"),
    [
        (
            groq.key_refused(),
            "the key from GROQ_API_KEY is refused; set another there",
            Exit.NO_MODEL,
        ),
        (groq.model_gone(), "no such model; name another with --model", Exit.NO_MODEL),
        (groq.rate_limited("75"), "rate limit: tokens per minute used up; free again in 75 s", Exit.NO_MODEL),
        (groq.hang(), "no answer in 1 s; check the network, or allow more with --timeout", Exit.NO_MODEL),
        (groq.text("Hello."), "but calls no tool", Exit.FAILED),
    ],
)
async def test_model_that_does_not_work_names_what_to_change(
    empty: Shell, reply: Reply, said: str, code: Exit
) -> None:
    done = await tried(empty, reply, "--timeout", "1")
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert "org_private" not in done.err
    assert groq.KEY not in done.err


async def test_model_as_json(empty: Shell) -> None:
    works = (await tried(empty, groq.call("list_automations", {}), "--json")).document()
    assert (works["v"], works["ok"], works["tools"], works["key"]) == (1, True, True, "GROQ_API_KEY")
    fails = await tried(empty, groq.key_refused(), "--json")
    told = fails.document()
    assert (fails.code, told["ok"], told["trouble"], told["tools"]) == (
        Exit.NO_MODEL,
        False,
        "key_refused",
        False,
    )


def test_offline_model_works_without_anything(empty: Shell) -> None:
    done = empty.run("model", "test")
    assert (done.code, done.err) == (Exit.DONE, "")
    assert done.out.startswith("offline: answers in 0.")
    assert "calls tools" in done.out
    assert not (empty.folder / ".local").exists(), "testing a model opens no home"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ollama:llama3", "install langchain-ollama"),
        ("groq", "hearth model key"),
        ("nobody:x", "no provider"),
    ],
)
def test_model_that_cannot_be_had_says_what_is_missing(empty: Shell, name: str, said: str) -> None:
    done = empty.run("model", "test", "--model", name, **RING)
    assert (done.code, done.out) == (Exit.NO_MODEL, "")
    assert said in done.err


async def test_key_from_stdin_is_kept_used_and_forgotten(empty: Shell) -> None:
    done = empty.run("model", "key", text=f"{groq.KEY}\n", **RING)
    assert done.code == Exit.DONE
    assert groq.KEY not in done.out + done.err
    file = empty.folder / KEPT
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    used = await tried(empty, groq.call("list_automations", {}), **RING, GROQ_API_KEY="")
    assert f"key from {file}" in used.out
    gone = empty.run("model", "key", "--forget", **RING)
    assert (gone.code, file.exists()) == (Exit.DONE, False)
    assert empty.run("model", "test").out.startswith("offline")


def test_key_from_a_prompt_is_not_shown(empty: Shell) -> None:
    done = empty.typed("model", "key", at="(not shown)", keys=f"{groq.KEY}\n", **RING)
    assert done.code == Exit.DONE
    assert groq.KEY not in done.out
    assert (empty.folder / KEPT).read_text().strip() == groq.KEY


def test_key_file_that_others_may_read_is_refused(empty: Shell) -> None:
    empty.run("model", "key", text=groq.KEY, **RING)
    (empty.folder / KEPT).chmod(0o644)
    done = empty.run("model", "test", **RING)
    assert (done.code, done.out) == (Exit.NO_MODEL, "")
    assert "chmod 600" in done.err


@pytest.mark.parametrize(("what", "text"), [("nonsense", ""), ("key", "")])
def test_wrong_use_is_one_line(empty: Shell, what: str, text: str) -> None:
    done = empty.run("model", what, text=text, **RING)
    assert (done.code, done.out, done.err.count("\n")) == (Exit.USAGE, "", 1)


async def test_wait_for_a_rate_limit_is_said_once_on_stderr(lived: Shell) -> None:
    replies = (groq.rate_limited("2"), groq.text("Good evening."))
    async with GroqServer(*replies).running() as server:
        given = {"GROQ_API_KEY": groq.KEY, "GROQ_BASE_URL": server.address}
        done = await asyncio.to_thread(lambda: lived.run("ask", "good evening", **given))
    assert (done.code, done.out) == (Exit.DONE, "Good evening.\n")
    assert done.err.count("retrying in") == 1
    assert "rate limit: tokens per minute used up; retrying in 2 s" in done.err

"""Groq that refuses, hangs, stalls, breaks off or talks nonsense: each has its reaction, and no key leaks."""

import asyncio
import logging
from collections.abc import Callable

import pytest

from assistant.models.fallback import ModelDown, speak
from assistant.models.provider import Brain
from assistant.models.trouble import Trouble
from tests.fakes import groq
from tests.fakes.groq import FAULTS, GroqServer, Reply
from tests.fakes.model import ScriptedModel
from tests.models.brains import ASKED, GOOD_CALL, GROQ, TARGETS, args_of, asked, brain_on, patient

both = pytest.mark.parametrize("streaming", [True, False], ids=["stream", "whole"])


@both
@pytest.mark.parametrize(
    ("reply", "trouble"),
    [
        (groq.key_refused(401), Trouble.KEY_REFUSED),
        (groq.key_refused(403), Trouble.KEY_REFUSED),
        (groq.model_gone(), Trouble.MODEL_GONE),
        (groq.decommissioned(), Trouble.MODEL_GONE),
        (groq.rate_limited("75"), Trouble.RATE_LIMITED),
        (groq.refusal(400, "property 'x' is unsupported"), Trouble.REFUSED),
        (groq.hang(), Trouble.TIMEOUT),
        (groq.stalled(), Trouble.TIMEOUT),
    ],
    ids=lambda value: value.value if isinstance(value, Trouble) else "",
)
async def test_fault_that_no_repetition_cures_falls_back_at_once(
    reply: Reply, trouble: Trouble, *, streaming: bool
) -> None:
    spoken, server = await asked(reply, groq.text("never asked"), streaming=streaming)
    assert (spoken.model, spoken.message.text, spoken.troubles) == ("offline", "offline words", (trouble,))
    assert len(server.requests) == 1


@both
@pytest.mark.parametrize("status", [500, 502, 503, 520])
async def test_server_error_is_tried_once_more(status: int, *, streaming: bool) -> None:
    spoken, _server = await asked(groq.server_error(status), groq.text("back"), streaming=streaming)
    assert spoken.message.text == "back"
    again, server = await asked(groq.server_error(status), groq.server_error(status), streaming=streaming)
    assert (again.model, again.troubles, len(server.requests)) == ("offline", (Trouble.SERVER,), 2)


async def test_server_error_in_a_stream_is_tried_once_more() -> None:
    spoken, server = await asked(groq.server_error().in_stream("Let me"), groq.text("back"))
    assert (spoken.message.text, len(server.requests)) == ("back", 2)


@both
@pytest.mark.parametrize(
    "raw", [b"<html>Bad gateway</html>", b"data: {not json\n\n", b"null", b'{"choices": []}', b""]
)
async def test_answer_that_is_no_answer_is_tried_once_more(raw: bytes, *, streaming: bool) -> None:
    spoken, _server = await asked(groq.garbage(raw), groq.text("back"), streaming=streaming)
    assert (spoken.message.text, spoken.troubles) == ("back", (Trouble.GARBLED,))
    again, server = await asked(groq.garbage(raw), groq.garbage(raw), streaming=streaming)
    assert (again.model, len(server.requests)) == ("offline", 2)


@pytest.mark.parametrize("ends", [groq.broken, groq.stalled])
async def test_stream_that_ends_in_a_sentence_keeps_the_text(ends: Callable[[str], Reply]) -> None:
    spoken, server = await asked(ends("The kitchen light is a lamp that"))
    assert (spoken.message.text, spoken.broken) == ("The kitchen light is a lamp that", True)
    assert (len(server.requests), spoken.model) == (1, GROQ)
    assert spoken.tokens.guessed > 0


@pytest.mark.parametrize("arguments", ['{"targets": ["kit', '{"targets": ["kitchen light"]}'])
async def test_broken_stream_with_a_call_runs_nothing_and_asks_again(arguments: str) -> None:
    half = Reply(text="Let", calls=(("control_device", arguments),), breaks=True)
    spoken, server = await asked(half, groq.call("control_device", TARGETS))
    assert (args_of(spoken.message), len(server.requests)) == (GOOD_CALL, 2)


async def test_stalled_stream_with_a_call_runs_nothing() -> None:
    half = Reply(calls=(("control_device", '{"targets": ["kitchen light"]}'),), stalls=True)
    spoken, _server = await asked(half)
    assert (spoken.model, spoken.message.tool_calls) == ("offline", [])


async def test_answer_without_a_stream_that_breaks_off_is_tried_once_more() -> None:
    spoken, server = await asked(groq.broken("Good"), groq.text("Good evening"), streaming=False)
    assert (spoken.message.text, len(server.requests)) == ("Good evening", 2)


async def test_no_server_falls_back() -> None:
    async with GroqServer().running() as server:
        brain = brain_on(server)
    spoken = await speak(brain, ASKED, patient())
    assert (spoken.model, spoken.troubles) == ("offline", (Trouble.UNREACHABLE,))


@both
@pytest.mark.parametrize("name", FAULTS)
async def test_every_fault_ends_with_an_answer_inside_the_deadline(name: str, *, streaming: bool) -> None:
    loop = asyncio.get_running_loop()
    async with GroqServer(FAULTS[name](), lasting=True).running() as server:
        brain, began = brain_on(server, streaming=streaming), loop.time()
        spoken = await speak(brain, ASKED, patient(4.0))
        assert loop.time() - began < 4.0
    await asyncio.sleep(0.02)
    assert len(server.requests) <= 3
    assert spoken.message.tool_calls == []
    assert spoken.model == "offline" or spoken.broken


async def test_hang_longer_than_the_deadline_is_cut_there() -> None:
    loop = asyncio.get_running_loop()
    async with GroqServer(groq.hang()).running() as server:
        brain, began = brain_on(server), loop.time()
        spoken = await speak(brain, ASKED, patient(0.3))
        assert loop.time() - began < 0.45
    assert (spoken.model, spoken.troubles) == ("offline", (Trouble.TIMEOUT,))


async def test_no_time_at_all_still_gives_the_fallback_its_moment() -> None:
    async with GroqServer(groq.text("never asked")).running() as server:
        spoken = await speak(brain_on(server), ASKED, patient(0.0))
    assert (spoken.model, spoken.message.text, server.requests) == ("offline", "offline words", [])


async def test_key_and_organisation_never_show(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for reply in (groq.key_refused(), groq.rate_limited("75"), groq.too_large(), groq.no_capacity()):
        async with GroqServer(reply, lasting=True).running() as server:
            brain = brain_on(server, fallback=False)
            with pytest.raises(ModelDown) as down:
                await speak(brain, ASKED, patient())
        shown = f"{brain!r} {brain.model!r} {down.value!r} {down.value} {down.value.why} {caplog.text}"
        assert groq.KEY not in shown
        assert "org_private" not in shown


async def test_bug_of_ours_is_not_taken_for_a_fault() -> None:
    model = ScriptedModel(lines=[TypeError("a bug")])
    with pytest.raises(TypeError):
        await speak(Brain("scripted", model, ScriptedModel()), ASKED, patient())

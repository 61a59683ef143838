"""The real ChatGroq against a Groq server on loopback: every fault has its reaction, and no key leaks."""

import asyncio
import logging
from collections.abc import Sequence

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from assistant.models.fallback import ModelDown, Patience, Prompt, Spoken, speak
from assistant.models.provider import Brain, groq_chat
from assistant.models.trouble import Trouble
from devices.model import Json
from tests.fakes import groq
from tests.fakes.clock import FakeClock
from tests.fakes.groq import GroqServer, Reply
from tests.fakes.model import ScriptedModel, words

TOOL: dict[str, Json] = {
    "type": "function",
    "function": {
        "name": "control_device",
        "description": "Tell devices to do something.",
        "parameters": {
            "type": "object",
            "properties": {
                "targets": {"type": "array", "items": {"type": "string"}, "description": "Names."}
            },
        },
    },
}
SYSTEM = SystemMessage("You are Hearth.")
TARGETS: dict[str, Json] = {"targets": ["kitchen light"]}
ASKED = Prompt((SYSTEM, HumanMessage("turn on the kitchen light")), (TOOL,))


async def asked(*replies: Reply, prompt: Prompt = ASKED, fallback: bool = True) -> tuple[Spoken, GroqServer]:
    """Ask a brain on a scripted server; its fallback says `offline words`."""
    async with GroqServer(*replies).running() as server:
        spoken = await speak(
            brain_on(server, fallback=fallback), prompt, Patience(FakeClock(hasty=True), 5.0)
        )
    await asyncio.sleep(0.02)  # the client's library closes a failed stream a moment later
    return spoken, server


def brain_on(server: GroqServer, *, fallback: bool = True) -> Brain:
    chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 0.5)
    return Brain(
        "groq:openai/gpt-oss-120b", chat, ScriptedModel(lines=[words("offline words")]) if fallback else None
    )


def args_of(message: AIMessage) -> Sequence[object]:
    return [(call["name"], call["args"]) for call in message.tool_calls]


async def test_text_answer_with_usage_and_cache() -> None:
    spoken, server = await asked(groq.text("Good evening, how can I help you today?"))
    assert spoken.message.text == "Good evening, how can I help you today?"
    used = spoken.message.usage_metadata
    assert used is not None
    assert (used["input_tokens"], used["output_tokens"], used["input_token_details"]["cache_read"]) == (
        900,
        20,
        512,
    )
    request = server.requests[0]
    assert (request["max_tokens"], request["reasoning_effort"]) == (1024, "low")
    assert "tool_choice" not in request


async def test_tool_call_is_kept_whole() -> None:
    spoken, _server = await asked(groq.call("control_device", {"targets": ["kitchen light"]}))
    assert args_of(spoken.message) == [("control_device", {"targets": ["kitchen light"]})]
    assert spoken.calls == 1


async def test_legal_history_with_an_answered_call_is_accepted() -> None:
    call = AIMessage("", tool_calls=[{"name": "control_device", "args": {}, "id": "c1", "type": "tool_call"}])
    history = (
        SYSTEM,
        HumanMessage("turn it on"),
        call,
        ToolMessage("{}", tool_call_id="c1"),
        HumanMessage("thanks"),
    )
    spoken, _server = await asked(groq.text("Welcome."), prompt=Prompt(history, (TOOL,)))
    assert spoken.message.text == "Welcome."


async def test_orphan_answer_is_refused_and_falls_back() -> None:
    orphan = Prompt((SYSTEM, HumanMessage("hi"), ToolMessage("{}", tool_call_id="c1")))
    async with GroqServer(groq.text("never")).running() as server:
        with pytest.raises(ModelDown) as down:
            await speak(brain_on(server, fallback=False), orphan, Patience(FakeClock(hasty=True), 5.0))
    assert down.value.trouble is Trouble.REFUSED


@pytest.mark.parametrize(
    "generation",
    [
        '{"name": "control_device", "arguments": {"targets": ["kitchen light"]}}',
        '<function=control_device>{"targets": ["kitchen light"]}</function>',
    ],
)
async def test_refused_generation_is_salvaged_without_another_call(generation: str) -> None:
    spoken, server = await asked(groq.failed_generation(generation))
    assert args_of(spoken.message) == [("control_device", {"targets": ["kitchen light"]})]
    assert len(server.requests) == 1


async def test_refused_generation_late_in_a_stream_is_salvaged() -> None:
    reply = groq.late_failed_generation(
        "Let me", '{"name": "control_device", "arguments": {"targets": ["x"]}}'
    )
    spoken, _server = await asked(reply)
    assert args_of(spoken.message) == [("control_device", {"targets": ["x"]})]
    assert spoken.message.text == ""


async def test_tool_that_was_not_offered_comes_back_as_a_call() -> None:
    spoken, _server = await asked(groq.call("why", {"target": "hall lamp"}))
    assert args_of(spoken.message) == [("why", {"target": "hall lamp"})]


async def test_unreadable_generation_is_nudged_twice_then_offline() -> None:
    bad = groq.failed_generation(None)
    spoken, server = await asked(bad, bad, bad)
    assert (spoken.model, spoken.troubles[-1]) == ("offline", Trouble.TOOL_FORM)
    assert len(server.requests) == 3


async def test_unreadable_generation_once_then_a_good_call() -> None:
    spoken, server = await asked(groq.failed_generation(None), groq.call("control_device", TARGETS))
    assert (spoken.model, len(server.requests)) == ("groq:openai/gpt-oss-120b", 2)
    assert args_of(spoken.message) == [("control_device", TARGETS)]


async def test_required_call_answered_with_words_keeps_the_words() -> None:
    forced = Prompt(ASKED.messages, ASKED.tools, must_call=True)
    spoken, server = await asked(groq.text("Which light do you mean?"), prompt=forced)
    assert spoken.message.text == "Which light do you mean?"
    assert server.requests[0]["tool_choice"] == "required"


@pytest.mark.parametrize(
    ("reply", "trouble"),
    [
        (groq.key_refused(401), Trouble.KEY_REFUSED),
        (groq.key_refused(403), Trouble.KEY_REFUSED),
        (groq.model_gone(), Trouble.MODEL_GONE),
        (groq.rate_limited("75"), Trouble.RATE_LIMITED),
        (groq.hang(), Trouble.TIMEOUT),
    ],
)
async def test_fatal_fault_falls_back_at_once(reply: Reply, trouble: Trouble) -> None:
    spoken, server = await asked(reply, groq.text("never asked"))
    assert (spoken.model, spoken.message.text, spoken.troubles) == ("offline", "offline words", (trouble,))
    assert len(server.requests) == 1


@pytest.mark.parametrize("header", [True, False])
async def test_short_rate_limit_is_waited_for(*, header: bool) -> None:
    spoken, server = await asked(groq.rate_limited("1.5", header=header), groq.text("here"))
    assert (spoken.message.text, spoken.model) == ("here", "groq:openai/gpt-oss-120b")
    assert len(server.requests) == 2


async def test_short_rate_limit_waits_as_long_as_it_says() -> None:
    clock, waits = FakeClock(), list[float]()
    async with (
        GroqServer(groq.rate_limited("2"), groq.text("here")).running() as server,
        asyncio.TaskGroup() as group,
    ):
        speaking = group.create_task(speak(brain_on(server), ASKED, Patience(clock, 5.0, waits.append)))
        for _ in range(100):
            await asyncio.sleep(0.01 if server.requests else 0.05)
            if server.requests:
                break
        await asyncio.sleep(0.2)
        assert len(server.requests) == 1
        assert waits == [2.0]
        await clock.advance(2.0)
        assert (await speaking).message.text == "here"


async def test_too_large_sheds_earlier_turns_and_asks_once_more() -> None:
    history = (SYSTEM, HumanMessage("first"), AIMessage("answer"), HumanMessage("turn on the kitchen light"))
    spoken, server = await asked(groq.too_large(), groq.text("ok"), prompt=Prompt(history, (TOOL,)))
    assert spoken.message.text == "ok"
    sizes = [len(m) for request in server.requests if isinstance(m := request["messages"], list)]
    assert sizes == [4, 2]
    assert "Names." not in str(server.requests[1])


async def test_too_large_twice_falls_back() -> None:
    spoken, server = await asked(groq.too_large(), groq.too_large())
    assert (spoken.model, len(server.requests)) == ("offline", 2)


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_server_error_is_tried_once_more(status: int) -> None:
    spoken, _server = await asked(groq.server_error(status), groq.text("back"))
    assert spoken.message.text == "back"
    again, server = await asked(groq.server_error(status), groq.server_error(status))
    assert (again.model, len(server.requests)) == ("offline", 2)


async def test_broken_stream_keeps_the_text() -> None:
    spoken, server = await asked(groq.broken("The kitchen light is a lamp that"))
    assert (spoken.message.text, spoken.broken) == ("The kitchen light is a lamp that", True)
    assert len(server.requests) == 1


async def test_broken_stream_with_a_call_runs_nothing_and_asks_again() -> None:
    half = groq.broken("", (("control_device", '{"targets": ["kit'),))
    half_call = Reply(text="Let", calls=(("control_device", '{"targets": []}'),), breaks=True)
    spoken, server = await asked(half_call, groq.call("control_device", TARGETS))
    assert args_of(spoken.message) == [("control_device", TARGETS)]
    assert len(server.requests) == 2
    assert half.breaks


async def test_no_server_falls_back() -> None:
    async with GroqServer().running() as server:
        brain = brain_on(server)
    spoken = await speak(brain, ASKED, Patience(FakeClock(hasty=True), 5.0))
    assert (spoken.model, spoken.troubles) == ("offline", (Trouble.UNREACHABLE,))


async def test_down_without_fallback_says_why() -> None:
    async with GroqServer(groq.rate_limited("75")).running() as server:
        with pytest.raises(ModelDown) as down:
            await speak(brain_on(server, fallback=False), ASKED, Patience(FakeClock(hasty=True), 5.0))
    assert (down.value.trouble, down.value.wait) == (Trouble.RATE_LIMITED, 75.0)


async def test_key_and_organisation_never_show(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with GroqServer(groq.key_refused()).running() as server:
        brain = brain_on(server, fallback=False)
        with pytest.raises(ModelDown) as down:
            await speak(brain, ASKED, Patience(FakeClock(hasty=True), 5.0))
    shown = f"{brain!r} {brain.model!r} {down.value!r} {down.value} {caplog.text}"
    assert groq.KEY not in shown
    assert "org_private" not in shown


async def test_bug_of_ours_is_not_taken_for_a_fault() -> None:
    model = ScriptedModel(lines=[TypeError("a bug")])
    with pytest.raises(TypeError):
        await speak(Brain("scripted", model, ScriptedModel()), ASKED, Patience(FakeClock(hasty=True), 5.0))

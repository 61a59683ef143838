"""The real ChatGroq against a Groq server on loopback in fair weather: words, calls, usage, what is sent."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolCall, ToolMessage

from assistant.models.fallback import ModelDown, speak
from assistant.models.provider import Brain, groq_chat
from assistant.models.request import Prompt
from assistant.models.tokens import Tokens
from assistant.models.trouble import Trouble
from tests.fakes import groq
from tests.fakes.groq import GroqServer, Reply
from tests.models.brains import (
    ASKED,
    GOOD_CALL,
    GROQ,
    SYSTEM,
    TARGETS,
    TOOL,
    args_of,
    asked,
    brain_on,
    patient,
)

both = pytest.mark.parametrize("streaming", [True, False], ids=["stream", "whole"])
COUNTED = Tokens(900, 20, 512)


@both
async def test_text_answer_with_usage_and_cache(*, streaming: bool) -> None:
    spoken, server = await asked(groq.text("Good evening, how can I help you today?"), streaming=streaming)
    assert spoken.message.text == "Good evening, how can I help you today?"
    assert (spoken.tokens, spoken.calls, spoken.troubles, spoken.broken) == (COUNTED, 1, (), False)
    request = server.requests[0]
    assert bool(request.get("stream")) is streaming
    assert (request["max_tokens"], request["reasoning_effort"]) == (1024, "low")
    assert (request["service_tier"], request["temperature"]) == ("on_demand", 1e-8)
    assert not {"tool_choice", "parallel_tool_calls", "reasoning_format"} & {
        key for key, value in request.items() if value is not None
    }


@both
async def test_tool_call_is_kept_whole(*, streaming: bool) -> None:
    spoken, _server = await asked(groq.call("control_device", TARGETS), streaming=streaming)
    assert args_of(spoken.message) == GOOD_CALL
    assert (spoken.calls, spoken.tokens) == (1, COUNTED)


@both
async def test_arguments_that_are_no_json_come_back_as_an_invalid_call(*, streaming: bool) -> None:
    spoken, server = await asked(groq.call("control_device", '{"targets": ["kit'), streaming=streaming)
    assert spoken.message.tool_calls == []
    assert [call["name"] for call in spoken.message.invalid_tool_calls] == ["control_device"]
    assert len(server.requests) == 1


@both
async def test_answer_that_reached_its_longest_length_is_marked_as_broken(*, streaming: bool) -> None:
    spoken, _server = await asked(Reply(text="Once upon a", finish="length"), streaming=streaming)
    assert (spoken.message.text, spoken.broken) == ("Once upon a", True)


@both
@pytest.mark.parametrize(
    "nothing", [groq.text(""), groq.text(" \n"), Reply(reasoning="Let me think.", finish="length")]
)
async def test_answer_without_words_or_calls_is_none(nothing: Reply, *, streaming: bool) -> None:
    spoken, server = await asked(nothing, groq.text("It is late."), streaming=streaming)
    assert (spoken.message.text, spoken.model, len(server.requests)) == ("It is late.", GROQ, 2)
    spoken, server = await asked(nothing, nothing, streaming=streaming)
    assert (spoken.message.text, spoken.troubles) == ("offline words", (Trouble.GARBLED,))
    assert len(server.requests) == 2
    assert spoken.tokens.input >= 2 * COUNTED.input


async def test_silence_after_a_result_is_an_answer() -> None:
    made = AIMessage("", tool_calls=[ToolCall(name="control_device", args=TARGETS, id="call_0")])
    told = Prompt((*ASKED.messages, made, ToolMessage("{}", tool_call_id="call_0")), (TOOL,))
    spoken, server = await asked(groq.text(""), prompt=told)
    assert (spoken.model, spoken.calls, len(server.requests)) == (GROQ, 1, 1)


@both
async def test_reasoning_is_never_sent_back(*, streaming: bool) -> None:
    first = Reply(calls=(("control_device", '{"targets": ["x"]}'),), reasoning="The user wants light.")
    async with GroqServer(first, groq.text("On.")).running() as server:
        brain = brain_on(server, streaming=streaming)
        spoken = await speak(brain, ASKED, patient())
        assert "The user wants light." in str(spoken.message.additional_kwargs)
        again = (*ASKED.messages, spoken.message, ToolMessage("{}", tool_call_id="call_0"))
        answer = await speak(brain, Prompt(again, (TOOL,)), patient())
    assert answer.message.text == "On."
    assert "The user wants light." not in str(server.requests[1])


async def test_reasoning_effort_only_for_the_family_that_knows_it() -> None:
    async with GroqServer(groq.text("Hi.")).running() as server:
        chat = groq_chat("qwen/qwen3.6-27b", groq.KEY, server.address, 0.5)
        spoken = await speak(Brain("groq:qwen/qwen3.6-27b", chat), ASKED, patient())
    assert spoken.message.text == "Hi."
    assert server.requests[0].get("reasoning_effort") is None


async def test_legal_history_with_an_answered_call_is_accepted() -> None:
    call = AIMessage("", tool_calls=[{"name": "control_device", "args": {}, "id": "c1", "type": "tool_call"}])
    answered = ToolMessage("{}", tool_call_id="c1")
    history = (SYSTEM, HumanMessage("turn it on"), call, answered, HumanMessage("thanks"))
    spoken, _server = await asked(groq.text("Welcome."), prompt=Prompt(history, (TOOL,)))
    assert spoken.message.text == "Welcome."


async def test_orphan_answer_is_refused_and_falls_back() -> None:
    orphan = Prompt((SYSTEM, HumanMessage("hi"), ToolMessage("{}", tool_call_id="c1")))
    async with GroqServer(groq.text("never")).running() as server:
        with pytest.raises(ModelDown) as down:
            await speak(brain_on(server, fallback=False), orphan, patient())
    assert down.value.trouble is Trouble.REFUSED


async def test_nudge_stands_at_the_end_and_the_prefix_stays() -> None:
    spoken, server = await asked(groq.failed_generation(None), groq.call("control_device", TARGETS))
    assert args_of(spoken.message) == GOOD_CALL
    first, second = (r["messages"] for r in server.requests)
    assert isinstance(first, list)
    assert isinstance(second, list)
    assert second[: len(first)] == first
    assert len(second) == len(first) + 1
    assert server.requests[0]["tools"] == server.requests[1]["tools"]

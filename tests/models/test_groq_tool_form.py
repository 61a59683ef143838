"""Calls that Groq refuses: read out of its refusal, asked for again, or given up with plain words."""

import pytest

from assistant.models.trouble import Trouble
from devices.model import Json
from tests.fakes import groq
from tests.fakes.groq import Reply
from tests.models.brains import FORCED, GOOD_CALL, GROQ, TARGETS, args_of, asked

both = pytest.mark.parametrize("streaming", [True, False], ids=["stream", "whole"])
where = pytest.mark.parametrize("late", [True, False], ids=["in-stream", "at-once"])
READABLE = {
    "gpt-oss": '{"name": "control_device", "arguments": {"targets": ["kitchen light"]}}',
    "gpt-oss-harmony": '{"name": "functions.control_device<|channel|>json", "arguments": {"targets": ["kitchen light"]}}',
    "llama-tag": '<function=control_device>{"targets": ["kitchen light"]}</function>',
    "llama-equals": '<function=control_device={"targets": ["kitchen light"]}</function>',
    "after-words": 'I will do that. <tool_call>{"name": "control_device", "arguments": {"targets": ["kitchen light"]}}</tool_call>',
}


def refused(generation: str | None, *, late: bool, said: str = "Let me see. ") -> Reply:
    reply = groq.failed_generation(generation)
    return reply.in_stream(said) if late else reply


@both
@where
@pytest.mark.parametrize("generation", READABLE.values(), ids=READABLE)
async def test_refused_call_is_read_without_another_request(
    generation: str, *, late: bool, streaming: bool
) -> None:
    spoken, server = await asked(refused(generation, late=late), streaming=streaming)
    assert args_of(spoken.message) == GOOD_CALL
    assert (len(server.requests), spoken.message.text, spoken.model) == (1, "", GROQ)
    assert spoken.tokens.guessed > 0
    assert spoken.tokens.input == 0


@both
@where
@pytest.mark.parametrize(
    "generation",
    [None, "I turned it on!", '{"name": "control_device", "arguments": {"targets": ["kit', "<function=x>{"],
    ids=["absent", "words", "half-json", "half-tag"],
)
async def test_unreadable_call_is_asked_for_twice_more_then_offline(
    generation: str | None, *, late: bool, streaming: bool
) -> None:
    bad = refused(generation, late=late)
    spoken, server = await asked(bad, bad, bad, streaming=streaming)
    assert (spoken.model, spoken.message.text) == ("offline", "offline words")
    assert spoken.troubles == (Trouble.TOOL_FORM,)
    assert len(server.requests) == 3
    assert spoken.tokens.guessed > 0


@both
async def test_unreadable_call_once_then_a_good_one(*, streaming: bool) -> None:
    again = groq.call("control_device", TARGETS)
    spoken, server = await asked(groq.failed_generation(None), again, streaming=streaming)
    assert (spoken.model, len(server.requests)) == (GROQ, 2)
    assert args_of(spoken.message) == GOOD_CALL
    assert spoken.tokens.input == 900
    assert spoken.tokens.guessed > 0


@both
@where
async def test_arguments_of_the_wrong_type_are_asked_for_again_with_the_reason(
    *, late: bool, streaming: bool
) -> None:
    wrong = groq.call("control_device", {"targets": "kitchen light"})
    good = groq.call("control_device", TARGETS)
    spoken, server = await asked(wrong, good, streaming=streaming, late=late)
    assert args_of(spoken.message) == GOOD_CALL
    assert "expected array, but got str" in str(server.requests[1]["messages"])


@both
@where
async def test_tool_that_was_not_offered_comes_back_as_a_call(*, late: bool, streaming: bool) -> None:
    spoken, server = await asked(groq.call("why", {"target": "hall lamp"}), streaming=streaming, late=late)
    assert args_of(spoken.message) == [("why", {"target": "hall lamp"})]
    assert len(server.requests) == 1


@both
async def test_tool_that_was_not_offered_is_named_even_without_its_text(*, streaming: bool) -> None:
    message = "tool call validation failed: attempted to call tool 'why' which was not in request.tools"
    spoken, _server = await asked(groq.failed_generation(None, message), streaming=streaming)
    assert args_of(spoken.message) == [("why", {})]


async def test_offered_tool_never_runs_by_its_name_alone() -> None:
    message = "attempted to call tool 'control_device' which was not in request.tools"
    spoken, server = await asked(groq.failed_generation(None, message), groq.call("control_device", TARGETS))
    assert args_of(spoken.message) == GOOD_CALL
    assert len(server.requests) == 2


@both
@where
async def test_required_call_answered_with_words_keeps_the_words(*, late: bool, streaming: bool) -> None:
    question = groq.text("Which light do you mean?")
    spoken, server = await asked(question, prompt=FORCED, streaming=streaming, late=late)
    assert spoken.message.text == "Which light do you mean?"
    assert (server.requests[0]["tool_choice"], spoken.calls) == ("required", 1)


async def test_required_call_that_is_half_json_is_no_answer() -> None:
    half = groq.failed_generation('{"name": "control_device", "arg')
    spoken, _server = await asked(half, groq.call("control_device", TARGETS), prompt=FORCED)
    assert args_of(spoken.message) == GOOD_CALL


@both
async def test_call_where_none_was_allowed_is_read_like_any(*, streaming: bool) -> None:
    generation = READABLE["gpt-oss"]
    message = "Tool choice is none, but model called a tool"
    spoken, _server = await asked(groq.failed_generation(generation, message), streaming=streaming)
    assert args_of(spoken.message) == GOOD_CALL


async def test_inner_call_of_a_cut_off_one_never_runs() -> None:
    rule: dict[str, Json] = {"name": "control_device", "arguments": {"targets": ["front door"]}}
    cut = f'{{"name": "create_automation", "arguments": {{"actions": [{str(rule).replace(chr(39), chr(34))}'
    spoken, server = await asked(*[groq.failed_generation(cut)] * 3)
    assert (spoken.model, len(server.requests)) == ("offline", 3)
    assert spoken.message.tool_calls == []


async def test_private_words_of_a_refusal_never_reach_the_model() -> None:
    message = "Failed to call a function in organization `org_private` with gsk_abc."
    _spoken, server = await asked(groq.failed_generation(None, message), groq.text("Sorry?"))
    assert "org_private" not in str(server.requests)
    assert "gsk_abc" not in str(server.requests)

"""The fake Groq server is as strict as the real one: a wrong request never gets an answer from it."""

import httpx
import pytest

from devices.model import Json
from tests.fakes import groq
from tests.fakes.groq import GroqServer
from tests.models.brains import TOOL

USER: dict[str, Json] = {"role": "user", "content": "hello"}
CALL: Json = {"id": "c1", "type": "function", "function": {"name": "control_device", "arguments": "{}"}}


async def posted(server: GroqServer, /, key: str = groq.KEY, **body: Json) -> httpx.Response:
    """One raw request."""
    asked = {"model": groq.MODEL, "messages": [USER], **body}
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:  # noqa: S501 - loopback, no TLS at all
        headers = {"Authorization": f"Bearer {key}"}
        return await client.post(f"{server.address}{groq.PATH}", json=asked, headers=headers)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (
            {"messages": [{**USER, "reasoning_content": "x"}]},
            400,
            "property 'reasoning_content' is unsupported",
        ),
        (
            {"messages": [{"role": "assistant", "content": "", "tool_calls": [CALL]}]},
            400,
            "must be followed by",
        ),
        (
            {"messages": [USER, {"role": "tool", "tool_call_id": "c1", "content": ""}]},
            400,
            "preceding message",
        ),
        ({"messages": []}, 400, "minimum number of items"),
        ({"tools": [TOOL], "tool_choice": None}, 400, "Only allowed string values"),
        ({"tools": [TOOL], "tool_choice": "any"}, 400, "Only allowed string values"),
        ({"tool_choice": "none"}, 400, "only allowed when 'tools'"),
        (
            {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "x"}}},
            400,
            "names a tool",
        ),
        (
            {"tools": [{"function": {"name": "x", "parameters": {"type": "strin"}}}]},
            400,
            "invalid JSON schema",
        ),
        ({"reasoning_effort": "none"}, 400, "reasoning_effort"),
        ({"reasoning_format": "parsed"}, 400, "reasoning_format"),
        ({"cache_control": "x"}, 400, "property 'cache_control' is unsupported"),
        ({"model": "llama-3.3-70b-versatile"}, 400, "decommissioned"),
        ({"model": "gpt-5"}, 404, "does not exist"),
        ({"max_tokens": 32_000}, 413, "Request too large"),
    ],
)
async def test_wrong_request_is_refused(body: dict[str, Json], status: int, said: str) -> None:
    async with GroqServer(groq.text("never"), tpm=8000).running() as server:
        answer = await posted(server, groq.KEY, **body)
    assert (answer.status_code, said in answer.text) == (status, True), answer.text


@pytest.mark.parametrize(
    ("reply", "choice", "said"),
    [
        (groq.call("control_device", {"targets": "x"}), "auto", "did not match schema: errors: [`/targets`"),
        (groq.call("unlock", {}), "auto", "attempted to call tool 'unlock'"),
        (groq.call("control_device", {}), "none", "Tool choice is none"),
        (groq.text("hello"), "required", "Tool choice is required"),
    ],
)
async def test_answer_that_the_request_does_not_allow_is_refused(
    reply: groq.Reply, choice: str, said: str
) -> None:
    for late in (False, True):
        async with GroqServer(reply, reply, late=late).running() as server:
            whole = await posted(server, tools=[TOOL], tool_choice=choice)
            streamed = await posted(server, tools=[TOOL], tool_choice=choice, stream=True)
        assert (whole.status_code, said in whole.text) == (400, True)
        assert (streamed.status_code, said in streamed.text) == (200 if late else 400, True)
        assert ("event: error" in streamed.text) is late


async def test_every_answer_tells_what_is_left_and_only_a_limit_when_to_come_back() -> None:
    async with GroqServer(groq.text("hi"), groq.rate_limited("7")).running() as server:
        fine, limited = await posted(server), await posted(server)
    assert fine.headers["x-ratelimit-remaining-tokens"] == "7000"
    assert "retry-after" not in fine.headers
    assert (limited.status_code, limited.headers["retry-after"]) == (429, "7")


async def test_wrong_key_and_wrong_path_are_refused() -> None:
    async with GroqServer().running() as server:
        assert (await posted(server, key="gsk_other")).status_code == 401
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:  # noqa: S501 - as above
            assert (await client.post(f"{server.address}/v1/chat/completions", json={})).status_code == 404

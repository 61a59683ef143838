"""A Groq server on loopback: scripted answers and every fault it is known for, with its own strictness.

What a request may hold, and what its answer may, is judged as Groq does it: a scripted call that does not fit
the offered tools becomes the refusal that Groq makes of it, before the stream or, with `late`, inside it.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from devices.model import Json
from tests.fakes.model import IllegalHistoryError, Spoke, check_history

KEY = "gsk_secret_of_the_test"
PATH = "/openai/v1/chat/completions"
MODEL = "openai/gpt-oss-120b"
MODELS = {MODEL, "openai/gpt-oss-20b", "qwen/qwen3.6-27b"}
DECOMMISSIONED = {"llama-3.3-70b-versatile", "llama-3.1-8b-instant", "qwen/qwen3-32b"}
ROLES = {
    "system": {"role", "content", "name"},
    "user": {"role", "content", "name"},
    "assistant": {"role", "content", "name", "tool_calls"},
    "tool": {"role", "content", "tool_call_id", "name"},
}
KEYS = {"messages", "model", "temperature", "max_tokens", "max_completion_tokens", "n", "stop", "stream"}
KEYS |= {
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "top_p",
    "seed",
    "user",
    "service_tier",
    "response_format",
}
KEYS |= {"reasoning_effort", "reasoning_format", "include_reasoning"}
EFFORTS = {"openai": {"low", "medium", "high"}, "qwen": {"none", "default"}}
USAGE: Json = {
    "prompt_tokens": 900,
    "completion_tokens": 20,
    "total_tokens": 920,
    "prompt_tokens_details": {"cached_tokens": 512},
}


@dataclass(frozen=True)
class Reply:
    """One scripted answer.

    `breaks` closes the connection after the deltas, `stalls` says nothing more after them; `late` puts an error
    behind them as an `event: error`; `hangs` answers nothing until the client leaves; `raw` is sent as it is.
    """

    status: int = 200
    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    error: dict[str, Json] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
    finish: str = ""
    reasoning: str = ""
    raw: bytes | None = None
    breaks: bool = False
    stalls: bool = False
    late: bool = False
    hangs: bool = False

    def in_stream(self, said: str = "") -> "Reply":
        """The same refusal, inside a stream that began well."""
        return replace(
            self, status=200, text=said, late=True, error={**self.error, "status_code": self.status}
        )


def text(said: str) -> Reply:
    return Reply(text=said)


def call(name: str, arguments: dict[str, Json] | str) -> Reply:
    told = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return Reply(calls=((name, told),))


def refusal(status: int, message: str, code: str = "", kind: str = "invalid_request_error") -> Reply:
    error: dict[str, Json] = {"message": message, "type": kind}
    return Reply(status=status, error={**error, "code": code} if code else error)


def failed_generation(generation: str | None, message: str = "Failed to call a function.") -> Reply:
    reply = refusal(400, message, "tool_use_failed")
    if generation is None:
        return reply
    return replace(reply, error={**reply.error, "failed_generation": generation})


def late_failed_generation(said: str, generation: str) -> Reply:
    return failed_generation(generation).in_stream(said)


def rate_limited(seconds: str, *, header: bool = True, limit: str = "tokens per minute (TPM)") -> Reply:
    message = (
        f"Rate limit reached for model `m` in organization `org_private` service tier `on_demand` on {limit}: "
        f"Limit 8000, Used 7800, Requested 700. Please try again in {seconds}s."
    )
    reply = refusal(429, message, "rate_limit_exceeded", limit.partition(" ")[0])
    return replace(reply, headers=(("retry-after", seconds),) if header else ())


def too_large() -> Reply:
    message = "Request too large for model `m` in organization `org_private`: Limit 8000, Requested 12328"
    return refusal(413, message, "rate_limit_exceeded", "tokens")


def model_gone() -> Reply:
    return refusal(404, "The model `m` does not exist or you do not have access to it.", "model_not_found")


def decommissioned() -> Reply:
    return refusal(
        400, "The model `m` has been decommissioned and is no longer supported.", "model_decommissioned"
    )


def key_refused(status: int = 401) -> Reply:
    return refusal(status, "Invalid API Key", "invalid_api_key")


def server_error(status: int = 500) -> Reply:
    return refusal(status, "Internal Server Error", kind="internal_server_error")


def no_capacity() -> Reply:
    return refusal(498, "The flex tier has no capacity in organization `org_private`.", "capacity_exceeded")


def hang() -> Reply:
    return Reply(hangs=True)


def broken(said: str, calls: tuple[tuple[str, str], ...] = ()) -> Reply:
    return Reply(text=said, calls=calls, breaks=True)


def stalled(said: str = "") -> Reply:
    return Reply(text=said, stalls=True)


def garbage(body: bytes = b"<html>Bad gateway</html>") -> Reply:
    return Reply(raw=body)


FAULTS: Mapping[str, Callable[[], Reply]] = {
    "400_refused": lambda: refusal(400, "property 'x' is unsupported"),
    "400_decommissioned": decommissioned,
    "401_key": key_refused,
    "403_key": lambda: key_refused(403),
    "404_model": model_gone,
    "413_too_large": too_large,
    "429_long": lambda: rate_limited("75"),
    "429_day": lambda: rate_limited("4325", limit="tokens per day (TPD)"),
    "429_untimed": lambda: refusal(429, "Rate limit reached", "rate_limit_exceeded"),
    "498_capacity": no_capacity,
    "500_server": server_error,
    "503_html": lambda: Reply(status=503, raw=b"<html>Service unavailable</html>"),
    "hang": hang,
    "stalled": stalled,
    "stalled_call": lambda: Reply(calls=(("control_device", "{}"),), stalls=True),
    "broken": lambda: broken(""),
    "broken_call": lambda: broken("", (("control_device", "{}"),)),
    "garbage": garbage,
    "garbage_in_stream": lambda: garbage(b"data: {not json\n\n"),
    "tool_absent": lambda: failed_generation(None),
    "tool_plain_text": lambda: failed_generation("I would rather talk about it."),
    "tool_half_json": lambda: failed_generation('{"name": "control_device", "arguments": {"targets": ["kit'),
    "tool_half_tag": lambda: failed_generation('<function=control_device>{"targets": ["kit'),
    "tool_arguments_no_json": lambda: failed_generation(None, "Failed to parse tool call arguments as JSON"),
    "tool_late": lambda: failed_generation(None).in_stream("Let me see. "),
    "429_late": lambda: rate_limited("75").in_stream(),
    "500_late": lambda: server_error().in_stream("Let me"),
}
"""Every fault by name, each made anew; all but those that a repetition cures also fail when asked again."""


class GroqServer:
    """Answers the scripted replies in order, the last one for ever with `lasting`; keeps what it was asked."""

    def __init__(
        self, *replies: Reply, late: bool = False, tpm: int = 250_000, lasting: bool = False
    ) -> None:
        self._replies, self._late, self._tpm, self._lasting = list(replies), late, tpm, lasting
        self.silent = any(reply.hangs or reply.stalls for reply in replies)
        self.requests: list[dict[str, Json]] = []
        self.address = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator["GroqServer"]:
        """Listen on a free loopback port until the block ends."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()[:2]
        self.address = f"http://{host}:{port}"
        try:
            yield self
        finally:
            server.close()
            await asyncio.wait_for(server.wait_closed(), 5)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            headers = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
            body = json.loads(await reader.readexactly(int(headers["content-length"])))
            reply = self._reply(head.split()[1], headers, body)
            if not reply.hangs:
                await _answer(reply, writer, stream=bool(body.get("stream")))
            if reply.hangs or reply.stalls:
                await reader.read()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _reply(self, path: str, headers: Mapping[str, str], body: dict[str, Json]) -> Reply:
        self.requests.append(body)
        if path != PATH:
            return refusal(404, f"Unknown request URL: {path}", "unknown_url")
        if headers.get("authorization") != f"bearer {KEY}".lower():
            return key_refused()
        if (refused := _refused(body, self._tpm)) is not None:
            return refused
        place = len(self.requests) - 1
        if place >= len(self._replies) and not self._lasting:
            return Reply(status=418, error={"message": "asked more often than the script says"})
        scripted = self._replies[min(place, len(self._replies) - 1)]
        judged = _judged(scripted, body)
        wrong = judged is not scripted
        return judged.in_stream(scripted.text) if wrong and self._late and body.get("stream") else judged


def _refused(body: dict[str, Json], tpm: int) -> Reply | None:
    """What Groq says to a request before any model works on it; None when it is right."""
    model = str(body.get("model"))
    if model in DECOMMISSIONED:
        return decommissioned()
    if model not in MODELS:
        return model_gone()
    wrong = next(_wrong(body, model.partition("/")[0]), None)
    if wrong is not None:
        return refusal(400, wrong)
    allowance = body.get("max_tokens") or body.get("max_completion_tokens") or 1024
    needed = len(json.dumps([body.get("messages"), body.get("tools")])) // 4
    return too_large() if isinstance(allowance, int) and needed + allowance > tpm else None


def _wrong(body: dict[str, Json], family: str) -> Iterator[str]:
    """What is wrong with a request, in Groq's words."""
    yield from (f"property '{key}' is unsupported" for key in sorted(body.keys() - KEYS))
    if (effort := body.get("reasoning_effort")) is not None and effort not in EFFORTS[family]:
        yield f"`reasoning_effort` must be one of {sorted(EFFORTS[family])}"
    if body.get("reasoning_format") is not None and family == "openai":
        yield "reasoning_format is not supported with this model"
    yield from _wrong_tools(body)
    yield from _wrong_messages(body.get("messages"))


def _wrong_tools(body: dict[str, Json]) -> Iterator[str]:
    choice, schemas = body.get("tool_choice", "auto"), _schemas(body)
    if choice is None or (isinstance(choice, str) and choice not in ("none", "auto", "required")):
        yield "Only allowed string values for 'tool_choice' are none, auto, and required"
    if "tool_choice" in body and not schemas:
        yield "'tool_choice' is only allowed when 'tools' are specified"
    if isinstance(choice, dict) and _name(choice) not in schemas:
        yield "tool_choice names a tool that is not in request.tools"
    for name, schema in schemas.items():
        try:
            Draft202012Validator.check_schema(schema if isinstance(schema, dict) else {"type": schema})
        except SchemaError as error:
            yield f"invalid JSON schema for tool {name}: {error.message}"


def _wrong_messages(messages: Json) -> Iterator[str]:
    spoken: list[Spoke] = []
    for message in messages if isinstance(messages, list) else ():
        if not isinstance(message, dict):
            yield "messages must be objects"
            return
        role = str(message.get("role"))
        yield from (
            f"property '{key}' is unsupported" for key in sorted(message.keys() - ROLES.get(role, set()))
        )
        made = message.get("tool_calls")
        ids = tuple(str(c.get("id")) for c in made if isinstance(c, dict)) if isinstance(made, list) else ()
        spoken.append(Spoke(role, ids, str(message.get("tool_call_id") or "")))
    if not spoken:
        yield "'messages' : minimum number of items is 1"
    try:
        check_history(spoken)
    except IllegalHistoryError as error:
        yield str(error)


def _judged(reply: Reply, body: dict[str, Json]) -> Reply:
    """A scripted answer that the request does not allow becomes the error that Groq makes of it."""
    schemas, choice = _schemas(body), body.get("tool_choice", "auto")
    # what is cut off is never judged: it did not come to its end
    if (
        reply.status != 200
        or reply.breaks
        or reply.stalls
        or reply.late
        or reply.raw is not None
        or reply.hangs
    ):
        return reply
    if choice not in ("auto", "none") and not reply.calls:
        return failed_generation(reply.text, "Tool choice is required, but model did not call a tool")
    for name, arguments in reply.calls:
        told = _told(name, arguments)
        if choice == "none":
            return failed_generation(told, "Tool choice is none, but model called a tool")
        if name not in schemas or (isinstance(choice, dict) and _name(choice) != name):
            unoffered = f"attempted to call tool '{name}' which was not in request.tools"
            return failed_generation(told, f"tool call validation failed: {unoffered}")
        if (misfit := _misfit(schemas[name], arguments)) is not None:
            message = f"tool call validation failed: parameters for tool {name} did not match schema: errors: {misfit}"
            return failed_generation(None, message)
    return reply


def _misfit(schema: Json, arguments: str) -> str | None:
    """What does not fit; arguments that are no JSON are passed on, as Groq does now and then."""
    try:
        given = json.loads(arguments)
    except ValueError:
        return None
    found = [
        f"`/{'/'.join(map(str, e.absolute_path))}`: expected {e.validator_value}, but got {type(e.instance).__name__}"
        for e in Draft202012Validator(schema if isinstance(schema, dict) else {}).iter_errors(given)
    ]
    return f"[{', '.join(found)}]" if found else None


def _told(name: str, arguments: str) -> str:
    return f'{{"name": "{name}", "arguments": {arguments}}}'


def _schemas(body: dict[str, Json]) -> dict[str, Json]:
    tools = body.get("tools")
    functions = (
        [tool.get("function") for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    )
    return {str(f.get("name")): f.get("parameters", {}) for f in functions if isinstance(f, dict)}


def _name(choice: dict[str, Json]) -> str:
    function = choice.get("function")
    return str(function.get("name")) if isinstance(function, dict) else ""


async def _answer(reply: Reply, writer: asyncio.StreamWriter, *, stream: bool) -> None:
    if reply.raw is not None:
        kind = "text/event-stream" if reply.raw.startswith(b"data") else "text/html"
        writer.write(_head(reply.status, kind, reply.headers, len(reply.raw)) + reply.raw)
    elif reply.status != 200 or (reply.late and not stream):
        status = reply.error.get("status_code", reply.status)
        payload = json.dumps({"error": reply.error}).encode()
        writer.write(_head(int(str(status)), "application/json", reply.headers, len(payload)) + payload)
    elif stream:
        await _stream(reply, writer)
    else:
        payload = json.dumps(_whole(reply)).encode()
        # without a stream, an answer that breaks off or stalls lacks its last byte
        cut = payload[:-1] if reply.breaks or reply.stalls else payload
        writer.write(_head(200, "application/json", reply.headers, len(payload)) + cut)
    await writer.drain()


def _head(status: int, kind: str, headers: tuple[tuple[str, str], ...], length: int | None) -> bytes:
    sized = (("content-length", str(length)),) if length is not None else (("transfer-encoding", "chunked"),)
    left = tuple(
        (f"x-ratelimit-{what}-{kind}", value)
        for kind in ("requests", "tokens")
        for what, value in (("limit", "8000"), ("remaining", "7000"), ("reset", "7.66s"))
    )
    lines = [f"HTTP/1.1 {status} Scripted", f"content-type: {kind}", "connection: close"]
    return "\r\n".join([*lines, *(f"{k}: {v}" for k, v in (*left, *headers, *sized)), "", ""]).encode()


def _tool_calls(reply: Reply) -> list[Json]:
    return [
        {
            "index": i,
            "id": f"call_{i}",
            "type": "function",
            "function": {"name": name, "arguments": arguments},
        }
        for i, (name, arguments) in enumerate(reply.calls)
    ]


def _finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _whole(reply: Reply) -> Json:
    message: dict[str, Json] = {"role": "assistant", "content": reply.text or None}
    if reply.reasoning:
        message["reasoning"] = reply.reasoning
    if reply.calls:
        message["tool_calls"] = _tool_calls(reply)
    choice: Json = {"index": 0, "message": message, "finish_reason": _finish(reply)}
    head: dict[str, Json] = {"id": "c1", "object": "chat.completion", "created": 1, "model": MODEL}
    return {**head, "choices": [choice], "usage": USAGE}


async def _stream(reply: Reply, writer: asyncio.StreamWriter) -> None:
    writer.write(_head(200, "text/event-stream", reply.headers, None))
    deltas: list[Json] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning": reply.reasoning}] if reply.reasoning else []
    deltas += [{"content": reply.text[i : i + 8]} for i in range(0, len(reply.text), 8)]
    deltas += [{"tool_calls": _tool_calls(reply)}] if reply.calls else []
    for delta in deltas:
        _event(writer, _chunk(delta))
        await writer.drain()
    if reply.breaks or reply.stalls:
        return
    if reply.late:
        _chunked(writer, b"event: error\ndata: " + json.dumps({"error": reply.error}).encode() + b"\n\n")
    else:
        _event(writer, {**_chunk({}, _finish(reply)), "x_groq": {"id": "r1", "usage": USAGE}})
        _chunked(writer, b"data: [DONE]\n\n")
    writer.write(b"0\r\n\r\n")


def _chunk(delta: Json, finish: str | None = None) -> dict[str, Json]:
    choice: Json = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": [choice]}


def _event(writer: asyncio.StreamWriter, value: Json) -> None:
    _chunked(writer, b"data: " + json.dumps(value).encode() + b"\n\n")


def _chunked(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

"""A Groq server on loopback: scripted answers and every fault it is known for, with its own strictness."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from devices.model import Json
from tests.fakes.model import IllegalHistoryError, Spoke, check_history

KEY = "gsk_secret_of_the_test"
PATH = "/openai/v1/chat/completions"
ROLES = {
    "system": {"role", "content", "name"},
    "user": {"role", "content", "name"},
    "assistant": {"role", "content", "name", "tool_calls"},
    "tool": {"role", "content", "tool_call_id", "name"},
}


@dataclass(frozen=True)
class Reply:
    """One scripted answer.

    `breaks` closes the connection after the deltas; `late_error` follows them as an `event: error`;
    `hangs` answers nothing until the client leaves.
    """

    status: int = 200
    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    error: dict[str, Json] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
    breaks: bool = False
    late_error: bool = False
    hangs: bool = False


def text(said: str) -> Reply:
    return Reply(text=said)


def call(name: str, arguments: dict[str, Json] | str) -> Reply:
    told = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return Reply(calls=((name, told),))


def failed_generation(generation: str | None, message: str = "Failed to call a function.") -> Reply:
    error: dict[str, Json] = {"message": message, "type": "invalid_request_error", "code": "tool_use_failed"}
    if generation is not None:
        error["failed_generation"] = generation
    return Reply(status=400, error=error)


def late_failed_generation(said: str, generation: str) -> Reply:
    error = {**failed_generation(generation).error, "status_code": 400}
    return Reply(text=said, late_error=True, error=error)


def rate_limited(seconds: str, *, header: bool = True) -> Reply:
    message = (
        "Rate limit reached for model `m` in organization `org_private` service tier `on_demand` on tokens per minute "
        f"(TPM): Limit 8000, Used 7800, Requested 700. Please try again in {seconds}s."
    )
    error: dict[str, Json] = {"message": message, "type": "tokens", "code": "rate_limit_exceeded"}
    return Reply(status=429, error=error, headers=(("retry-after", seconds),) if header else ())


def too_large() -> Reply:
    message = "Request too large for model `m` in organization `org_private`: Limit 8000, Requested 12328"
    return Reply(status=413, error={"message": message, "type": "tokens", "code": "rate_limit_exceeded"})


def model_gone() -> Reply:
    message = "The model `m` does not exist or you do not have access to it."
    return Reply(status=404, error={"message": message, "code": "model_not_found"})


def key_refused(status: int = 401) -> Reply:
    return Reply(status=status, error={"message": "Invalid API Key", "code": "invalid_api_key"})


def server_error(status: int = 500) -> Reply:
    return Reply(status=status, error={"message": "Internal Server Error", "type": "internal_server_error"})


def hang() -> Reply:
    return Reply(hangs=True)


def broken(said: str, calls: tuple[tuple[str, str], ...] = ()) -> Reply:
    return Reply(text=said, calls=calls, breaks=True)


class GroqServer:
    """Answers the scripted replies in order; keeps what it was asked."""

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)
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
            await self._answer(head.split()[1], headers, body, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _answer(
        self,
        path: str,
        headers: dict[str, str],
        body: dict[str, Json],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        reply = self._reply(path, headers, body)
        if reply.hangs:
            await reader.read()
        elif reply.status != 200:
            payload = json.dumps({"error": reply.error}).encode()
            writer.write(_head(reply.status, "application/json", reply.headers, len(payload)) + payload)
        elif body.get("stream"):
            await _stream(reply, writer)
        else:
            payload = json.dumps(_whole(reply)).encode()
            writer.write(_head(200, "application/json", (), len(payload)) + payload)
        await writer.drain()

    def _reply(self, path: str, headers: dict[str, str], body: dict[str, Json]) -> Reply:
        self.requests.append(body)
        if path != PATH:
            return Reply(status=404, error={"message": f"Unknown request URL: {path}", "code": "unknown_url"})
        if headers.get("authorization") != f"bearer {KEY}".lower():
            return key_refused()
        if (refused := _illegal(body)) is not None:
            return Reply(status=400, error={"message": refused, "type": "invalid_request_error"})
        if len(self.requests) > len(self._replies):
            return Reply(status=418, error={"message": "asked more often than the script says"})
        reply = self._replies[len(self.requests) - 1]
        return _validated(reply, body)


def _illegal(body: dict[str, Json]) -> str | None:
    """What Groq refuses in a request: unknown keys, an orphan, an unanswered call, a choice without tools."""
    messages = body.get("messages")
    spoken: list[Spoke] = []
    for message in messages if isinstance(messages, list) else ():
        if not isinstance(message, dict):
            return "messages must be objects"
        role = str(message.get("role"))
        unknown = set(message) - ROLES.get(role, set())
        if unknown:
            return f"property '{unknown.pop()}' is unsupported"
        made = message.get("tool_calls")
        ids = tuple(str(c.get("id")) for c in made if isinstance(c, dict)) if isinstance(made, list) else ()
        spoken.append(Spoke(role, ids, str(message.get("tool_call_id") or "")))
    if body.get("tool_choice") and not body.get("tools"):
        return "'tool_choice' is only allowed when 'tools' are specified"
    try:
        check_history(spoken)
    except IllegalHistoryError as error:
        return str(error)
    return None


def _validated(reply: Reply, body: dict[str, Json]) -> Reply:
    """A scripted call that the request does not allow becomes the error that Groq makes of it."""
    tools = body.get("tools")
    offered = {_name(tool) for tool in tools} if isinstance(tools, list) else set()
    for name, arguments in reply.calls:
        if name not in offered:
            generation = json.dumps({"name": name, "arguments": json.loads(arguments)})
            message = (
                f"tool call validation failed: attempted to call tool '{name}' which was not in request.tools"
            )
            return failed_generation(generation, message)
    if body.get("tool_choice") == "required" and not reply.calls and reply.status == 200:
        return failed_generation(reply.text, "Tool choice is required, but model did not call a tool")
    return reply


def _name(tool: Json) -> str:
    function = tool.get("function") if isinstance(tool, dict) else None
    return str(function.get("name")) if isinstance(function, dict) else ""


def _head(status: int, kind: str, headers: tuple[tuple[str, str], ...], length: int | None) -> bytes:
    sized = (("content-length", str(length)),) if length is not None else (("transfer-encoding", "chunked"),)
    lines = [f"HTTP/1.1 {status} Scripted", f"content-type: {kind}", "connection: close"]
    return "\r\n".join([*lines, *(f"{k}: {v}" for k, v in (*headers, *sized)), "", ""]).encode()


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


_USAGE: Json = {
    "prompt_tokens": 900,
    "completion_tokens": 20,
    "total_tokens": 920,
    "prompt_tokens_details": {"cached_tokens": 512},
}


def _whole(reply: Reply) -> Json:
    message: dict[str, Json] = {"role": "assistant", "content": reply.text or None}
    if reply.calls:
        message["tool_calls"] = _tool_calls(reply)
    choice: Json = {"index": 0, "message": message, "finish_reason": "tool_calls" if reply.calls else "stop"}
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": _USAGE,
    }


async def _stream(reply: Reply, writer: asyncio.StreamWriter) -> None:
    writer.write(_head(200, "text/event-stream", (), None))
    pieces = [reply.text[i : i + 8] for i in range(0, len(reply.text), 8)]
    deltas: list[Json] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": piece} for piece in pieces]
    if reply.calls:
        deltas.append({"tool_calls": _tool_calls(reply)})
    for delta in deltas:
        _event(writer, _chunk(delta))
        await writer.drain()
    if reply.breaks:
        return
    if reply.late_error:
        _chunked(writer, b"event: error\ndata: " + json.dumps({"error": reply.error}).encode() + b"\n\n")
    else:
        last = {
            **_chunk({}, "tool_calls" if reply.calls else "stop"),
            "x_groq": {"id": "r1", "usage": _USAGE},
        }
        _event(writer, last)
        _chunked(writer, b"data: [DONE]\n\n")
    writer.write(b"0\r\n\r\n")


def _chunk(delta: Json, finish: str | None = None) -> dict[str, Json]:
    choice: Json = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}


def _event(writer: asyncio.StreamWriter, value: Json) -> None:
    _chunked(writer, b"data: " + json.dumps(value).encode() + b"\n\n")


def _chunked(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

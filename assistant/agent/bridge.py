"""Between Hearth's tools and LangChain's: schemas for the model, and the two channels of an answer.

The only module, with graph.py, in which untyped dictionaries may appear.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from langchain_core.messages import ToolMessage
from langchain_core.tools import StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.prebuilt import ToolRuntime

from assistant.agent.context.weight import bounded, clipped
from assistant.agent.judge import mask
from assistant.agent.scene import Scene
from assistant.agent.state import State
from assistant.models.request import ToolSchema
from devices.model import Json
from tools.meaning.ranking import index_of
from tools.outcome import Ending, ToolResult
from tools.tool import Tool

MORE_STEPS = "more_steps"
TOOL_TOKENS, BOUND_TOKENS = 1250, 1600
"""What the tools offered from the start, and all that are bound later, may weigh."""
_BYTES_A_TOKEN = 4
"""Schemas are plain English JSON, of which a token takes about four bytes."""
DATA_TOKENS, _ERROR_TOKENS = 1500, 200
"""What the data and the error of one answer may weigh."""
_MORE_HELP = "true: another call must follow"


class Toolbox:
    """The tools of one session, ready for the model; their order never changes."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self.structured = tuple(structured(tool) for tool in self._tools.values())
        self._schemas: dict[str, ToolSchema] = {t.name: shown(t) for t in self.structured}
        self._weights = {n: len(json.dumps(s)) // _BYTES_A_TOKEN for n, s in self._schemas.items()}
        self.index = index_of(tuple(self._tools.values()))

    def find(self, name: str) -> Tool | None:
        """The tool of this name."""
        return self._tools.get(name)

    def within(self, names: Iterable[str], most: int = TOOL_TOKENS) -> list[str]:
        """As many of these as may be bound at once, from the first on; the first one always."""
        kept: list[str] = []
        for name in names:
            weight = self._weights.get(name, 0)
            if weight <= most or not kept:
                kept.append(name)
                most -= weight
        return kept

    def offered(self, names: Sequence[str], before: Sequence[str] = ()) -> list[str]:
        """As many as may be offered at first, the first ones rather, in the order of the toolbox.

        What acts goes before what only looks. Those of the turn `before` keep their places.
        """
        acting = sorted(names, key=lambda name: not self._writes(name))
        kept = frozenset(self.within(acting))
        stayed = [name for name in before if name in kept]
        return [*stayed, *(name for name in self._tools if name in kept and name not in stayed)]

    def _writes(self, name: str) -> bool:
        tool = self._tools.get(name)
        return tool is not None and tool.writes

    def bound(self, offered: Sequence[str], loaded: Sequence[str]) -> list[str]:
        """What was offered, then what was found since, in that order; of too many finds the oldest go."""
        taken = sum(self._weights.get(name, 0) for name in offered)
        new = [name for name in dict.fromkeys(loaded) if name not in offered]
        kept = frozenset(self.within(reversed(new), BOUND_TOKENS - taken))
        return [*offered, *(name for name in new if name in kept)]

    def unbound(self, names: Iterable[str]) -> int:
        """Tokens that the tools weigh which are not among these."""
        return sum(self._weights.values()) - sum(self._weights.get(name, 0) for name in names)

    def schemas(self, names: Iterable[str]) -> tuple[ToolSchema, ...]:
        """What the model is shown of these tools, in the order given."""
        return tuple(self._schemas[name] for name in names if name in self._schemas)


@lru_cache(maxsize=4)
def toolbox_of(tools: tuple[Tool, ...]) -> Toolbox:
    """The toolbox of these tools, kept for the next conversation with the same."""
    return Toolbox(tools)


class _Direct(StructuredTool):
    """Calls what it was given as it stands; LangChain's own looks through type hints at every call."""

    async def _arun(self, *args: object, **kwargs: object) -> object:
        return await self.coroutine(*args, **kwargs) if self.coroutine is not None else None


@lru_cache(maxsize=256)
def structured(tool: Tool) -> StructuredTool:
    """A Hearth tool as LangChain has them; tools whose result may stop also offer `more_steps`."""

    async def call(runtime: ToolRuntime[Scene, State], **arguments: object) -> tuple[str, dict[str, Any]]:
        scene, call_id = runtime.context, runtime.tool_call_id or ""
        # more_steps is for the decision to stop alone
        own = {name: value for name, value in arguments.items() if name in tool.arguments.model_fields}
        # before anything is built of it: no model, relay, trace or stop decision ever sees a secret
        result = mask.result(await tool.run(tool.arguments.model_validate(own), scene.context(call_id)))
        scene.ledger.answers[call_id] = result
        return content(result), artifact(tool, result)

    return _Direct(
        name=tool.name,
        description=tool.description,
        args_schema=_offered(tool),
        coroutine=call,
        response_format="content_and_artifact",
    )


def shown(tool: StructuredTool) -> ToolSchema:
    """What the model is shown of a tool; what says nothing (titles, nulls, defaults) costs no tokens."""
    schema = convert_to_openai_tool(tool)
    parameters = schema["function"]["parameters"]
    parameters["properties"] = {name: _slim(value) for name, value in parameters["properties"].items()}
    return schema


def answer(call_id: str, name: str, tool: Tool | None, result: ToolResult) -> ToolMessage:
    """The one message that answers a call."""
    result = mask.result(result)
    return ToolMessage(
        content=content(result),
        name=name,
        tool_call_id=call_id,
        artifact=artifact(tool, result),
        status="success" if result.ending is Ending.COMPLETED else "error",
    )


def content(result: ToolResult) -> str:
    """The channel that the model reads; never a control word of the app."""
    told = {
        "success": result.ending is Ending.COMPLETED,
        "data": bounded(result.data, DATA_TOKENS),
        "error": clipped(result.error, _ERROR_TOKENS) or None,
        "text": result.text,
    }
    return json.dumps(told, ensure_ascii=False)


def artifact(tool: Tool | None, result: ToolResult) -> dict[str, Json]:
    """The channel that only the app reads: small plain JSON."""
    changes = [
        {"device": o.command.entity_id, "from": o.before, "to": o.after, "status": o.status}
        for o in result.outcomes
    ]
    charted = result.chart and {
        "entities": result.chart.entities,
        "start": result.chart.start.isoformat(),
        "end": result.chart.end.isoformat(),
    }
    kept = {
        "outcome": result.ending,
        "stop": result.stop,
        "reason": result.reason,
        "changes": changes,
        "load": result.load,
        "progress": None,
        "chart": charted,
        "writes": tool is not None and tool.writes,
    }
    return plain(kept)


def plain(value: Mapping[str, object]) -> dict[str, Json]:
    """The same as mere JSON: a checkpoint keeps no enum and no tuple."""
    copied: dict[str, Json] = json.loads(json.dumps(value, ensure_ascii=False))
    return copied


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in schema.items() if key not in ("title", "default", "anyOf")}
    offered = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(offered) == 1:
        return {**_slim(offered[0]), **kept}
    return {**kept, "anyOf": offered} if offered else kept


def _offered(tool: Tool) -> dict[str, Any]:
    """The arguments as JSON schema: the tool reads and checks them itself, once."""
    schema = tool.arguments.model_json_schema()
    schema.pop("additionalProperties", None)
    properties = schema.setdefault("properties", {})
    if tool.stops:
        properties.setdefault(MORE_STEPS, {"description": _MORE_HELP, "type": "boolean"})
    return schema

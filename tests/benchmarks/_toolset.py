"""A set of tools and requests from two JSON files, and how its tools behave. The same for every system measured."""

import difflib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, create_model

from devices.command import Command
from devices.model import Json
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.search import search_tool
from tools.tool import Arguments, Group, Tool

OWN = Path(__file__).parent / "sets" / "loop"
LISTING = "list_devices"
_GROUPS = {
    "automation": Group.AUTOMATIONS,
    "rules": Group.AUTOMATIONS,
    "analytics": Group.HISTORY,
    "records": Group.HISTORY,
    "energy": Group.HISTORY,
    "power": Group.HISTORY,
}
"""Groups of a set that are one of Hearth's; the others are about devices."""
_PLAIN: Mapping[str, type] = {"string": str, "integer": int, "number": float, "boolean": bool}


class DeviceSilent(Exception):
    """What a tool of a set raises when its request says so."""


@dataclass(frozen=True, slots=True)
class Step:
    """One call that a good model makes."""

    tool: str
    args: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Request:
    """A sentence, the calls that a good model makes for it, and what goes wrong on the way, a fault a call."""

    text: str
    plan: tuple[Step, ...]
    faults: Mapping[str, list[dict[str, str]]]


@dataclass(frozen=True, slots=True)
class Offer:
    """One tool as the set describes it, in OpenAI's form."""

    group: str
    kind: str
    ready: bool
    schema: dict[str, Any]

    @property
    def name(self) -> str:
        """What a model calls it by."""
        return str(self.schema["function"]["name"])

    @property
    def parameters(self) -> dict[str, Any]:
        """Its arguments as JSON schema."""
        found: dict[str, Any] = self.schema["function"]["parameters"]
        return found


@dataclass(frozen=True, slots=True)
class Toolset:
    """All of a set."""

    devices: Mapping[str, str]
    offers: tuple[Offer, ...]
    requests: tuple[Request, ...]


@dataclass(slots=True)
class World:
    """The home behind the tools: what it still gets wrong, and every call that reached it."""

    toolset: Toolset
    faults: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)
    tools: tuple[Tool, ...] = field(init=False)

    def __post_init__(self) -> None:
        """The set as Hearth's own tools, made once, and the search over them."""
        own = tuple(_tool(offer, self) for offer in self.toolset.offers)
        self.tools = (*own, search_tool(own))

    def face(self, request: Request) -> None:
        """Be ready for a request."""
        self.faults = {tool: list(faults) for tool, faults in request.faults.items()}

    def unknown(self, args: Mapping[str, Json]) -> str:
        """The first id that no device has; empty when all are known."""
        return next((one for one in _ids(args) if one not in self.toolset.devices), "")

    def call(self, offer: Offer, args: Mapping[str, Json]) -> ToolResult:
        """Do it, unless this call is one that goes wrong."""
        self.made.append(offer.name)
        if faults := self.faults.get(offer.name):
            fault = faults.pop(0)
            if "raises" in fault:
                raise DeviceSilent(fault["raises"])
            ending = Ending(fault["outcome"])
            return ToolResult(ending, fault["text"], error=fault["text"], stop=ending is not Ending.TRANSIENT)
        if offer.name == LISTING:
            rows: list[Json] = [{"id": i, "name": name} for i, name in self.toolset.devices.items()]
            return ToolResult(Ending.COMPLETED, "These are the devices.", data=rows)
        about = ", ".join(self.toolset.devices.get(one, one) for one in _ids(args)) or offer.name
        done: dict[str, Json] = {key: value for key, value in args.items() if value is not None}
        writes = offer.kind != "read"
        text = f"{about}: done." if writes else f"{about}: 21.5, all as usual."
        return ToolResult(Ending.COMPLETED, text, data=done, stop=writes or offer.ready)


def loaded(folder: Path) -> Toolset:
    """Read a set: tools.json and requests.json of this folder."""
    told = json.loads((folder / "tools.json").read_text(encoding="utf-8"))
    asked = json.loads((folder / "requests.json").read_text(encoding="utf-8"))
    return Toolset(
        told["devices"],
        tuple(Offer(t["group"], t["kind"], t["answer_ready"], t["tool"]) for t in told["tools"]),
        tuple(
            Request(r["request"], tuple(Step(s["tool"], s["args"]) for s in r["plan"]), r["faults"])
            for r in asked
        ),
    )


def _tool(offer: Offer, world: World) -> Tool:
    async def run(asked: Arguments, _context: ToolContext) -> ToolResult:
        return world.call(offer, asked.model_dump())

    def check(asked: Arguments, _context: ToolContext) -> ToolResult | None:
        missing = world.unknown(asked.model_dump())
        if not missing:
            return None
        near: list[Json] = [*difflib.get_close_matches(missing, world.toolset.devices, n=3, cutoff=0.3)]
        told: dict[str, Json] = {"asked": missing, "candidates": near}
        return ToolResult(
            Ending.FATAL, "", data=told, error=f"unknown name: {missing}", reason="unknown_name"
        )

    def asks(asked: Arguments, context: ToolContext) -> tuple[Command, ...]:
        if offer.kind != "danger":
            return ()
        view = context.house.home.view()
        known = [one for one in _ids(asked.model_dump()) if view.find(one) is not None]
        return tuple(Command(one, "unlock") for one in known if one.startswith("lock."))

    return Tool(
        name=offer.name,
        group=_GROUPS.get(offer.group, Group.DEVICES),
        description=offer.schema["function"]["description"],
        arguments=_arguments(offer),
        run=run,
        check=check,
        writes=offer.kind != "read",
        stops=offer.kind != "read" or offer.ready,
        asks=asks,
    )


def _arguments(offer: Offer) -> type[Arguments]:
    needed = offer.parameters.get("required", [])
    fields: dict[str, Any] = {
        name: (
            _type(schema),
            Field(... if name in needed else None, description=schema.get("description", name)),
        )
        for name, schema in offer.parameters["properties"].items()
    }
    return create_model(f"{offer.name}_arguments", __base__=Arguments, **fields)


def _type(schema: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a type that pydantic reads
    if "anyOf" in schema:
        found = next(_type(one) for one in schema["anyOf"] if one["type"] != "null")
        return found | None
    if "enum" in schema:
        return Literal[tuple(schema["enum"])]
    if schema["type"] == "array":
        return list[str]
    return _PLAIN[schema["type"]]


def _ids(args: Mapping[str, Json]) -> Iterator[str]:
    for name, value in args.items():
        if name.endswith("device_id") and isinstance(value, str):
            yield value
        elif name.endswith("device_ids") and isinstance(value, list):
            yield from (one for one in value if isinstance(one, str))

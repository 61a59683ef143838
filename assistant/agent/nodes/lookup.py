"""What answers a call with a name that does not exist: words for the person, or a list for the model."""

import re
from collections.abc import Iterator

from assistant.agent.bridge import Toolbox
from assistant.agent.nodes.arguments import Fitting, fit
from assistant.agent.scene import Dependency, Scene
from devices.model import Json
from tools.outcome import Ending, ToolResult
from tools.tool import Tool

_SPLIT = re.compile(r"[\W_]+")
LISTING = "list_devices"
_NAMES = ("targets", "target", "sensor", "areas", "area")


async def looked_up(
    toolbox: Toolbox, tool: Tool, fitting: Fitting, found: ToolResult, scene: Scene
) -> ToolResult:
    """The check's result, unless the model made the name up: then the devices come with the one answer."""
    needed = toolbox.find(LISTING)
    if needed is None or found.reason != "unknown_name" or _said(found, fitting, scene.cause.words):
        return found
    error = f"{found.error or 'unknown name'}; use a name or id of the list"
    if scene.dependency is Dependency.HINT:
        return ToolResult(
            Ending.TRANSIENT, "", error=f"{error} that {needed.name} gives", reason=found.reason
        )
    empty = fit(needed, {})
    if isinstance(empty, str):
        return found
    listed = await needed.run(empty.arguments, scene.context())
    scene.ledger.step("precheck", f"{needed.name} ran for {tool.name}")
    return ToolResult(Ending.TRANSIENT, "", data={needed.name: listed.data}, error=error, reason=found.reason)


def _said(found: ToolResult, fitting: Fitting, words: str) -> bool:
    """Whether the name that was not found is made of the user's own words."""
    asked = found.data.get("asked") if isinstance(found.data, dict) else None
    names = (
        [asked] if isinstance(asked, str) else [n for key in _NAMES for n in _texts(fitting.args.get(key))]
    )
    said = set(_words(words))
    return bool(names) and all(said.issuperset(_words(name.partition(".")[2] or name)) for name in names)


def _words(text: str) -> list[str]:
    return [word for word in _SPLIT.split(text.casefold()) if word]


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))

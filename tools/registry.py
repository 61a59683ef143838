"""The table of tools: grep here to find which there are. Their order is fixed, so prompts stay cached."""

from collections.abc import Mapping

from tools.automations import CREATE_AUTOMATION
from tools.devices import CONTROL_DEVICE, LIST_DEVICES, READ_STATE
from tools.history import ANALYZE_HISTORY
from tools.rules import DELETE_AUTOMATION, ENABLE_AUTOMATION, LIST_AUTOMATIONS
from tools.search import search_tool
from tools.tool import Group, Tool
from tools.undo import UNDO
from tools.why import WHY

_FOUND: tuple[Tool, ...] = (
    LIST_DEVICES,
    READ_STATE,
    CONTROL_DEVICE,
    CREATE_AUTOMATION,
    LIST_AUTOMATIONS,
    DELETE_AUTOMATION,
    ENABLE_AUTOMATION,
    UNDO,
    ANALYZE_HISTORY,
    WHY,
)
TOOLS: tuple[Tool, ...] = (*_FOUND, search_tool(_FOUND))
GROUPS: Mapping[Group, tuple[Tool, ...]] = {
    group: tuple(tool for tool in TOOLS if tool.group is group) for group in Group
}
_BY_NAME: Mapping[str, Tool] = {tool.name: tool for tool in TOOLS}


def tool(name: str) -> Tool | None:
    """The tool of this name, or None."""
    return _BY_NAME.get(name)

"""The table of tools: grep here to find which there are. Their order is fixed, so prompts stay cached."""

from collections.abc import Iterable, Mapping

from tools.automations import CREATE_AUTOMATION
from tools.devices import CONTROL_DEVICE, LIST_DEVICES, READ_STATE
from tools.history import ANALYZE_HISTORY
from tools.meaning.ranking import index_of
from tools.rules import DELETE_AUTOMATION, ENABLE_AUTOMATION, LIST_AUTOMATIONS
from tools.search import ranked, search_tool
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
SEARCH_TOOLS = search_tool(_FOUND)
TOOLS: tuple[Tool, ...] = (*_FOUND, SEARCH_TOOLS)
GROUPS: Mapping[Group, tuple[Tool, ...]] = {
    group: tuple(tool for tool in TOOLS if tool.group is group) for group in Group
}
_BY_NAME: Mapping[str, Tool] = {tool.name: tool for tool in TOOLS}


def tool(name: str) -> Tool | None:
    """The tool of this name, or None."""
    return _BY_NAME.get(name)


def in_groups(groups: Iterable[Group]) -> tuple[Tool, ...]:
    """The tools of these groups, in the order of the table."""
    wanted = frozenset(groups)
    return tuple(one for one in TOOLS if one.group in wanted)


def search(words: str, *tags: str) -> tuple[Tool, ...]:
    """The tools that fit these words of any language, and bear one of these tags; best first."""
    return ranked(index_of(_FOUND), words, tags)

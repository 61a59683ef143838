"""The table of tools: grep here to find which there are. Their order is fixed, so prompts stay cached."""

from collections.abc import Mapping

from tools.automations.change import CHANGE_AUTOMATION
from tools.automations.create import CREATE_AUTOMATION
from tools.automations.jobs import CANCEL_JOB, LIST_JOBS, SCHEDULE
from tools.automations.kept import DELETE_AUTOMATION, ENABLE_AUTOMATION, LIST_AUTOMATIONS
from tools.devices import CONTROL_DEVICE, LIST_DEVICES, READ_STATE
from tools.history.analyze import ANALYZE_HISTORY
from tools.history.compare import COMPARE_HISTORY
from tools.history.happened import WHAT_HAPPENED
from tools.history.pattern import FIND_PATTERN
from tools.insight.explaining import EXPLAIN_AUTOMATION
from tools.insight.rehearsal import REHEARSE_AUTOMATION
from tools.insight.why import WHY
from tools.naming import SET_ALIAS
from tools.scenes import APPLY_SCENE, DELETE_SCENE, LIST_SCENES, SAVE_SCENE
from tools.search import search_tool
from tools.tool import Group, Tool
from tools.undo import UNDO

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
    SAVE_SCENE,
    APPLY_SCENE,
    LIST_SCENES,
    DELETE_SCENE,
    SET_ALIAS,
    CHANGE_AUTOMATION,
    SCHEDULE,
    LIST_JOBS,
    CANCEL_JOB,
    EXPLAIN_AUTOMATION,
    REHEARSE_AUTOMATION,
    COMPARE_HISTORY,
    FIND_PATTERN,
    WHAT_HAPPENED,
)
TOOLS: tuple[Tool, ...] = (*_FOUND, search_tool(_FOUND))
GROUPS: Mapping[Group, tuple[Tool, ...]] = {
    group: tuple(tool for tool in TOOLS if tool.group is group) for group in Group
}
_BY_NAME: Mapping[str, Tool] = {tool.name: tool for tool in TOOLS}


def tool(name: str) -> Tool | None:
    """The tool of this name, or None."""
    return _BY_NAME.get(name)

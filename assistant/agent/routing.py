"""Which tools a sentence needs: a cheap router, no model call. Knows no words itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.models.offline.planner import Kind, plan, route
from devices.view import View
from tools.tool import Group, Tool

SEARCH_TOOL = "search_tools"
_GROUPS: Mapping[str, tuple[Group, ...]] = {
    Kind.COMMAND: (Group.DEVICES,),
    Kind.RULE: (Group.DEVICES, Group.AUTOMATIONS),
    Kind.RULES: (Group.AUTOMATIONS,),
    Kind.UNDO: (Group.AUTOMATIONS,),
    Kind.TIMER: (Group.DEVICES,),
    Kind.QUESTION: (Group.DEVICES, Group.HISTORY),
    Kind.HISTORY: (Group.DEVICES, Group.HISTORY),
    Kind.WHY: (Group.DEVICES, Group.HISTORY),
}
_WRITES: Mapping[str, tuple[Group, ...]] = {
    Kind.COMMAND: (Group.DEVICES,),
    Kind.RULE: (Group.AUTOMATIONS,),
    Kind.RULES: (Group.AUTOMATIONS,),
    Kind.UNDO: (Group.AUTOMATIONS,),
}
"""A condition is no wish to act now, and a question none to act at all: only these may write."""
_ACTIONS = frozenset({Kind.COMMAND, Kind.RULE, Kind.UNDO})
_REFUSED = frozenset({"negated", "declined"})
"""The planner's reasons for doing nothing because the user does not want it."""


@dataclass(frozen=True, slots=True)
class Route:
    """What the user's words ask for.

    `acts`: that something be done. `due`: and the words alone say what, so that talk is no answer to them.
    """

    kind: str
    acts: bool
    due: bool


def route_of(text: str, language: str, view: View) -> Route:
    """How the router sees the words; the offline planner knows whether they can be followed as they stand."""
    kind = route(text, language)
    if kind not in _ACTIONS:
        return Route(kind.value, acts=False, due=False)
    planned = plan(text, view, language)
    return Route(kind.value, acts=planned.reason not in _REFUSED, due=bool(planned.calls))


def groups_of(kind: str, before: list[str]) -> list[str]:
    """The groups of tools for such words; words that name nothing go on with those of the turn before."""
    groups = _GROUPS.get(kind)
    return [group.value for group in groups] if groups is not None else before


def offered(tool: Tool, kind: str, groups: list[str]) -> bool:
    """Whether a tool is shown from the start; all others can be found by search_tools."""
    if tool.group.value not in groups or tool.name == SEARCH_TOOL:
        return False
    return not tool.writes or kind not in _GROUPS or tool.group in _WRITES.get(kind, ())

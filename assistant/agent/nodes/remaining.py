"""What of a call, or of the whole wish, is still to be done after earlier calls of the turn. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.agent.bridge import Toolbox
from assistant.agent.judge.breaker import undone
from assistant.agent.nodes.arguments import Fitting, fit
from assistant.models.offline.plan import PlannedCall
from devices.command import Command
from tools.context import ToolContext
from tools.tool import Tool

_SELECTS = frozenset({"targets", "areas", "floors", "domain", "everything", "excluding"})
"""Arguments that choose devices."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """The call that is left, with what it would command."""

    fitting: Fitting
    commands: tuple[Command, ...]


def remaining(tool: Tool, whole: Remaining, ran: Sequence[str], context: ToolContext) -> Remaining:
    """The call without the commands that this turn has given already; the whole call if it can't be parted.

    `ran` are the signatures of calls that ran, in order.
    """
    left = undone(whole.commands, ran)
    if tool.lasting or not left or len(left) == len(whole.commands):
        return whole
    kept = {name: value for name, value in whole.fitting.args.items() if name not in _SELECTS}
    less = fit(tool, {**kept, "targets": [command.entity_id for command in left]})
    if isinstance(less, str) or tool.asks(less.arguments, context) != left:
        return whole
    return Remaining(less, left)


def done_already(tool: Tool, commands: Sequence[Command], ran: Sequence[str]) -> bool:
    """Whether every command of the call was given in this turn, by whichever calls."""
    return bool(commands) and not tool.lasting and not undone(commands, ran)


def forgotten(
    toolbox: Toolbox, planned: Sequence[PlannedCall], told: frozenset[str], context: ToolContext
) -> tuple[str, ...]:
    """The entities that a sure plan would command now and that no call of the turn (`told`) was about.

    Whole entities, not commands: a relative wish ("brighter") reads differently once it has been done.
    """
    wanted: dict[str, None] = {}
    for call in planned:
        tool = toolbox.find(call.tool)
        fitting = fit(tool, call.arguments) if tool is not None and not tool.lasting else ""
        if tool is not None and not isinstance(fitting, str):
            wanted.update(dict.fromkeys(c.entity_id for c in tool.asks(fitting.arguments, context)))
    return tuple(entity_id for entity_id in wanted if entity_id not in told)

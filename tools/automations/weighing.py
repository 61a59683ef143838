"""What a rule may ever do, as the gate weighs it when the rule is made: the worst of each step. Pure."""

from collections.abc import Sequence

from devices.automation.rule.rule import Rule
from devices.command import Command, Outcome, Reason, Status
from devices.model import Domain
from devices.policy import Judgement
from tools.context import ToolContext


def weighed(rules: Sequence[Rule], context: ToolContext) -> tuple[Command, ...]:
    """Every command these may give, scenes taken apart, each once.

    A rule runs in a state that nobody knows yet: a cover that goes to some place counts as opened, and a
    scene brings about all it holds, also what stands so today.
    """
    found: list[Command] = []
    for rule in rules:
        for command in (*rule.commands, *_of_scenes(rule, context)):
            worst = _worst(command, context)
            if worst not in found:
                found.append(worst)
    return tuple(found)


def withheld(judged: Sequence[Judgement]) -> tuple[Outcome, ...]:
    """Nothing was stored: what the gate says of each command that it does not let pass."""
    asks = Reason.NOT_APPROVED
    return tuple(
        Outcome(
            verdict.command,
            Status.NEEDS_CONFIRMATION if verdict.reason is asks else Status.REFUSED,
            reason=verdict.reason,
            detail=verdict.rule,
        )
        for verdict in judged
        if not verdict.allowed
    )


def _of_scenes(rule: Rule, context: ToolContext) -> tuple[Command, ...]:
    view, scenes = context.house.home.view(), context.house.scenes
    return tuple(command for scene_id in rule.scenes for command in scenes.may_give(scene_id, view) or ())


def _worst(command: Command, context: ToolContext) -> Command:
    """An opening in whatever words: a position above nothing may open what is closed by then."""
    snapshot = context.house.home.view().find(command.entity_id)
    position = command.values.get("position")
    # whatever is not surely the closed end: the gate reads texts as numbers too
    opens = position is not None and (isinstance(position, bool) or position != 0)
    if snapshot is None or snapshot.entity.domain is not Domain.COVER or not opens:
        return command
    return Command(command.entity_id, "open_cover")

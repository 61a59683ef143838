"""What is wrong with a rule beside the others: it fights one, sets itself off, or can't ever run. Pure."""

from datetime import datetime

from devices.automation.almanac import Almanac
from devices.automation.insight.circle import circle
from devices.automation.insight.conflict import Conflict
from devices.automation.insight.never import never
from devices.automation.insight.opposed import opposed
from devices.automation.rule.rule import Rule
from devices.automation.run.spec import Scenes
from devices.command import Command
from devices.view import View


def no_scenes(_scene_id: str) -> tuple[Command, ...] | None:
    """A home without scenes."""
    return None


def conflicts(
    draft: Rule,
    rules: tuple[Rule, ...],
    view: View,
    almanac: Almanac,
    at: datetime,
    scene: Scenes = no_scenes,
) -> tuple[Conflict, ...]:
    """Everything that is wrong with this rule as of now; what can never be first. Only what is sure is told.

    `rules` are all that are stored: the one with the draft's own id and those that are off are left out, and
    a job, which runs once, fights nobody.
    """
    others = tuple(rule for rule in rules if rule.enabled and rule.id != draft.id and not rule.once)
    found = list(never(draft, view, almanac, at))
    if draft.once:
        return tuple(found)
    if (round_ := circle(draft, others, view, scene)) is not None:
        found.append(round_)
    found += [fight for other in others if (fight := opposed(draft, other, scene)) is not None]
    return tuple(found)

"""A rule rehearsed, and what is wrong with it, in the house that a tool is given. Says nothing."""

from collections.abc import Callable
from datetime import timedelta

from devices.automation.conflicts import conflicts
from devices.automation.insight.conflict import Conflict
from devices.automation.rehearsal.finding import Rehearsal
from devices.automation.rehearse import Stage, rehearse
from devices.automation.rule.rule import Rule
from tools.context import ToolContext

WEEK = 7.0


async def rehearsed(
    rule: Rule,
    context: ToolContext,
    days: float = WEEK,
    progress: Callable[[float], None] = lambda _share: None,
) -> Rehearsal:
    """A rule rehearsed over so many days up to now, beside all rules that there are.

    Raises:
        StorageError: the records can't be read.
    """
    house, now = context.house, context.house.clock.now()
    view = house.home.view()
    stage = Stage(
        house.history,
        view,
        house.almanac,
        house.book.everything(),
        lambda scene_id: house.scenes.may_give(scene_id, view),
    )
    return await rehearse(rule, stage, now - timedelta(days=days), now, progress)


def wrong_with(rule: Rule, context: ToolContext) -> tuple[Conflict, ...]:
    """What is wrong with a rule beside all that there are."""
    house = context.house
    view, now = house.home.view(), house.clock.now()
    return conflicts(
        rule,
        house.book.everything(),
        view,
        house.almanac,
        now,
        lambda scene_id: house.scenes.may_give(scene_id, view),
    )

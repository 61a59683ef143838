"""What a careful person would point out about a new rule: what is wrong, and how it would have run."""

import asyncio
import logging

from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Every, Once, Sun
from devices.errors import StorageError
from tools.context import ToolContext
from tools.insight.rehearsing import rehearsed, wrong_with
from tools.insight.telling import conflict_text, rehearsal_text

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""So many seconds a new rule is rehearsed at most; a longer rehearsal must be asked for."""


async def advice(rule: Rule, context: ToolContext) -> list[str]:
    """One line for each thing that is wrong with it, and one for its rehearsal."""
    return [*conflict_lines(rule, context), *await _rehearsal(rule, context)]


def conflict_lines(rule: Rule, context: ToolContext) -> list[str]:
    """One line for each thing that is wrong with a rule or job beside the others."""
    return [conflict_text(one, len(rule.triggers), context) for one in wrong_with(rule, context)]


async def _rehearsal(rule: Rule, context: ToolContext) -> list[str]:
    """How it would have run lately; a schedule alone tells that by itself, and a job has no past."""
    if rule.once or all(isinstance(trigger, At | Sun | Every | Once) for trigger in rule.triggers):
        return []
    try:
        async with asyncio.timeout(PATIENCE):
            return [rehearsal_text(await rehearsed(rule, context), context)]
    except (StorageError, TimeoutError) as error:
        log.info("rule %s was not rehearsed: %s", rule.id, error or "it took too long")
        return []

"""The tool that plays a rule through over the recorded past and says how it would have run."""

from pydantic import Field

from devices.automation.rehearsal.finding import Rehearsal, Rehearsed
from devices.automation.rule.rule import Rule
from devices.errors import StorageError
from devices.model import Json
from tools.automations.draft.arguments import RuleParts
from tools.automations.draft.drafting import draft
from tools.automations.kept import find, unknown
from tools.automations.telling import spoken
from tools.context import ToolContext
from tools.insight.rehearsing import WEEK, rehearsed
from tools.insight.telling import rehearsal_text
from tools.meaning.arguments import Number
from tools.outcome import Ending, ToolResult
from tools.tool import Group, Tool
from tools.words.spec import Topic
from tools.words.speech import say

RUNS_TOLD = 50


class RehearseAutomation(RuleParts):
    """Which rule, or the parts of one that is not made yet, and over how many days."""

    hidden = frozenset(RuleParts.model_fields)

    id: str = Field(
        default="", description="Id of a rule, such as a1; of a new one its parts, as in create_automation."
    )
    days: Number = Field(default=WEEK, gt=0, le=366, description="How many days back.")


async def rehearse_automation(asked: RehearseAutomation, context: ToolContext) -> ToolResult:
    """Say how a rule would have run lately; nothing is done and nothing stored."""
    rule = _rule(asked, context)
    if isinstance(rule, ToolResult):
        return rule
    try:
        found = await rehearsed(rule, context, asked.days)
    except StorageError as error:
        text = say(context.language, "records_out_of_reach")
        return ToolResult(Ending.TRANSIENT, text, error=str(error), stop=True)
    text = f"{spoken(rule, context)}\n{rehearsal_text(found, context)}"
    return ToolResult(Ending.COMPLETED, text, data=document(found), stop=True)


def document(found: Rehearsal) -> dict[str, Json]:
    """A rehearsal as JSON; times are ISO in UTC, of many runs the newest."""
    return {
        "start": found.start.isoformat(),
        "end": found.end.isoformat(),
        "count": len(found.runs),
        "runs": [_fired(run) for run in found.runs[-RUNS_TOLD:]],
        "skipped": [_fired(run) for run in found.skipped[-RUNS_TOLD:]],
        "flaps": found.flaps,
        "at_night": found.at_night,
        "already": found.already,
        "loops": list(found.loops),
        "coverage": round(found.coverage, 4),
        "unrecorded": list(found.unrecorded),
        "enough": found.enough,
        "kept": found.kept.isoformat() if found.kept else None,
    }


def _fired(run: Rehearsed) -> Json:
    return {
        "at": run.at.isoformat(),
        "trigger": run.trigger,
        "entity_id": run.entity_id,
        "value": run.value,
        "word": run.word,
        "until": run.until.isoformat() if run.until else None,
        "skipped": run.skipped,
        "set_off_by": run.set_off_by,
    }


def _rule(asked: RehearseAutomation, context: ToolContext) -> Rule | ToolResult:
    return (find(asked.id, context) or unknown(asked.id, context)) if asked.id else draft(asked, context)


def _check(asked: RehearseAutomation, context: ToolContext) -> ToolResult | None:
    rule = _rule(asked, context)
    return rule if isinstance(rule, ToolResult) else None


REHEARSE_AUTOMATION = Tool(
    name="rehearse_automation",
    group=Group.AUTOMATIONS,
    description="Say how often a rule would have run in the last days, from the records; changes nothing.",
    arguments=RehearseAutomation,
    run=rehearse_automation,
    check=_check,
    stops=True,
    tags=(Topic.RULE,),
    keywords=(
        *("rehearse", "simulate", "would have run", "how often", "rule"),
        *("预演", "模拟", "会运行多少次", "规则", "репетиция", "сработало бы", "правило"),
    ),
)

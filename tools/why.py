"""The tool that says why a device is as it is, from the recorded cause of its last change."""

from pydantic import Field

from devices.command import Origin
from devices.history.reading import Activity
from devices.model import Domain, Json, Snapshot
from devices.resolve import Target, Unresolved
from tools.context import ToolContext
from tools.meaning.aim import Aim, aim, missed
from tools.outcome import Ending, ToolResult
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import moment, rule_sentence, say, state_text

_MOVING = frozenset({"opening", "closing", "locking", "unlocking"})
LOOKS = 6
LOOK_AGAIN = 0.25
"""So often, and after so many real seconds each, the records are looked at again when they lag behind."""
FRESH = 600.0
"""A change of fewer seconds ago, in home time, may still be on its way to the records."""


class Why(Arguments):
    """Whose last change to explain."""

    target: str = Field(description="Entity id, name or alias of the device.")


async def why(asked: Why, context: ToolContext) -> ToolResult:
    """The last change of a device and its cause, as recorded."""
    found = aim(Aim(Target((asked.target,))), context.house.home.view())
    if isinstance(found, Unresolved):
        return missed(found, context)
    snapshot = found.snapshots[0]
    change = await _last_change(snapshot, context)
    return ToolResult(
        Ending.COMPLETED,
        _because(snapshot, change, context),
        data=None if change is None else _caused(change),
        stop=True,
    )


async def _last_change(snapshot: Snapshot, context: ToolContext) -> Activity | None:
    """The recorded change that led to this state; what was done just now may still be on its way there.

    None rather than an older one: that would put a change on somebody who did not make it.
    """
    change = await context.house.history.last_change(snapshot.entity.id)
    for _look in range(LOOKS):
        if _fits(change, snapshot) and (change is not None or not _fresh(snapshot, context)):
            break
        await context.house.clock.patience(LOOK_AGAIN)
        change = await context.house.history.last_change(snapshot.entity.id)
    return change if _fits(change, snapshot) else None


def _fits(change: Activity | None, snapshot: Snapshot) -> bool:
    """Whether a recorded change ends in what is now; a movement ends later than it is told."""
    if change is None or snapshot.entity.domain is Domain.SENSOR or not snapshot.available:
        return True
    return change.after == snapshot.word or change.after in _MOVING


def _fresh(snapshot: Snapshot, context: ToolContext) -> bool:
    """Whether it changed so lately that the records may not have it yet."""
    changed = snapshot.changed_at
    return changed is not None and (context.house.clock.now() - changed).total_seconds() < FRESH


def _check_why(asked: Why, context: ToolContext) -> ToolResult | None:
    found = aim(Aim(Target((asked.target,))), context.house.home.view())
    return missed(found, context) if isinstance(found, Unresolved) else None


def _because(snapshot: Snapshot, change: Activity | None, context: ToolContext) -> str:
    """Why a device is as it is, by the cause of its last change; a device cause is not ours."""
    entity, language = snapshot.entity, context.language
    facts = {"name": entity.name, "state": state_text(language, snapshot, entity.name)}
    if change is None:
        return say(language, "why_no_record", **facts)
    facts["at"] = moment(language, change.at, context.house.clock.now(), context.house.zone)
    cause = change.cause
    match cause.origin:
        case Origin.RULE:
            rule = context.house.book.rule(cause.ref)
            told = rule_sentence(language, rule, context.house.home.view()) if rule else cause.words
            return say(language, "why_rule", id=cause.ref, rule=told, **facts)
        case Origin.UNDO:
            return say(language, "why_undo", **facts)
        case Origin.APP:
            return say(language, "why_app", **facts)
        case Origin.DEVICE:
            return say(language, "why_device", **facts)
        case _:
            phrase = "why_user" if cause.words else "why_user_plain"
            return say(language, phrase, words=cause.words, **facts)


def _caused(change: Activity) -> Json:
    return {
        "entity_id": change.entity_id,
        "at": change.at.isoformat(),
        "before": change.before,
        "after": change.after,
        "origin": change.cause.origin.value,
        "ref": change.cause.ref,
        "words": change.cause.words,
        "by_hearth": change.cause.origin is not Origin.DEVICE,
    }


WHY = Tool(
    name="why",
    group=Group.HISTORY,
    description="Say what caused the last change of a device: a person, a rule, an undo, or somebody else.",
    arguments=Why,
    run=why,
    check=_check_why,
    stops=True,
    tags=(Topic.CAUSE, Topic.HISTORY),
    keywords=("why", "cause", "who", "为什么", "原因", "谁", "почему", "причина", "кто"),
)

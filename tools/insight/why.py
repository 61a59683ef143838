"""The tool that says why a device is as it is, or was at a time, from the recorded chain of causes."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from pydantic import Field

from devices.automation.almanac import local_day
from devices.automation.almanac import moment as instant_of
from devices.command import Origin, Outcome, Status
from devices.history.lines import MOVING
from devices.history.reading import Activity
from devices.model import Domain, Snapshot
from devices.resolve import Target, Unresolved
from tools.automations.telling import spoken
from tools.context import ToolContext
from tools.insight.chain import Chain, chain, document
from tools.insight.telling import clock, name_of, reading_text, skip_text
from tools.meaning.aim import Aim, aim, missed
from tools.outcome import Ending, ToolResult
from tools.teller import scene_name
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import duration, say, state_label, state_text
from tools.words.telling.scribe import glued

LOOKS = 6
LOOK_AGAIN = 0.25
"""So often, and after so many real seconds each, the records are looked at again when they lag behind."""
FRESH = 600.0
"""A change of fewer seconds ago, in home time, may still be on its way to the records."""
AT_ONCE = 2.0
"""A report within so many seconds of its command needs no telling when."""


class Why(Arguments):
    """Whose change to explain."""

    target: str = Field(description="Entity id, name or alias of the device.")
    at: str = Field(default="", description="Time in the past, 07:30 or 2026-01-31 07:30; empty: now.")


async def why(asked: Why, context: ToolContext) -> ToolResult:
    """The change that led to how a device is, or was then, and all that is on record of how it came about."""
    found = aim(Aim(Target((asked.target,))), context.house.home.view())
    if isinstance(found, Unresolved):
        return missed(found, context)
    snapshot, then = found.snapshots[0], None
    if asked.at:
        then = _instant(asked.at, context)
        if then is None:
            return _unclear(asked, context)
        change = await context.house.history.last_change(snapshot.entity.id, then)
    else:
        change = await _last_change(snapshot, context)
    links = await chain(snapshot.entity.id, change, context, then or context.house.clock.now())
    lines = [_head(snapshot, change, then, context), *_links(snapshot, links, context)]
    return ToolResult(Ending.COMPLETED, glued(context.language, *lines), data=document(links), stop=True)


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
    return change.after == snapshot.word or change.after in MOVING


def _fresh(snapshot: Snapshot, context: ToolContext) -> bool:
    """Whether it changed so lately that the records may not have it yet."""
    changed = snapshot.changed_at
    return changed is not None and (context.house.clock.now() - changed).total_seconds() < FRESH


def _head(snapshot: Snapshot, change: Activity | None, then: datetime | None, context: ToolContext) -> str:
    """How it is, or became before that time, and by the doing of whom."""
    language, name = context.language, snapshot.entity.name
    if then is not None:
        if change is None:
            return say(language, "why_then_none", name=name, at=clock(then, context))
        state = state_label(language, change.after, snapshot.entity.device_class, name)
        by = _because("why_by", change, context, {})
        return say(language, "why_was", name=name, state=state, at=clock(change.at, context), why=by)
    facts = {"name": name, "state": state_text(language, snapshot, name)}
    if change is None:
        return say(language, "why_no_record", **facts)
    return _because("why", change, context, facts | {"at": clock(change.at, context)})


def _because(stem: str, change: Activity, context: ToolContext, facts: dict[str, str]) -> str:
    """Who did it; a device cause is not ours."""
    language, cause = context.language, change.cause
    match cause.origin:
        case Origin.RULE | Origin.JOB:
            rule = context.house.book.rule(cause.ref)
            told = spoken(rule, context) if rule else cause.words
            job = cause.origin is Origin.JOB or cause.ref.startswith("j")
            return say(language, f"{stem}_{'job' if job else 'rule'}", id=cause.ref, rule=told, **facts)
        case Origin.SCENE:
            return say(language, f"{stem}_scene", scene=scene_name(cause.ref, context.house), **facts)
        case Origin.UNDO | Origin.APP | Origin.DEVICE:
            return say(language, f"{stem}_{cause.origin.value}", **facts)
        case Origin.CHAT | Origin.CLI:
            phrase = f"{stem}_user" if cause.words else f"{stem}_user_plain"
            return say(language, phrase, words=cause.words, **facts)


def _links(snapshot: Snapshot, links: Chain, context: ToolContext) -> Iterator[str]:
    """What set the rule off, who allowed it, what the device reported, and which rules did not run."""
    language, change = context.language, links.change
    if links.fired_at is not None:
        at, sensor = clock(links.fired_at, context), links.set_off.get("entity_id", "")
        value = reading_text(sensor, links.set_off, context) if sensor else ""
        if value:
            yield say(language, "why_set_off", sensor=name_of(sensor, context), value=value, at=at)
        else:
            yield say(language, "why_set_off_at", at=at)
    if change is not None and change.approved_by:
        phrase = _ALLOWED.get(change.approved_by, "why_allowed_by")
        yield say(language, phrase, by=change.approved_by)
    if change is not None and links.outcome is not None:
        yield _report(snapshot, change, links.outcome, context)
    for run in links.skipped:
        reason = skip_text(run.skipped, context)
        yield say(language, "why_not_run", id=run.rule_id, at=clock(run.at, context), reason=reason)


def _report(snapshot: Snapshot, change: Activity, outcome: Outcome, context: ToolContext) -> str:
    """What the device said to the command, and how long after it."""
    language = context.language
    if outcome.status is Status.SENT:
        return say(language, "why_unconfirmed")
    entity = snapshot.entity
    state = state_label(language, outcome.after, entity.device_class, entity.name)
    took = (change.at - (change.began or change.at)).total_seconds()
    if took < AT_ONCE:
        return say(language, "why_reported_at_once", state=state)
    return say(language, "why_reported", state=state, after=duration(language, took))


def _instant(text: str, context: ToolContext) -> datetime | None:
    """A time of day (the last one that has been) or a day and time, on the home's clock; None: neither."""
    almanac, now = context.house.almanac, context.house.clock.now()
    try:
        clock_time = time.fromisoformat(text)
    except ValueError:
        try:
            named = datetime.fromisoformat(text)
        except ValueError:
            return None
        return named if named.tzinfo else instant_of(almanac, named.date(), named.time())
    today, wall = local_day(almanac, now), clock_time.replace(tzinfo=None)
    at = instant_of(almanac, today, wall)
    return at if at <= now else instant_of(almanac, today - timedelta(days=1), wall)


def _unclear(asked: Why, context: ToolContext) -> ToolResult:
    text = say(context.language, "time_unclear", at=asked.at)
    return ToolResult(Ending.FATAL, text, error="no time", stop=True, reason="time_unclear")


def _check_why(asked: Why, context: ToolContext) -> ToolResult | None:
    found = aim(Aim(Target((asked.target,))), context.house.home.view())
    if isinstance(found, Unresolved):
        return missed(found, context)
    return _unclear(asked, context) if asked.at and _instant(asked.at, context) is None else None


_ALLOWED = {"user": "why_allowed_user", "rule": "why_allowed_rule"}

WHY = Tool(
    name="why",
    group=Group.HISTORY,
    description=(
        "Say what caused a device to be as it is, or was at a time: a person, a rule and what set it off, an "
        "undo, or somebody else; also which rule did not run."
    ),
    arguments=Why,
    run=why,
    check=_check_why,
    stops=True,
    tags=(Topic.CAUSE, Topic.HISTORY),
    keywords=("why", "cause", "who", "为什么", "原因", "谁", "почему", "причина", "кто"),
)

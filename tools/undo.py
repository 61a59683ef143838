"""The tool that takes back what was changed: in reverse order, asking where people went on since."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pydantic import Field

from devices.automation.rule.rule import Rule
from devices.automation.undo.plan import (
    Course,
    DropRule,
    DropScene,
    GiveCommands,
    Impossible,
    Nothing,
    PutRule,
    PutScene,
    SetAliases,
    Step,
    courses,
    done_sets,
    step,
)
from devices.automation.undo.standing import Present, Sort
from devices.command import Cause, Command, Origin, Outcome, Request, Status
from devices.errors import StorageError
from devices.kinds.spec import Risk
from devices.model import Json
from tools.automations.weighing import weighed
from tools.context import ToolContext
from tools.meaning.arguments import Whole
from tools.outcome import Ending, ToolResult
from tools.receipt import receipt
from tools.teller import scribe_of
from tools.tool import KEEP, OVERWRITE, Arguments, Doubt, Group, Question, Tool
from tools.words.spec import Topic
from tools.words.speech import outcomes_sentence, say, state_text
from tools.words.telling.scribe import Scribe
from tools.words.undone import doubt_told, keep_told, left_told, state_told, step_told

_BACK = frozenset({Status.CONFIRMED, Status.ALREADY, Status.SENT})
_WAITS = Status.NEEDS_CONFIRMATION.value
Kept: TypeAlias = PutRule | DropRule | PutScene | DropScene | SetAliases
"""What is taken back in the books."""


class Undo(Arguments):
    """How much to take back."""

    count: Whole = Field(default=1, ge=1, le=20, description="How many of the last requests to take back.")


@dataclass(frozen=True, slots=True)
class _Way:
    """One thing, what is done to it now, and the sets that are settled for it when that succeeds.

    `line` is what is said beside; `waits` that it is a question that still needs a yes.
    """

    course: Course
    step: Step
    settled: frozenset[str]
    line: str = ""
    waits: bool = False


@dataclass(slots=True)
class _Taken:
    """What taking back has come to: lines for the person, receipts, entities that did not come back."""

    lines: list[str] = field(default_factory=list)
    outcomes: tuple[Outcome, ...] = ()
    failed: set[str] = field(default_factory=set)


async def undo(asked: Undo, context: ToolContext) -> ToolResult:
    """Take back what the newest turns changed; what people changed since only with their yes."""
    sets = await context.house.journal.last(asked.count)
    if not sets:
        text = say(context.language, "undo_nothing")
        return ToolResult(Ending.COMPLETED, text, stop=True, reason="nothing_to_undo")
    ways = [_decided(course, context) for course in courses(sets, present(context))]
    taken = _Taken()
    await _take_back(ways, ",".join(changes.id for changes in sets), context, taken)
    settled = [way.settled if way.course.about not in taken.failed else frozenset[str]() for way in ways]
    back = done_sets(sets, [way.course for way in ways], settled)
    try:
        for set_id in back:
            await context.house.journal.mark_undone(set_id)
    except StorageError:  # the next undo would take it back once more
        taken.lines.append(say(context.language, "not_written_down"))
    return _result(ways, taken, back, context)


def present(context: ToolContext) -> Present:
    """How everything that can be taken back stands now."""
    house = context.house
    return Present(house.home.view(), house.book.rule, house.scenes.named, house.names.aliases)


def _decided(course: Course, context: ToolContext) -> _Way:
    """How far a thing goes: by itself, all the way with a yes, or not a step further after a no."""
    view, language, every = context.house.home.view(), context.language, frozenset(course.sets)
    doubt = _doubt(course, context)
    answer = None if doubt is None else _answer(doubt, context)
    if doubt is None or answer is True:
        whole = _Way(course, step(course, course.beyond, view), every)
    elif answer is False:
        whole = _Way(course, step(course, course.goal, view), every, left_told(language, course, view))
    else:
        free = frozenset(course.free)
        whole = _Way(course, step(course, course.goal, view), free, doubt.question.text, waits=True)
    return _kept(whole, context)


def _kept(way: _Way, context: ToolContext) -> _Way:
    """A rule with a security action comes back only with a yes of its own."""
    keep = _keep(way.course, way.step, context)
    answer = True if keep is None else _answer(keep, context)
    if keep is None or answer is True:
        return way
    if answer is False:
        left = left_told(context.language, way.course, context.house.home.view())
        return replace(way, step=Nothing(), line=left)
    return replace(way, step=Nothing(), settled=frozenset(), line=keep.question.text, waits=True)


def _doubt(course: Course, context: ToolContext) -> Doubt | None:
    """The question about a thing that somebody changed since, if going on would change it."""
    view, told = context.house.home.view(), scribe(context)
    if not course.touched or isinstance(step(course, course.beyond, view), Nothing | Impossible):
        return None
    now = state_told(course, course.now, told)
    after = state_told(course, course.beyond, told)
    consent = Command(consent_id(course), OVERWRITE, {"now": now})
    question = Question(
        risk=Risk.WIDE,
        action=OVERWRITE,
        targets=(consent.entity_id,),
        now=now,
        after=after,
        rule="changed-since",
        text=doubt_told(course, told),
    )
    return Doubt(consent, question)


def _keep(course: Course, wanted: Step, context: ToolContext) -> Doubt | None:
    """The question about a rule that would stand again and may do what only a person may allow."""
    if not isinstance(wanted, PutRule):
        return None
    risky = _risky(wanted.rule, context)
    if not risky:
        return None
    view = context.house.home.view()
    text = keep_told(context.language, wanted.rule, risky, view)
    question = Question(
        risk=Risk.SECURITY,
        action=KEEP,
        targets=(course.about,),
        after=state_told(course, wanted.rule, scribe(context)),
        rule="rule-back",
        lasting=True,
        text=text,
    )
    return Doubt(Command(course.about, KEEP), question)


def _risky(rule: Rule, context: ToolContext) -> tuple[Command, ...]:
    """What of a rule's body is a security matter that was not allowed for this call."""
    body = weighed((rule,), context)
    judged = context.house.home.judge(Request(body, context.cause, context.approvals))
    return tuple(j.command for j in judged if j.risk >= Risk.SECURITY and not j.allowed)


def consent_id(course: Course) -> str:
    """By which id a person allows to overwrite a thing: devices and rules by their own."""
    prefix = {Sort.SCENE: "scene:", Sort.ALIASES: "names:"}.get(course.sort, "")
    return f"{prefix}{course.about}"


def scribe(context: ToolContext) -> Scribe:
    """In which language, and of which home, things are told."""
    return scribe_of(context.language, context.house)


def _recent(asked: Undo, context: ToolContext) -> tuple[Course, ...]:
    return courses(context.house.journal.recent(asked.count), present(context))


def _asks(asked: Undo, context: ToolContext) -> tuple[Command, ...]:
    """What taking back would command, all the way, of the changes that this process knows of."""
    view = context.house.home.view()
    steps = (step(course, course.beyond, view) for course in _recent(asked, context))
    return tuple(c for given in steps if isinstance(given, GiveCommands) for c in given.commands)


def _doubts(asked: Undo, context: ToolContext) -> tuple[Doubt, ...]:
    """What a person must be asked beyond that, and has not answered yet."""
    view, found = context.house.home.view(), list[Doubt | None]()
    for course in _recent(asked, context):
        found += [_doubt(course, context), _keep(course, step(course, course.beyond, view), context)]
    return tuple(d for d in found if d is not None and _answer(d, context) is None)


def _answer(doubt: Doubt, context: ToolContext) -> bool | None:
    return context.allowed(doubt.consent, doubt.question.risk)


async def _refresh(context: ToolContext) -> None:
    await context.house.journal.load()


async def _take_back(ways: Sequence[_Way], ref: str, context: ToolContext, taken: _Taken) -> None:
    """Rules go before the devices are told and come back after, so that none fires on what they do then."""
    await _books(
        ways, lambda s: isinstance(s, PutScene | SetAliases | DropRule) or _sleeping(s), context, taken
    )
    await _devices(ways, ref, context, taken)
    await _books(ways, lambda s: isinstance(s, DropScene) or _waking(s), context, taken)
    for way in ways:
        if way.line:
            taken.lines.append(way.line)
        elif isinstance(way.step, Nothing | Impossible):
            taken.lines += _why_not(way.course, way.step, context)


def _sleeping(wanted: Step) -> bool:
    return isinstance(wanted, PutRule) and not wanted.rule.enabled


def _waking(wanted: Step) -> bool:
    return isinstance(wanted, PutRule) and wanted.rule.enabled


async def _books(
    ways: Sequence[_Way], chosen: Callable[[Step], bool], context: ToolContext, taken: _Taken
) -> None:
    for wanted in (way.step for way in ways if chosen(way.step)):
        if isinstance(wanted, Kept):
            await _keep_books(wanted, context)
            taken.lines.append(step_told(wanted, scribe(context)))


async def _keep_books(wanted: Kept, context: ToolContext) -> None:
    book, scenes, names = context.house.book, context.house.scenes, context.house.names
    match wanted:
        case DropRule(rule=rule):
            if book.rule(rule.id) is not None:
                await book.remove(rule.id)
        case PutRule(rule=rule):
            await (book.add(rule) if book.rule(rule.id) is None else book.replace(rule))
        case PutScene(scene=scene, replaced=other):
            if other is not None and other.id != scene.id and scenes.scene(other.id) is not None:
                await scenes.remove(other.id)
            await scenes.save(scene)
        case DropScene(scene=scene):
            if scenes.scene(scene.id) is not None:
                await scenes.remove(scene.id)
        case SetAliases(entity_id=entity_id, aliases=aliases):
            await names.set_aliases(entity_id, aliases)


async def _devices(ways: Sequence[_Way], ref: str, context: ToolContext, taken: _Taken) -> None:
    """All commands in one request, so that the gate sees them together."""
    commands = tuple(c for way in ways if isinstance(way.step, GiveCommands) for c in way.step.commands)
    if not commands:
        return
    cause = Cause(Origin.UNDO, ref, context.asked)
    taken.outcomes = await context.house.home.execute(context.request(commands, cause))
    text = outcomes_sentence(context.language, taken.outcomes, context.house.home.view())
    confirmed = all(outcome.status in (Status.CONFIRMED, Status.ALREADY) for outcome in taken.outcomes)
    taken.lines.append(say(context.language, "undone", text=text) if confirmed else text)
    missed = (outcome for outcome in taken.outcomes if outcome.status not in _BACK)
    taken.failed.update(outcome.command.entity_id for outcome in missed)


def _why_not(course: Course, wanted: Nothing | Impossible, context: ToolContext) -> list[str]:
    """A thing that is as it was needs nothing; one that is gone, or was never known before, stays."""
    language, view = context.language, context.house.home.view()
    snapshot = view.find(course.about)
    name = snapshot.entity.name if snapshot else course.about
    if isinstance(wanted, Impossible):
        return [say(language, "undo_impossible", name=name)]
    if course.sort is Sort.DEVICE:
        if snapshot is None:
            return [say(language, "why_unknown_entity", name=course.about)]
        return [say(language, "already", name=name, state=state_text(language, snapshot, name))]
    return [say(language, "undo_gone", name=name)] if wanted.gone else []


def _result(ways: Sequence[_Way], taken: _Taken, back: Sequence[str], context: ToolContext) -> ToolResult:
    waiting = [way for way in ways if way.waits]
    base = receipt(taken.outcomes, context) if taken.outcomes else ToolResult(Ending.COMPLETED, "", stop=True)
    data: Json = {
        "undone": [*back],
        "devices": base.data,
        "waiting": [consent_id(way.course) for way in waiting],
    }
    if waiting and base.ending is not Ending.POLICY_BLOCK:
        error = "changed since; it needs the user's yes"
        base = replace(base, ending=Ending.POLICY_BLOCK, reason=_WAITS, error=error)
    elif not taken.outcomes and not back:
        base = replace(base, ending=Ending.FATAL, reason="not_undone")
    lines = taken.lines or [say(context.language, "undo_nothing")]
    return replace(base, text="\n".join(lines), data=data)


UNDO = Tool(
    name="undo",
    group=Group.AUTOMATIONS,
    description=(
        "Take back all that the last request changed (devices, rules, jobs, scenes, names), or the last few."
    ),
    arguments=Undo,
    run=undo,
    asks=_asks,
    doubts=_doubts,
    refresh=_refresh,
    writes=True,
    stops=True,
    tags=(Topic.UNDO,),
    keywords=("undo", "revert", "back", "take back", "撤销", "还原", "恢复", "отмени", "верни", "назад"),
)

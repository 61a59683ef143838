"""The tool that takes back what was changed, newest first, through the gate like anything else."""

from dataclasses import dataclass, field, replace

from pydantic import Field

from devices.automation.undo import (
    CannotUndo,
    Change,
    ChangeSet,
    CommandChange,
    DropRule,
    GiveCommands,
    NoInverse,
    RestoreRule,
    SwitchRule,
    inverse,
)
from devices.command import Cause, Command, Origin, Outcome, Request, Status
from devices.errors import StorageError
from devices.kinds.spec import Risk
from tools.context import ToolContext
from tools.meaning.arguments import Whole
from tools.outcome import Ending, ToolResult
from tools.receipt import receipt
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic
from tools.words.speech import outcomes_sentence, say, state_label, state_text

_BACK = frozenset({Status.CONFIRMED, Status.ALREADY, Status.SENT})


class Undo(Arguments):
    """How much to take back."""

    count: Whole = Field(default=1, ge=1, le=20, description="How many of the last requests to take back.")


@dataclass(slots=True)
class _Taken:
    """What taking one change set back has come to: lines for the person, receipts, is all back."""

    lines: list[str] = field(default_factory=list)
    outcomes: tuple[Outcome, ...] = ()
    complete: bool = True


async def undo(asked: Undo, context: ToolContext) -> ToolResult:
    """Take back what the newest turns changed, one after the other; one that is held up stops the rest."""
    sets = await context.house.journal.last(asked.count)
    if not sets:
        text = say(context.language, "undo_nothing")
        return ToolResult(Ending.COMPLETED, text, stop=True, reason="nothing_to_undo")
    lines: list[str] = []
    outcomes: list[Outcome] = []
    back: list[str] = []
    for changes in sets:
        taken = await _take_back(changes, context)
        lines += taken.lines
        outcomes += taken.outcomes
        if not taken.complete:
            break
        back.append(changes.id)
        try:
            await context.house.journal.mark_undone(changes.id)
        except StorageError:  # the next undo would take it back once more
            lines.append(say(context.language, "not_written_down"))
            break
    base = receipt(outcomes, context) if outcomes else ToolResult(Ending.COMPLETED, "", stop=True)
    ending = base if outcomes or back else replace(base, ending=Ending.FATAL, reason="not_undone")
    return replace(ending, text="\n".join(lines), data={"undone": [*back], "devices": base.data})


async def _take_back(changes: ChangeSet, context: ToolContext) -> _Taken:
    """Rules first, so that none fires on what the devices do then."""
    taken = _Taken()
    commands: list[Command] = []
    devices = [change for change in reversed(changes.changes) if isinstance(change, CommandChange)]
    rules = [change for change in reversed(changes.changes) if not isinstance(change, CommandChange)]
    for change in (*rules, *devices):
        match inverse(change, context.house.home.view()):
            case GiveCommands() as given:
                _note_touched(change, given, context, taken)
                commands += _given(given, context)
            case CannotUndo(reason=reason):
                _say_why_not(change, reason, context, taken)
            case DropRule() | RestoreRule() | SwitchRule() as step:
                await _rule_back(step, context, taken)
    if commands:
        await _give(tuple(commands), changes, context, taken)
    return taken


def _given(given: GiveCommands, context: ToolContext) -> tuple[Command, ...]:
    """The commands back; of what somebody changed since, only those that are easy."""
    judged = context.house.home.judge(Request(given.commands, context.cause))
    if given.touched and any(verdict.risk > Risk.EASY for verdict in judged):
        return ()
    return given.commands


def _note_touched(change: Change, given: GiveCommands, context: ToolContext, taken: _Taken) -> None:
    """Say that somebody changed it since; what is then left as it is keeps the change set open."""
    snapshot = context.house.home.view().find(change.entity_id) if isinstance(change, CommandChange) else None
    if not given.touched or snapshot is None:
        return
    name = snapshot.entity.name
    state = state_text(context.language, snapshot, name)
    taken.lines.append(say(context.language, "undo_changed_since", name=name, state=state))
    taken.complete = taken.complete and bool(_given(given, context))


def _asks(asked: Undo, context: ToolContext) -> tuple[Command, ...]:
    """What taking back would command, of the changes that this process knows of."""
    view = context.house.home.view()
    commands: list[Command] = []
    for changes in context.house.journal.recent(asked.count):
        for change in reversed(changes.changes):
            given = inverse(change, view)
            commands += _given(given, context) if isinstance(given, GiveCommands) else ()
    return tuple(commands)


async def _give(
    commands: tuple[Command, ...], changes: ChangeSet, context: ToolContext, taken: _Taken
) -> None:
    cause = Cause(Origin.UNDO, changes.id, context.asked)
    taken.outcomes = await context.house.home.execute(context.request(commands, cause))
    text = outcomes_sentence(context.language, taken.outcomes, context.house.home.view())
    confirmed = all(outcome.status in (Status.CONFIRMED, Status.ALREADY) for outcome in taken.outcomes)
    taken.lines.append(say(context.language, "undone", text=text) if confirmed else text)
    taken.complete = taken.complete and all(outcome.status in _BACK for outcome in taken.outcomes)


async def _rule_back(step: DropRule | RestoreRule | SwitchRule, context: ToolContext, taken: _Taken) -> None:
    book, language = context.house.book, context.language
    match step:
        case DropRule(rule_id=rule_id):
            if book.rule(rule_id) is not None:
                await book.remove(rule_id)
            taken.lines.append(say(language, "undone_rule_added", id=rule_id))
        case RestoreRule(rule=rule):
            restored = await book.add(rule)
            taken.lines.append(say(language, "undone_rule_removed", id=restored.id))
        case SwitchRule(rule_id=rule_id, on=on):
            if book.rule(rule_id) is None:
                taken.lines.append(say(language, "rule_unknown", id=rule_id))
                return
            await book.enable(rule_id, on)
            state = state_label(language, "on" if on else "off")
            taken.lines.append(say(language, "undone_rule_switched", id=rule_id, state=state))


def _say_why_not(change: Change, reason: NoInverse, context: ToolContext, taken: _Taken) -> None:
    """A device that is as it was needs nothing; one that is gone, or was never known before, stays."""
    entity_id = change.entity_id if isinstance(change, CommandChange) else ""
    snapshot = context.house.home.view().find(entity_id)
    if reason is NoInverse.NOTHING_TO_DO and snapshot is not None:
        state = state_text(context.language, snapshot, snapshot.entity.name)
        taken.lines.append(say(context.language, "already", name=snapshot.entity.name, state=state))
        return
    phrase = "why_unknown_entity" if reason is NoInverse.GONE else "undo_impossible"
    taken.lines.append(say(context.language, phrase, name=snapshot.entity.name if snapshot else entity_id))


UNDO = Tool(
    name="undo",
    group=Group.AUTOMATIONS,
    description="Take back all that the last request changed (devices or rules), or the last few requests.",
    arguments=Undo,
    run=undo,
    asks=_asks,
    writes=True,
    stops=True,
    tags=(Topic.UNDO,),
    keywords=("undo", "revert", "back", "take back", "撤销", "还原", "恢复", "отмени", "верни", "назад"),
)

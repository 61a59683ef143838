"""One tool by the person's own hand at the terminal: its questions, its answer, its exit code."""

import json
from functools import partial

from assistant.agent.turn import Given
from assistant.cli.approval import approvals, pair
from assistant.cli.exit import Exit
from assistant.cli.flags import Acting
from assistant.cli.question import permission
from assistant.cli.terminal import lines, person, say
from assistant.cli.verdict import VERSION, worst_of
from assistant.config import Config
from assistant.kept.record import action
from assistant.person.hand import Asker, by_hand
from assistant.runtime import Runtime
from devices.command import Cause, Origin, Status
from devices.model import Json
from devices.view import View
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.tool import Question

SECONDS = 60.0
"""Real seconds that a question waits for its answer."""


async def carried(
    flags: Acting, runtime: Runtime, tool: str, arguments: dict[str, Json], context: ToolContext
) -> ToolResult:
    """Run a tool; what must be asked is asked at the terminal, if somebody is there."""
    return await by_hand(tool, arguments, context, asker_of(flags, runtime))


def context_of(flags: Acting, config: Config, runtime: Runtime, words: str) -> ToolContext:
    """What a tool is given when it is called from the command line."""
    return ToolContext(
        house=runtime.house,
        cause=Cause(Origin.CLI, words=words),
        language=config.language or "en",
        asked=words,
        approvals=approvals(flags.confirm),
    )


def asker_of(flags: Acting, runtime: Runtime) -> Asker | None:
    """How the person at the terminal is asked; None when nobody is there."""
    return None if flags.no_input or not person() else partial(ask, runtime.house.home.view())


async def ask(view: View, questions: tuple[Question, ...], _words: str) -> tuple[Given, ...]:
    """Put questions to the person at the terminal, one after the other."""
    return tuple([await permission(question, view, SECONDS) for question in questions])


def told(flags: Acting, *results: ToolResult) -> Exit:
    """Print what came of it, and give the exit code of what went worst."""
    codes = [verdict(result) for result in results]
    code = next((code for code in codes if code is not Exit.DONE), Exit.DONE)
    text = "\n".join(result.text for result in results)
    if flags.json:
        document: dict[str, Json] = {
            "v": VERSION,
            "ok": code is Exit.DONE,
            "answer": text,
            "data": [result.data for result in results] if len(results) != 1 else results[0].data,
            "actions": [action(outcome) for result in results for outcome in result.outcomes],
            "undo": next((result.undo for result in results if result.undo), None),
        }
        say(json.dumps(document, ensure_ascii=False))
    elif text:
        say(text)
    waiting = [o.command for r in results for o in r.outcomes if o.status is Status.NEEDS_CONFIRMATION]
    if waiting:
        pairs = dict.fromkeys(pair(command.entity_id, command.control) for command in waiting)
        lines(("To allow it, add:", *(f"  --confirm {one}" for one in pairs)))
    return code


def verdict(result: ToolResult) -> Exit:
    """What a tool's result means to a script."""
    worst = worst_of(result.outcomes)
    if worst is not Exit.DONE:
        return worst
    match result.ending:
        case Ending.COMPLETED:
            return Exit.DONE
        case Ending.POLICY_BLOCK:
            return Exit.NOT_ALLOWED
        case Ending.TRANSIENT | Ending.FATAL:
            return Exit.NO_TARGET if result.choices else Exit.FAILED

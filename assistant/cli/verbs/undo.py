"""`hearth undo`: takes back the newest changes, through the same tool and gate as the chat does."""

import json

from assistant.cli.approval import approvals, pair
from assistant.cli.exit import Exit
from assistant.cli.flags import Undo
from assistant.cli.opening import opened
from assistant.cli.process import perform
from assistant.cli.startup import prepare
from assistant.cli.terminal import lines, say
from assistant.cli.verbs.rules.hand import verdict
from assistant.cli.verdict import VERSION
from assistant.config import Config
from assistant.kept.record import action
from devices.command import Approval, Cause, Origin, Status
from devices.model import Json
from tools.context import EVERYTHING, ToolContext
from tools.outcome import ToolResult
from tools.registry import tool
from tools.tool import OVERWRITE, Doubt


def run(flags: Undo) -> int:
    """Take back the newest changes."""
    config, allowed = prepare(flags), approvals(flags.confirm)
    if flags.force:
        allowed = (*allowed, Approval(EVERYTHING, OVERWRITE, by="cli"))
    return perform(lambda: _undo(flags, config, allowed))


async def _undo(flags: Undo, config: Config, allowed: tuple[Approval, ...]) -> Exit:
    async with opened(flags, config) as runtime:
        context = ToolContext(
            house=runtime.house,
            cause=Cause(Origin.UNDO, words="hearth undo"),
            language=config.language or "en",
            asked="undo",
            approvals=allowed,
        )
        asked, result = await _call(flags.count, context)
    return _tell(flags, asked, result)


async def _call(count: int, context: ToolContext) -> tuple[tuple[Doubt, ...], ToolResult]:
    undo = tool("undo")
    if undo is None:
        raise LookupError("the undo tool is not in the registry")
    arguments = undo.arguments.model_validate({"count": count})
    await undo.refresh(context)
    asked = undo.doubts(arguments, context)
    return asked, undo.check(arguments, context) or await undo.run(arguments, context)


def _tell(flags: Undo, asked: tuple[Doubt, ...], result: ToolResult) -> Exit:
    code = verdict(result)
    if flags.json:
        done: list[Json] = [action(outcome) for outcome in result.outcomes]
        document: dict[str, Json] = {
            "v": VERSION,
            "ok": code is Exit.DONE,
            "answer": result.text,
            "actions": done,
            "undo": result.undo or None,
        }
        say(json.dumps(document, ensure_ascii=False))
    else:
        say(result.text)
    waiting = [o.command for o in result.outcomes if o.status is Status.NEEDS_CONFIRMATION]
    waiting += [doubt.consent for doubt in asked]
    if waiting:
        lines(("To allow it, add:", *(f"  --confirm {pair(c.entity_id, c.control)}" for c in waiting)))
    return code

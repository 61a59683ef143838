"""One tool by a person's own hand, without a model: check it, ask what must be asked, run it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from pydantic import ValidationError

from assistant.agent.judge.consent import (
    Ask,
    allowances,
    askable,
    asks_beyond,
    asks_of,
    denials,
    denied,
    granted,
    reply_of,
)
from assistant.agent.judge.withheld import unsent, withheld
from assistant.agent.turn import Given
from devices.command import Reason, Status
from devices.errors import StorageError
from devices.model import Json
from devices.view import View
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.registry import tool
from tools.tool import Arguments, Question, Tool
from tools.words.speech import outcomes_sentence

REF = "hand"

Asker = Callable[[tuple[Question, ...], str], Awaitable[tuple[Given, ...]]]
"""Puts questions to the person, one at a time, beside the words that led to them."""


async def by_hand(
    name: str, arguments: Mapping[str, Json], context: ToolContext, asker: Asker | None
) -> ToolResult:
    """Run a tool by its name. A refusal is a result, never an exception.

    Without an `asker` nobody is there to be asked: what needs a yes that the context does not bring is not
    done, and the outcomes say so.
    """
    found = tool(name)
    if found is None:
        return ToolResult(Ending.FATAL, f"There is no tool {name}.", error="unknown tool")
    try:
        read = found.arguments.model_validate(dict(arguments))
    except ValidationError as error:
        return ToolResult(Ending.FATAL, _wrong(error), error="arguments")
    if (answer := found.check(read, context)) is not None:
        return answer
    return await permitted(found, read, context, asker)


async def permitted(found: Tool, read: Arguments, context: ToolContext, asker: Asker | None) -> ToolResult:
    """Run a checked call as far as the person allows; of what makes something that stays, all or nothing."""
    home = context.house.home
    with suppress(StorageError):  # then what this process knows has to do
        await found.refresh(context)
    request = context.request(found.asks(read, context))
    judged = home.judge(request)
    asking = askable(judged, home.obstacles(request), lasting=found.lasting)
    gated = asks_of(REF, asking, home.view(), lasting=found.lasting)
    beyond = asks_beyond(REF, found.doubts(read, context), home.view())
    asks = gated + beyond
    if gated and asker is None and found.lasting:
        return _unasked(gated, home.view(), context.language)
    if asker is None:
        return await found.run(read, context)
    replies = await _replies(asks, context.asked, asker)
    refused, allowed = denials(asks, replies), allowances(asks, replies)
    free = bool(beyond or allowed) or any(judgement.allowed for judgement in judged)
    if refused and (found.lasting or not free):
        return withheld(refused, home.view(), context.language)
    approvals = (*context.approvals, *granted(allowed))
    return await found.run(read, replace(context, approvals=approvals, denials=denied(refused)))


async def _replies(asks: Sequence[Ask], words: str, asker: Asker) -> dict[str, str]:
    """What the person answers, question by question; nothing is asked when there is no question."""
    if not asks:
        return {}
    given = await asker(tuple(ask.question for ask in asks), words)
    return {ask.key: reply_of(one).value for ask, one in zip(asks, given, strict=True)}


def _unasked(asks: Sequence[Ask], view: View, language: str) -> ToolResult:
    """Nobody could be asked, so nothing is made: what waits for a yes, command by command."""
    waiting = tuple(
        unsent(command, view, Status.NEEDS_CONFIRMATION, Reason.NOT_APPROVED)
        for ask in asks
        for command in ask.commands
    )
    return ToolResult(
        Ending.POLICY_BLOCK,
        outcomes_sentence(language, waiting, view),
        error="not approved",
        reason=Reason.NOT_APPROVED,
        outcomes=waiting,
    )


def _wrong(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])

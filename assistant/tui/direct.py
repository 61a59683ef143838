"""One tool without a model: keys and slash commands meet the same tools, gate and questions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import ValidationError

from assistant.agent.judge.consent import (
    Ask,
    allowances,
    askable,
    asks_of,
    denials,
    denied,
    granted,
    reply_of,
)
from assistant.agent.judge.withheld import withheld
from assistant.tui.conversation import Asker
from assistant.tui.scene import Scene
from devices.command import Cause, Origin, Request
from devices.model import Json
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.registry import tool
from tools.tool import Arguments, Tool

REF = "app"


class Direct:
    """Runs a named tool by the person's own hand; questions go to the person first."""

    def __init__(self, scene: Scene, asker: Asker) -> None:
        self.scene = scene
        self.asker = asker
        self.language = "en"

    async def run(self, name: str, arguments: Mapping[str, Json], words: str) -> ToolResult:
        """Check, ask what must be asked, run. A refusal is a result, never an exception."""
        found, runtime = tool(name), self.scene.runtime
        if found is None or runtime is None:
            return ToolResult(Ending.FATAL, "The home is not open yet.", error="not open")
        try:
            read = found.arguments.model_validate(dict(arguments))
        except ValidationError as error:
            return ToolResult(Ending.FATAL, _wrong(error), error="arguments")
        context = ToolContext(runtime.house, Cause(Origin.APP, REF, words), self.language, words)
        if (answer := found.check(read, context)) is not None:
            return answer
        return await self._permitted(found, read, context)

    async def _permitted(self, found: Tool, read: Arguments, context: ToolContext) -> ToolResult:
        """Run what the person allows; of what makes something that stays, all or nothing."""
        home, commands = context.house.home, found.asks(read, context)
        request = Request(commands, context.cause)
        judged = home.judge(request)
        asking = askable(judged, home.obstacles(request), lasting=found.lasting)
        asks = asks_of(REF, asking, home.view(), lasting=found.lasting)
        replies = await self._replies(asks, context.asked)
        refused, allowed = denials(asks, replies), allowances(asks, replies)
        if refused and (found.lasting or not (allowed or any(j.allowed for j in judged))):
            return withheld(refused, home.view(), self.language)
        return await found.run(read, replace(context, approvals=granted(allowed), denials=denied(refused)))

    async def _replies(self, asks: Sequence[Ask], words: str) -> dict[str, str]:
        """What the person answers, question by question; nothing is asked when there is no question."""
        if not asks:
            return {}
        given = await self.asker(tuple(ask.question for ask in asks), words)
        return {ask.key: reply_of(one).value for ask, one in zip(asks, given, strict=True)}


def _wrong(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])

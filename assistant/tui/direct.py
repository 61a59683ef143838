"""One tool without a model: keys and slash commands meet the same tools, gate and questions."""

from collections.abc import Mapping

from pydantic import ValidationError

from assistant.tui.conversation import Asker
from assistant.tui.scene import Scene
from devices.command import Approval, Cause, Command, Origin, Reason, Request
from devices.kinds.spec import Risk
from devices.model import Json
from devices.policy import Judgement
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.registry import tool
from tools.tool import Question

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
        context = self._context(words, ())
        if (answer := found.check(read, context)) is not None:
            return answer
        approvals = await self._approvals(found.asks(read, context), words)
        if approvals is None:
            return ToolResult(Ending.POLICY_BLOCK, "Not done, you said no.", reason="declined")
        return await found.run(read, self._context(words, approvals))

    def _context(self, words: str, approvals: tuple[Approval, ...]) -> ToolContext:
        if self.scene.runtime is None:
            raise LookupError("the home is not open")
        cause = Cause(Origin.APP, REF, words)
        return ToolContext(self.scene.runtime.house, cause, self.language, words, approvals)

    async def _approvals(self, commands: tuple[Command, ...], words: str) -> tuple[Approval, ...] | None:
        """What the person allows; None when they said no. Nothing to ask gives no approval."""
        if self.scene.runtime is None or not commands:
            return ()
        cause = Cause(Origin.APP, REF, words)
        judged = self.scene.runtime.house.home.judge(Request(commands, cause))
        open_ones = tuple(j for j in judged if j.reason is Reason.NOT_APPROVED)
        questions = questions_of(open_ones)
        if not questions:
            return ()
        if not all(await self.asker(questions, words)):
            return None
        return tuple(Approval(j.command.entity_id, j.command.control) for j in open_ones)


def questions_of(judged: tuple[Judgement, ...]) -> tuple[Question, ...]:
    """One question a security act, one for everything that is only wide."""
    found = [_question((j,)) for j in judged if j.risk is Risk.SECURITY]
    wide = tuple(j for j in judged if j.risk is not Risk.SECURITY)
    if wide:
        found.append(_question(wide))
    return tuple(found)


def _question(judged: tuple[Judgement, ...]) -> Question:
    """One question about all of these; what is not the same for all of them is not said."""
    first, targets = judged[0], tuple(dict.fromkeys(j.command.entity_id for j in judged))
    same = all(j.command.control == first.command.control for j in judged)
    alike = same and all(j.command.values == first.command.values for j in judged)
    after = ", ".join(f"{name} {value}" for name, value in first.command.values.items()) if alike else ""
    action = first.command.control if same else "change"
    return Question(risk=first.risk, action=action, targets=targets, after=after, rule=first.rule)


def _wrong(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else str(first["msg"])

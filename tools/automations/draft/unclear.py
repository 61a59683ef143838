"""The answers for what a rule can't be made of: a question or a reason, never half a rule."""

from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.words.speech import say


def unclear(phrase: str, error: str, context: ToolContext, **facts: object) -> ToolResult:
    """A final result that asks or says why; `error` is the same for the model."""
    text = say(context.language, phrase, **facts)
    return ToolResult(Ending.FATAL, text, error=error, stop=True, reason=phrase)

"""Whether a brain works: one small wish with one tool, timed. Asks once; nothing else answers instead."""

import asyncio
from dataclasses import dataclass

from langchain_core.messages import HumanMessage, SystemMessage

from assistant.models.hearing import listen, usable
from assistant.models.provider import Brain
from assistant.models.request import Prompt, ToolSchema
from assistant.models.trouble import Diagnosis

_TOOL: ToolSchema = {
    "type": "function",
    "function": {
        "name": "list_automations",
        "description": "List the automations of the home.",
        "parameters": {"type": "object", "properties": {}},
    },
}
_WISH = Prompt(
    (SystemMessage("You are the assistant of a home. Use the tool."), HumanMessage("list all automations")),
    (_TOOL,),
    must_call=True,
)


@dataclass(frozen=True, slots=True)
class Check:
    """How a brain did: seconds it took, whether it called the tool, what went wrong if it gave no answer."""

    seconds: float
    calls_tools: bool = False
    why: Diagnosis | None = None


async def check(brain: Brain, seconds: float) -> Check:
    """Ask this very brain, for so many seconds at most."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    heard = await listen(brain.model, _WISH, seconds)
    message = usable(heard, _WISH)
    took = loop.time() - began
    if message is None:
        return Check(took, why=heard.failure)
    return Check(took, calls_tools=bool(message.tool_calls))

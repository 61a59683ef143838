"""Asking the real ChatGroq on a scripted server, streaming or not, with a fallback that says `offline words`."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from assistant.models.fallback import Spoken, speak
from assistant.models.patience import Patience
from assistant.models.provider import Brain, groq_chat
from assistant.models.request import Prompt
from assistant.models.trouble import Diagnosis
from devices.model import Json
from tests.fakes import groq
from tests.fakes.clock import FakeClock
from tests.fakes.groq import GroqServer, Reply
from tests.fakes.model import ScriptedModel, words

GROQ = f"groq:{groq.MODEL}"
TOOL: dict[str, Json] = {
    "type": "function",
    "function": {
        "name": "control_device",
        "description": "Tell devices to do something. Any of them.",
        "parameters": {
            "type": "object",
            "properties": {
                "targets": {"type": "array", "items": {"type": "string"}, "description": "Names."}
            },
        },
    },
}
SYSTEM = SystemMessage("You are Hearth.")
TARGETS: dict[str, Json] = {"targets": ["kitchen light"]}
ASKED = Prompt((SYSTEM, HumanMessage("turn on the kitchen light")), (TOOL,))
FORCED = Prompt(ASKED.messages, ASKED.tools, must_call=True)
GOOD_CALL = [("control_device", TARGETS)]


@dataclass
class Waits:
    """What was told of waiting."""

    told: list[tuple[str, float]] = field(default_factory=list)

    def __call__(self, why: Diagnosis, seconds: float) -> None:
        self.told.append((why.limit, seconds))


def brain_on(server: GroqServer, *, streaming: bool = True, fallback: bool = True) -> Brain:
    """The real ChatGroq, talking to this server; silence is soon too long for it where there will be some."""
    chat = groq_chat(groq.MODEL, groq.KEY, server.address, 0.5 if server.silent else 10.0)
    chat = chat if streaming else chat.model_copy(update={"disable_streaming": True})
    return Brain(GROQ, chat, ScriptedModel(lines=[words("offline words")] * 3) if fallback else None)


def patient(seconds: float = 30.0) -> Patience:
    """Patience for whole turns, on a clock that does not keep a test waiting."""
    return Patience(FakeClock(hasty=True), seconds)


async def asked(
    *replies: Reply, prompt: Prompt = ASKED, streaming: bool = True, fallback: bool = True, late: bool = False
) -> tuple[Spoken, GroqServer]:
    """One answer, and the server that was asked for it."""
    async with GroqServer(*replies, late=late).running() as server:
        spoken = await speak(brain_on(server, streaming=streaming, fallback=fallback), prompt, patient())
    await asyncio.sleep(0.02)  # the client's library closes a failed stream a moment later
    return spoken, server


def args_of(message: AIMessage) -> Sequence[object]:
    """Its calls, as tool and arguments."""
    return [(call["name"], call["args"]) for call in message.tool_calls]


async def until(there: Callable[[], bool]) -> None:
    """Wait, five seconds at most, for something that another task does."""
    for _ in range(500):
        if there():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")

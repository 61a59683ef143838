"""Scripted turns: they really command the fake home, and give the signs that the agent gives."""

import asyncio
from collections.abc import AsyncGenerator

from assistant.agent.turn import (
    Answers,
    Asked,
    CallEnded,
    CallStarted,
    Finished,
    Sign,
    StopReason,
    Thinking,
    Turn,
    Words,
)
from devices.command import Approval, Cause, Command, Origin, Outcome, Request
from devices.kinds.spec import Risk
from tests.tui.stage import Line
from tools.context import House
from tools.tool import Question

PATH = ("begin", "agent", "precheck", "confirm", "run_tools", "update_flags")


def does(command: Command, answer: str = "Done.") -> Line:
    """A turn with one command and a hard stop."""

    async def line(house: House, text: str) -> AsyncGenerator[Sign, None]:
        yield Thinking("agent")
        yield CallStarted("c1", "control_device", f"telling {command.entity_id}")
        outcomes = await house.home.execute(Request((command,), Cause(Origin.CHAT, "t1", text)))
        yield CallEnded("c1", "control_device", "completed", answer, outcomes, 12)
        yield Words(answer)
        yield Finished(finished(text, answer, outcomes))

    return line


def says(answer: str, *, choices: tuple[str, ...] = (), model: str = "offline", pause: float = 0.0) -> Line:
    """A turn of words only, one by one, with a pause between them."""

    async def line(_house: House, text: str) -> AsyncGenerator[Sign, None]:
        yield Thinking("agent")
        for word in answer.split(" "):
            yield Words(f"{word} ")
            await asyncio.sleep(pause)
        stop = StopReason.NEEDS_ANSWER if choices else StopReason.ANSWERED
        yield Finished(Turn("t1", text, answer, "en", stop, choices=choices, model=model))

    return line


def hangs(command: Command) -> Line:
    """A turn whose command never comes back."""

    async def line(_house: House, _text: str) -> AsyncGenerator[Sign, None]:
        yield CallStarted("c1", "control_device", f"control device {command.entity_id}")
        await asyncio.Event().wait()

    return line


def asks(command: Command, risk: Risk, *targets: str, action: str = "unlock") -> Line:
    """A turn that asks before it acts, as the confirm node does."""

    async def line(house: House, text: str) -> AsyncGenerator[Sign, None]:
        yield Thinking("confirm")
        question = Question(
            risk=risk, action=action, targets=targets or (command.entity_id,), after="unlocked"
        )
        answers: Answers = asyncio.get_running_loop().create_future()
        yield Asked((question,), answers)
        yes = (await answers)[0]
        approvals = (Approval(command.entity_id, command.control),) if yes else ()
        outcomes: tuple[Outcome, ...] = ()
        if yes:
            outcomes = await house.home.execute(
                Request((command,), Cause(Origin.CHAT, "t1", text), approvals)
            )
        answer = "It is done." if yes else "Not done, you said no."
        yield CallEnded("c1", "control_device", "completed" if yes else "policy_block", answer, outcomes, 12)
        yield Finished(finished(text, answer, outcomes, StopReason.ANSWERED if yes else StopReason.DECLINED))

    return line


def finished(
    text: str, answer: str, outcomes: tuple[Outcome, ...], stop: StopReason = StopReason.ANSWERED
) -> Turn:
    """The record of such a turn."""
    return Turn("t1", text, answer, "en", stop, path=PATH, outcomes=outcomes, ms=310)

"""Turns that a history no longer holds, one line each: what was asked and what came of it. Asks no model."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from assistant.agent.context.weight import clipped

MOST_LINES = 8
_ASKED, _CAME = 24, 32


def line(turn: Sequence[BaseMessage]) -> str:
    """A turn in one line; bounded whatever was said in it."""
    asked = next((m.text for m in turn if isinstance(m, HumanMessage)), "")
    answers = [m.text for m in turn if isinstance(m, AIMessage) and m.text and not m.tool_calls]
    came = answers[-1] if answers else "(no answer)"
    return f'- "{clipped(_flat(asked), _ASKED)}": {clipped(_flat(came), _CAME)}'


def added(summary: Sequence[str], turns: Sequence[Sequence[BaseMessage]]) -> list[str]:
    """The summary with these turns at its end; the oldest lines go."""
    return [*summary, *map(line, turns)][-MOST_LINES:]


def _flat(text: str) -> str:
    return " ".join(text.split())

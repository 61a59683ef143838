"""Listens to one turn at the terminal: progress on stderr, questions asked inline. Prints no result."""

import sys

from assistant.agent.session import Session
from assistant.agent.turn import Asked, CallEnded, Finished, Sign, Turn
from assistant.cli.question import allowed
from assistant.cli.terminal import lines
from tools.tool import Question

PATIENCE = 60.0
"""Real seconds a person has for one question."""

_GLYPHS = {"completed": "✓", "transient": "?", "fatal": "✗", "policy_block": "✗"}


async def listen(session: Session, words: str, *, language: str | None, quiet: bool) -> Turn:
    """Say the words and follow the turn to its end."""
    async for sign in session.ask(words, language=language):
        match sign:
            case Asked():
                sign.answers.set_result(tuple([await _permission(question) for question in sign.questions]))
            case Finished():
                return sign.turn
            case _:
                _progress(sign, quiet=quiet)
    raise RuntimeError("a session ended without the record of its turn")


async def _permission(question: Question) -> bool:
    targets = ", ".join(question.targets)
    change = f" (now {question.now}, then {question.after})" if question.now and question.after else ""
    lasting = " This stays in force." if question.lasting else ""
    return await allowed(f"{question.action}: {targets}{change}?{lasting}", PATIENCE)


def _progress(sign: Sign, *, quiet: bool) -> None:
    if isinstance(sign, CallEnded) and not quiet and sys.stderr.isatty():
        lines((f"  {_GLYPHS.get(sign.ending, '·')} {sign.tool.replace('_', ' ')}  {sign.ms} ms",))

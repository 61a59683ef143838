"""Listens to one turn at the terminal: progress on stderr, questions asked inline. Prints no result."""

import sys

from assistant.agent.session import Session
from assistant.agent.turn import Asked, CallEnded, Finished, Sign, Turn
from assistant.cli.question import allowed
from assistant.cli.terminal import lines
from devices.view import View
from tools.tool import Question

PATIENCE = 60.0
"""Real seconds a person has for one question."""

_GLYPHS = {"completed": "✓", "transient": "?", "fatal": "✗", "policy_block": "✗"}


async def listen(session: Session, words: str, *, language: str | None, quiet: bool) -> Turn:
    """Say the words and follow the turn to its end."""
    async for sign in session.ask(words, language=language):
        match sign:
            case Asked():
                view = session.house.home.view()
                given = [await _permission(question, view) for question in sign.questions]
                sign.answers.set_result(tuple(given))
            case Finished():
                return sign.turn
            case _:
                _progress(sign, quiet=quiet)
    raise RuntimeError("a session ended without the record of its turn")


async def _permission(question: Question, view: View) -> bool:
    action = question.action.replace("_", " ").capitalize()
    value = f": {question.after}" if question.after else ""
    now = f" Now: {question.now}." if question.now else ""
    lasting = " This stays in force." if question.lasting else ""
    targets = ", ".join(_named(target, view) for target in question.targets)
    return await allowed(f"{action} {targets}{value}?{now}{lasting}", PATIENCE)


def _named(entity_id: str, view: View) -> str:
    """The name a person knows, and the id that --confirm takes."""
    snapshot = view.find(entity_id)
    return f"{snapshot.entity.name} ({entity_id})" if snapshot else entity_id


def _progress(sign: Sign, *, quiet: bool) -> None:
    if isinstance(sign, CallEnded) and not quiet and sys.stderr.isatty():
        time = f"  {sign.ms} ms" if sign.ms else ""
        lines((f"  {_GLYPHS.get(sign.ending, '·')} {sign.tool.replace('_', ' ')}{time}",))

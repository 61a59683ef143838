"""Listens to one turn at the terminal: progress on stderr, questions asked inline. Prints no result."""

import sys

from assistant.agent.session import Session
from assistant.agent.turn import Asked, CallEnded, Finished, Given, Sign, Thinking, Turn
from assistant.cli.question import typed
from assistant.cli.terminal import lines, note
from devices.view import View
from tools.tool import Question

_GLYPHS = {"completed": "✓", "transient": "?", "fatal": "✗", "policy_block": "✗"}


async def listen(session: Session, words: str, *, language: str | None, quiet: bool) -> Turn:
    """Say the words and follow the turn to its end."""
    held_up = False
    async for sign in session.ask(words, language=language):
        match sign:
            case Asked():
                view = session.house.home.view()
                each = sign.seconds / len(sign.questions)
                given = [await _permission(question, view, each) for question in sign.questions]
                if not sign.answers.done():
                    sign.answers.set_result(tuple(given))
            case Finished():
                return sign.turn
            case Thinking(detail=why):
                if why and not held_up and not quiet:
                    note(why)
                held_up = bool(why)
            case _:
                _progress(sign, quiet=quiet)
    raise RuntimeError("a session ended without the record of its turn")


async def _permission(question: Question, view: View, seconds: float) -> Given:
    action = question.action.replace("_", " ").capitalize()
    value = f": {question.after}" if question.after else ""
    now = f" Now: {question.now}." if question.now else ""
    lasting = " This stays in force." if question.lasting else ""
    targets = [_named(target, view) for target in question.targets]
    if question.each:
        targets = [f"{name}: {each}" for name, each in zip(targets, question.each, strict=True)]
    return await typed(f"{action} {', '.join(targets)}{value}?{now}{lasting}", seconds)


def _named(entity_id: str, view: View) -> str:
    """The name a person knows, and the id that --confirm takes."""
    snapshot = view.find(entity_id)
    return f"{snapshot.entity.name} ({entity_id})" if snapshot else entity_id


def _progress(sign: Sign, *, quiet: bool) -> None:
    if isinstance(sign, CallEnded) and not quiet and sys.stderr.isatty():
        time = f"  {sign.ms} ms" if sign.ms else ""
        lines((f"  {_GLYPHS.get(sign.ending, '·')} {sign.tool.replace('_', ' ')}{time}",))

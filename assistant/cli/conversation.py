"""Listens to one turn at the terminal: progress on stderr, questions asked inline. Prints no result."""

import sys

from assistant.agent.session import Session
from assistant.agent.turn import Asked, CallEnded, Finished, Sign, Thinking, Turn
from assistant.cli.question import permission
from assistant.cli.terminal import lines, note

_GLYPHS = {"completed": "✓", "transient": "?", "fatal": "✗", "policy_block": "✗"}


async def listen(session: Session, words: str, *, language: str | None, quiet: bool) -> Turn:
    """Say the words and follow the turn to its end."""
    held_up = False
    async for sign in session.ask(words, language=language):
        match sign:
            case Asked():
                view = session.house.home.view()
                each = sign.seconds / len(sign.questions)
                given = [await permission(question, view, each) for question in sign.questions]
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


def _progress(sign: Sign, *, quiet: bool) -> None:
    if isinstance(sign, CallEnded) and not quiet and sys.stderr.isatty():
        time = f"  {sign.ms} ms" if sign.ms else ""
        lines((f"  {_GLYPHS.get(sign.ending, '·')} {sign.tool.replace('_', ' ')}{time}",))

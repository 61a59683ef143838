"""What may be said at the end of a turn: receipts before a model's words, no number from nowhere. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.agent.judge.grounds import digits, founded, spoken
from assistant.agent.judge.stop import Answered, relay
from tools.outcome import Ending
from tools.words.speech import say

_COUNTS = frozenset(float(n) for n in range(13))


@dataclass(frozen=True, slots=True)
class Settled:
    """The text that is shown, and the rule that changed the model's words (empty when they stood)."""

    text: str
    rule: str = ""


def settle(text: str, results: Sequence[Answered], language: str, asked: str, *, acts: bool) -> Settled:
    """Check a model's closing words against what happened.

    Args:
        text: the model's words.
        results: every answered call of the turn.
        language: the turn's language.
        asked: the user's words.
        acts: whether those words ask for an action.
    """
    if any(result.receipts or (result.writes and result.stop) for result in results):
        return Settled(relay(results), "what was done is told from receipts, not by the model")
    if not text.strip() or (acts and not is_question(text)):
        told = relay(results) or _shown(results) or say(language, "nothing_done")
        return Settled(told, "the model's words are left out: nothing was done that could bear them out")
    if results and not _numbers_founded(text, results, language, asked):
        return Settled(_shown(results), "a number in the model's words was in no result")
    return Settled(text)


def is_question(text: str) -> bool:
    """Whether the words end by asking something back."""
    return text.rstrip("\"'»”)* \n").endswith(("?", "？"))


def _shown(results: Sequence[Answered]) -> str:
    return "\n".join(dict.fromkeys(r.text for r in results if r.ending is Ending.COMPLETED and r.text))


def _numbers_founded(text: str, results: Sequence[Answered], language: str, asked: str) -> bool:
    known = {*spoken(asked, language), *(n for r in results for n in digits(r.shown))} | _COUNTS
    return all(founded(value, known) for value in digits(text))

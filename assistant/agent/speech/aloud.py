"""Showing a model's words while they come, sentence by sentence, each only after the guards let it pass."""

from collections.abc import Callable
from functools import cached_property

from assistant.agent.judge import mask
from assistant.agent.judge.truth import sayable
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import looks_spelt, sentences, whole


class Aloud:
    """Hears pieces of text; the first sentence that fails holds back the rest, which Finished puts right."""

    def __init__(self, facts: Callable[[], Facts], write: Callable[[str], object]) -> None:
        self._gather, self._write = facts, write
        self._heard, self._held = "", False

    @cached_property
    def _facts(self) -> Facts:
        return self._gather()

    def hear(self, piece: str) -> None:
        """Take the next piece; show every sentence that it completes."""
        if self._held:
            return
        self._heard += piece
        if looks_spelt(self._heard):
            self._held = True
            return
        ready, self._heard = whole(self._heard)
        for sentence in sentences(ready):
            if not sayable(sentence, self._facts):
                self._held = True
                return
            self._write(mask.reply(sentence, self._facts.asked))

"""What may be said at the end of a turn: receipts first, no claim and no number from nowhere."""

from collections.abc import Sequence
from dataclasses import dataclass

from assistant.agent.judge.stop import Answered, relay
from assistant.agent.speech import claims, figures
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.sentences import is_question
from tools.outcome import Ending
from tools.words.speech import say

RECEIPTS = "what was done is told from receipts, not by the model"


@dataclass(frozen=True, slots=True)
class Settled:
    """The text that is shown, and the rule that changed the model's words (empty when they stood)."""

    text: str
    rule: str = ""


def settle(text: str, facts: Facts) -> Settled:
    """Check a model's closing words against what happened."""
    results = facts.results
    if told_by_receipts(facts):
        return Settled(relay(results), RECEIPTS)
    if not text.strip() or (facts.acts and not is_question(text)):
        rule = "the model's words are left out: nothing was done that could bear them out"
        return Settled(_instead(claims.ACT, facts), rule)
    if rule := claims.unfounded(text, facts):
        return Settled(_instead(rule, facts), rule)
    if rule := figures.unfounded(text, facts):
        return Settled(_instead(rule, facts), rule)
    return Settled(text)


def sayable(sentence: str, facts: Facts) -> bool:
    """Whether one sentence may be shown before the answer is whole."""
    if facts.acts or told_by_receipts(facts):
        return False
    return not claims.unfounded(sentence, facts) and not figures.wrong(sentence, facts)


def told_by_receipts(facts: Facts) -> bool:
    """Whether something was done in this turn, so that only receipts speak."""
    return any(result.receipts or (result.writes and result.stop) for result in facts.results)


def _instead(rule: str, facts: Facts) -> str:
    """What really happened: the results' own words, else that nothing was done or looked up."""
    results = facts.results
    left = next((r.text for r in reversed(results) if r.writes and r.failed and r.text), "")
    if told := relay(results) or _shown(results) or left:
        return told
    undone = rule == claims.ACT or any(r.writes for r in results)
    return say(facts.language, "nothing_done" if undone else "not_looked_up")


def _shown(results: Sequence[Answered]) -> str:
    return "\n".join(dict.fromkeys(r.text for r in results if r.ending is Ending.COMPLETED and r.text))

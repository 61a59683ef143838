"""A question about the past that can be answered: its names, its time, its limit and its state settled."""

from dataclasses import dataclass

from devices.history.analysis.days.calendar import By
from devices.history.analysis.held import Limit
from tools.context import ToolContext
from tools.history.ask.measure import Measure, Pick
from tools.history.ask.state import word_of
from tools.history.ask.subject import Subject
from tools.words.speech import Window, amount, say, state_label


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of each of `subjects` over one window.

    `state` is as it was said, None for the active one; `limit` makes a number a state ("above 25").
    """

    measure: Measure
    subjects: tuple[Subject, ...]
    window: Window
    state: str | None = None
    limit: Limit | None = None
    by: By | None = None
    pick: Pick | None = None

    @property
    def held(self) -> bool:
        """Whether a state, or a number beyond a limit, is asked about."""
        return self.limit is not None or not self.subjects[0].numeric

    def word(self, subject: Subject) -> str:
        """The recorded word that is asked for."""
        return word_of(self.state, subject.snapshot.entity)


def state_text(question: Question, subject: Subject, context: ToolContext, *, many: bool = False) -> str:
    """The state that is asked for as the language says it: "on", "above 25 °C"; of many, their one unit."""
    language, limit, entity = context.language, question.limit, subject.snapshot.entity
    if limit is None:
        word = question.word(subject)
        return state_label(language, word, entity.device_class, entity.name, many=many)
    units = {_unit(one) for one in (question.subjects if many else (subject,))}
    unit = units.pop() if len(units) == 1 else ""
    low, high = limit.above, limit.below
    if low is not None and high is not None:
        ends = {"low": amount(language, low, unit, 3), "high": amount(language, high, unit, 3)}
        return say(language, "limit_between", **ends)
    phrase = "limit_above" if low is not None else "limit_below"
    return say(language, phrase, value=amount(language, (low if low is not None else high) or 0.0, unit, 3))


def _unit(subject: Subject) -> str:
    return subject.snapshot.entity.unit or ("°C" if subject.attribute == "current_temperature" else "")

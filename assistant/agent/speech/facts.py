"""What a turn's words are held against: its results, the user's words, and earlier receipts."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from assistant.agent.judge.stop import Answered
from devices.model import Json
from devices.view import View
from tools.outcome import Ending


@dataclass(frozen=True)
class Facts:
    """The ground under a model's closing words.

    `acts`: the user's words ask for an action. `question`: they surely ask about the home. `before`: the
    entities with receipts of earlier turns, of which may still be spoken.
    """

    results: Sequence[Answered]
    language: str
    asked: str
    view: View
    acts: bool = False
    question: bool = False
    before: frozenset[str] = frozenset()

    @cached_property
    def completed(self) -> tuple[Answered, ...]:
        """The results that tell something of the home; a search for tools tells nothing."""
        return tuple(r for r in self.results if r.ending is Ending.COMPLETED and not r.load)

    @cached_property
    def told(self) -> dict[str, set[str]]:
        """The entities that results speak of, each with the states that they tell."""
        told: dict[str, set[str]] = {}
        for row in (row for result in self.results for row in _rows(_read(result.shown))):
            entity_id = row.get("id") or row.get("entity_id") or row.get("device")
            state = row.get("state") or row.get("to") or row.get("after")
            if isinstance(entity_id, str) and self.view.find(entity_id) is not None:
                told.setdefault(entity_id, set()).update({state} if isinstance(state, str) else ())
        return told


def _read(shown: str) -> Json:
    try:
        read: Json = json.loads(shown)
    except ValueError:
        return None
    return read


def _rows(value: Json) -> Iterator[dict[str, Json]]:
    match value:
        case dict():
            yield value
            for item in value.values():
                yield from _rows(item)
        case list():
            for item in value:
                yield from _rows(item)

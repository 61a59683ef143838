"""When a state changed, from what to what. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from devices.history.analysis.basis import Basis, basis
from devices.history.course.course import Held, States
from devices.history.sight import EVENT, UNAVAILABLE
from devices.storage.tables import instant


@dataclass(frozen=True, slots=True)
class Change:
    """A change as it is on record; not `exact`: it came between `after` and `at`, while nobody saw it."""

    at: datetime
    before: str
    word: str
    exact: bool
    after: datetime


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes within the window, oldest first, and the word that holds at its end, empty if unknown."""

    basis: Basis
    changes: tuple[Change, ...]
    word: str

    @property
    def last(self) -> Change | None:
        """The newest change."""
        return self.changes[-1] if self.changes else None

    @property
    def previous(self) -> Change | None:
        """The one before the newest."""
        return self.changes[-2] if len(self.changes) > 1 else None


def changes(states: States, words: Collection[str] = ()) -> Changes:
    """When a state changed; with `words`, only changes to one of them from another one.

    A device that was out of reach and is back with the word that it had has not changed. Each event of an
    event entity is a change, also one like the last.
    """
    spans = [span for span in states.spans if span.word != UNAVAILABLE or UNAVAILABLE in words]
    found = _events(spans, words) if states.attribute == EVENT else _moves(spans, words)
    holds = bool(spans) and spans[-1].end >= states.end
    return Changes(basis(states), tuple(found), spans[-1].word if holds else "")


def _moves(spans: Sequence[Held], words: Collection[str]) -> Iterator[Change]:
    for old, new in pairwise(spans):
        if new.word != old.word and (not words or (new.word in words and old.word not in words)):
            exact = old.end == new.start
            yield Change(instant(new.start), old.word, new.word, exact, instant(old.end))


def _events(spans: Sequence[Held], words: Collection[str]) -> Iterator[Change]:
    before = ""
    for span in spans:
        if span.began and (not words or span.word in words):
            yield Change(instant(span.start), before, span.word, exact=True, after=instant(span.start))
        before = span.word

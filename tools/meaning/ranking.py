"""How well each tool of a toolbox fits a sentence of any language, in numbers. Picks nothing."""

import math
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cached_property, lru_cache
from typing import TypeAlias

from tools.meaning.topic import scripts, stems, topics
from tools.tool import Tool
from tools.words.spec import Topic
from tools.words.token import plain

_NAME, _KEYWORD, _TAG, _DESCRIPTION = 3.0, 2.0, 2.0, 1.0
_ALIKE = 0.8
"""How like a word of a tool a word of the sentence must be, 1 being equal: word forms pass."""
_ROOT = 4
"""Letters that two forms of a word have in common at their beginning, at least."""
Weights: TypeAlias = dict[str, dict[str, float]]
"""Term -> tool -> how much the term says about it."""


class Index:
    """Tools by the words and topics that they are about; their order never changes."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self.tools = tuple(tools)
        self._terms: dict[str, Weights] = {}
        self._alike: dict[tuple[str, str], str] = {}

    @cached_property
    def tags(self) -> Mapping[str, frozenset[Topic]]:
        """The topics of each tool by name; one that bears none is read by its own name and description."""
        return {tool.name: frozenset(tool.tags) or topics(_about(tool)) for tool in self.tools}

    def scores(self, text: str, *, plainly: bool = False) -> dict[str, float]:
        """How well each tool fits the words, by name; what many tools share says less. Zeros are left out.

        `plainly` leaves out words that only stand in a tool's description.
        """
        found: dict[str, float] = {}
        for weights in self._touched(plain(text), topics(text)):
            rarity = math.log(1 + len(self.tools) / len(weights))
            for name, weight in weights.items():
                if plainly and weight <= _DESCRIPTION:
                    continue
                found[name] = found.get(name, 0.0) + weight * rarity
        return found

    def _touched(self, said: str, touched: frozenset[Topic]) -> Iterator[Mapping[str, float]]:
        """The terms that the words touch, each as tool -> weight."""
        for topic in touched:
            if bearers := {name: _TAG for name, tags in self.tags.items() if topic in tags}:
                yield bearers
        for code in scripts(said):
            terms = self._known(code)
            met = (
                {t for t in terms if t in said}
                if code == "zh"
                else {self._like(word, code) for word in stems(said, code)}
            )
            yield from (terms[term] for term in sorted(met) if term)

    def _known(self, code: str) -> Weights:
        """The words of all tools that are of this language, kept after the first sentence in it."""
        if code not in self._terms:
            weights: Weights = {}
            for tool in self.tools:
                for term, weight in _terms(tool, code):
                    bearers = weights.setdefault(term, {})
                    bearers[tool.name] = max(weight, bearers.get(tool.name, 0.0))
            self._terms[code] = weights
        return self._terms[code]

    def _like(self, word: str, code: str) -> str:
        """The term that a word stands for: itself, else the likest form of the same root; empty if none."""
        terms = self._known(code)
        if word in terms or len(word) <= _ROOT:
            return word if word in terms else ""
        if (code, word) not in self._alike:
            near = [(_likeness(word, t), t) for t in terms if t[:_ROOT] == word[:_ROOT] and len(t) >= _ROOT]
            best = max(near, default=(0.0, ""))
            self._alike[code, word] = best[1] if best[0] >= _ALIKE else ""
        return self._alike[code, word]


@lru_cache(maxsize=8)
def index_of(tools: tuple[Tool, ...]) -> Index:
    """The index over these tools, kept for the next conversation with the same."""
    return Index(tools)


def _about(tool: Tool) -> str:
    return f"{tool.name.replace('_', ' ')}. {tool.description}"


def _terms(tool: Tool, code: str) -> Iterator[tuple[str, float]]:
    for keyword in map(plain, tool.keywords):
        if code not in scripts(keyword):
            continue
        yield from ((keyword, _KEYWORD),) if code == "zh" else ((s, _KEYWORD) for s in stems(keyword, code))
    if code != "zh":
        yield from ((stem, _NAME) for stem in stems(plain(tool.name.replace("_", " ")), code))
        yield from ((stem, _DESCRIPTION) for stem in stems(plain(tool.description), code))


def _likeness(first: str, second: str) -> float:
    return SequenceMatcher(None, first, second).ratio()

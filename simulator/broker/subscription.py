"""Who wants which topic: filters in a tree, answers in a cache. Delivers nothing."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_CACHED_TOPICS = 20_000

Subscriber = TypeVar("Subscriber", bound=Hashable)


def well_formed(pattern: str) -> bool:
    """Whether a filter is legal: '#' only as the last level, '+' only as a whole level."""
    levels = pattern.split("/")
    if not pattern or "\0" in pattern or any("#" in level for level in levels[:-1]):
        return False
    return all(level in {"#", "+"} or ("#" not in level and "+" not in level) for level in levels)


def matches(pattern: str, topic: str) -> bool:
    """Whether one filter covers one topic. A leading '#' or '+' does not cover topics of the '$' kind."""
    if topic.startswith("$") and pattern[0] in "#+":
        return False
    wanted, levels = pattern.split("/"), topic.split("/")
    for index, level in enumerate(wanted):
        if level == "#":
            return True
        if index >= len(levels) or (level not in {"+", levels[index]}):
            return False
    return len(wanted) == len(levels)


@dataclass(slots=True)
class _Node(Generic[Subscriber]):
    """One level of the tree; mutable because subscriptions come and go."""

    children: dict[str, "_Node[Subscriber]"] = field(default_factory=dict)
    subscribers: dict[Subscriber, int] = field(default_factory=dict)


class Subscriptions(Generic[Subscriber]):
    """All filters of all subscribers. A topic is looked up once and then answered from the cache."""

    def __init__(self) -> None:
        self._root: _Node[Subscriber] = _Node()
        self._cache: dict[str, tuple[tuple[Subscriber, int], ...]] = {}

    def add(self, pattern: str, subscriber: Subscriber, qos: int) -> None:
        """Subscribe, or change the QoS of the same filter."""
        node = self._root
        for level in pattern.split("/"):
            node = node.children.setdefault(level, _Node())
        node.subscribers[subscriber] = qos
        self._cache.clear()

    def remove(self, pattern: str, subscriber: Subscriber) -> None:
        """Unsubscribe; an unknown filter is no error. Empty branches are cut off."""
        path, node = [], self._root
        for level in pattern.split("/"):
            if (child := node.children.get(level)) is None:
                return
            path.append((node, level))
            node = child
        node.subscribers.pop(subscriber, None)
        for parent, level in reversed(path):
            child = parent.children[level]
            if child.children or child.subscribers:
                break
            del parent.children[level]
        self._cache.clear()

    def find(self, topic: str) -> tuple[tuple[Subscriber, int], ...]:
        """Each subscriber of the topic once, with the highest QoS of its filters that cover it."""
        found = self._cache.get(topic)
        if found is None:
            best: dict[Subscriber, int] = {}
            for node in self._covering(topic):
                for subscriber, qos in node.subscribers.items():
                    best[subscriber] = max(qos, best.get(subscriber, 0))
            if len(self._cache) >= _CACHED_TOPICS:
                self._cache.clear()
            found = self._cache[topic] = tuple(best.items())
        return found

    def _covering(self, topic: str) -> Iterator[_Node[Subscriber]]:
        nodes = [self._root]
        for depth, level in enumerate(topic.split("/")):
            wild = depth > 0 or not topic.startswith("$")
            following: list[_Node[Subscriber]] = []
            for node in nodes:
                if (child := node.children.get(level)) is not None:
                    following.append(child)
                if wild and (child := node.children.get("+")) is not None:
                    following.append(child)
                if wild and (child := node.children.get("#")) is not None:
                    yield child
            nodes = following
        for node in nodes:
            yield node
            if (child := node.children.get("#")) is not None:
                yield child

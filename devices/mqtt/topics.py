"""Which topic filters match a topic, and a table of them for quick dispatch; no connection here."""

from typing import Generic, TypeVar

Item = TypeVar("Item")

_CACHED = 20_000


def matches(topic_filter: str, topic: str) -> bool:
    """Whether a filter covers a topic, by the rules of MQTT: `+` is one level, a last `#` the rest.

    Topics that begin with `$` are covered only by filters that begin with `$`.
    """
    if topic_filter == topic:
        return True
    if topic.startswith("$") and not topic_filter.startswith("$"):
        return False
    wanted, levels = topic_filter.split("/"), topic.split("/")
    for index, part in enumerate(wanted):
        if part == "#":
            return True
        if index >= len(levels) or part not in ("+", levels[index]):
            return False
    return len(wanted) == len(levels)


def wild(topic_filter: str) -> bool:
    """Whether a filter has wildcards."""
    return "+" in topic_filter or "#" in topic_filter


class TopicTable(Generic[Item]):
    """Items by topic filter: plain topics by one look-up, wildcards one by one and remembered a topic."""

    def __init__(self) -> None:
        self._plain: dict[str, list[Item]] = {}
        self._wild: dict[str, list[Item]] = {}
        self._found: dict[str, tuple[Item, ...]] = {}

    def add(self, topic_filter: str, item: Item) -> None:
        """File an item under a filter."""
        table = self._wild if wild(topic_filter) else self._plain
        table.setdefault(topic_filter, []).append(item)
        self._found.clear()

    def remove(self, topic_filter: str, item: Item) -> None:
        """Take an item out again."""
        table = self._wild if wild(topic_filter) else self._plain
        items = table.get(topic_filter, [])
        if item in items:
            items.remove(item)
        if not items:
            table.pop(topic_filter, None)
        self._found.clear()

    def find(self, topic: str) -> tuple[Item, ...]:
        """All items whose filter covers this topic."""
        found = self._found.get(topic)
        if found is None:
            if len(self._found) >= _CACHED:
                self._found.clear()
            found = self._found[topic] = tuple(self._search(topic))
        return found

    def _search(self, topic: str) -> list[Item]:
        items = list(self._plain.get(topic, ()))
        for topic_filter, more in self._wild.items():
            if matches(topic_filter, topic):
                items += more
        return items

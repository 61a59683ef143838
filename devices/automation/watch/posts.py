"""The watches of all rules: found by place, by rule and by entity. Moves none of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from devices.automation.watch.kinds import Watched
from devices.automation.watch.spec import BLANK, Memory, Phase, Place
from devices.automation.watch.step import Spot


@dataclass(slots=True)
class Post:
    """One watched spot and where it stands; the watcher moves `memory` along."""

    what: Watched
    spot: Spot
    memory: Memory = BLANK

    @property
    def place(self) -> Place:
        """Where its memory belongs."""
        return self.what.place


class Posts:
    """All watched spots."""

    def __init__(self) -> None:
        self._posts: dict[Place, Post] = {}
        self._by_rule: dict[str, dict[Place, Post]] = {}
        self._by_entity: dict[str, dict[Place, Post]] = {}

    def __iter__(self) -> Iterator[Post]:
        return iter(tuple(self._posts.values()))

    def find(self, place: Place) -> Post | None:
        """The post at a place."""
        return self._posts.get(place)

    def put(self, post: Post) -> None:
        """Set up a post."""
        self.drop(post.place)
        self._posts[post.place] = post
        self._by_rule.setdefault(post.place[0], {})[post.place] = post
        for entity_id in post.spot.entities:
            self._by_entity.setdefault(entity_id, {})[post.place] = post

    def drop(self, place: Place) -> None:
        """Take a post away; one that is not there is no error."""
        post = self._posts.pop(place, None)
        if post is None:
            return
        _without(self._by_rule, place[0], place)
        for entity_id in dict.fromkeys(post.spot.entities):
            _without(self._by_entity, entity_id, place)

    def of_rule(self, rule_id: str) -> tuple[Post, ...]:
        """The posts of a rule."""
        return tuple(self._by_rule.get(rule_id, {}).values())

    def of_entity(self, entity_id: str) -> tuple[Post, ...]:
        """The posts that want to hear of an entity."""
        return tuple(self._by_entity.get(entity_id, {}).values())

    def latched(self, rule_id: str, trigger: int) -> Post | None:
        """One of a trigger's posts that is latched."""
        return next(
            (
                p
                for p in self.of_rule(rule_id)
                if p.what.trigger == trigger and p.memory.phase is Phase.LATCHED
            ),
            None,
        )


def _without(index: dict[str, dict[Place, Post]], key: str, place: Place) -> None:
    index[key].pop(place, None)
    if not index[key]:
        del index[key]

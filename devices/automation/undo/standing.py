"""How a thing that was changed stands: a device, a rule, a scene, the names of an entity. Values only."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from devices.automation.books.scenes import Scene
from devices.automation.rule.rule import Rule
from devices.model import Fields, Snapshot
from devices.storage.record import Attributes
from devices.view import View


class Sort(StrEnum):
    """What kinds of things can be taken back."""

    DEVICE = "device"
    RULE = "rule"
    SCENE = "scene"
    ALIASES = "aliases"


@dataclass(frozen=True, slots=True)
class Stand:
    """A device as it stands, or stood; a KindState, so that it can be compared and brought back."""

    word: str
    shown: Attributes = field(default_factory=dict)

    def attributes(self) -> Fields:
        """The attributes beside the word."""
        return dict(self.shown)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A stored form that this Hearth can't read: nothing is like it, and it can't be brought back."""


State: TypeAlias = Stand | Rule | Scene | tuple[str, ...] | Unreadable | None
"""How a thing stands; None is a thing that isn't there."""


@dataclass(frozen=True, slots=True)
class Present:
    """How everything stands now: rules by id, scenes by name, aliases by entity id."""

    view: View
    rule: Callable[[str], Rule | None] = lambda _rule_id: None
    scene: Callable[[str], Scene | None] = lambda _name: None
    aliases: Callable[[str], tuple[str, ...]] = lambda _entity_id: ()

    def state(self, sort: Sort, about: str) -> State:
        """How this thing stands now; of a device that can't be reached, how it stood last."""
        match sort:
            case Sort.DEVICE:
                return stand(self.view.find(about))
            case Sort.RULE:
                return self.rule(about)
            case Sort.SCENE:
                return self.scene(about)
            case Sort.ALIASES:
                return self.aliases(about)


def stand(snapshot: Snapshot | None) -> Stand | None:
    """The last known state of a device, whether it can be reached now or not."""
    if snapshot is None:
        return None
    word = snapshot.word if snapshot.state is None else snapshot.state.word
    return Stand(word, snapshot.attributes())

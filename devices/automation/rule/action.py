"""What a rule does, as values. How its steps run is the business of `run`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from devices.automation.rule.condition import Condition
from devices.command import Command


@dataclass(frozen=True, slots=True)
class Act:
    """Give one command."""

    command: Command


@dataclass(frozen=True, slots=True)
class ApplyScene:
    """Bring a saved scene about."""

    scene_id: str


@dataclass(frozen=True, slots=True)
class Notify:
    """Tell a person: in the app, with the terminal's bell, and on an MQTT topic below Hearth's own if named.

    `message` empty: the rule's own sentence and what set it off.
    """

    message: str = ""
    bell: bool = False
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """Let time pass."""

    seconds: float


@dataclass(frozen=True, slots=True)
class WaitUntil:
    """Wait until a condition holds; after `timeout_seconds` end the run, or with `go_on` continue it."""

    condition: Condition
    timeout_seconds: float
    go_on: bool = False


@dataclass(frozen=True, slots=True)
class Repeat:
    """Do these again and again: `times` times at most, and no more once `until` holds after a round."""

    actions: "tuple[Action, ...]"
    times: int
    until: Condition | None = None


@dataclass(frozen=True, slots=True)
class Ramp:
    """Move one value of an entity in steps from what it is to `to` over so many seconds.

    `control` and `value` as in a command: light.turn_on with brightness_pct, cover with position.
    """

    entity_id: str
    control: str
    value: str
    to: float
    over_seconds: float


@dataclass(frozen=True, slots=True)
class PutBack:
    """Bring what this run changed so far back to how it was before the run."""


Action: TypeAlias = Act | ApplyScene | Notify | Wait | WaitUntil | Repeat | Ramp | PutBack


def steps(actions: tuple[Action, ...]) -> Iterator[Action]:
    """All actions in order, those inside repeats included."""
    for action in actions:
        yield action
        if isinstance(action, Repeat):
            yield from steps(action.actions)


def commands(actions: tuple[Action, ...]) -> tuple[Command, ...]:
    """Every command these may give by themselves, a ramp as its end; what scenes hold is for their book."""
    given: list[Command] = []
    for action in steps(actions):
        match action:
            case Act(command=command):
                given.append(command)
            case Ramp():
                given.append(Command(action.entity_id, action.control, {action.value: action.to}))
            case _:
                pass
    return tuple(given)


def scenes(actions: tuple[Action, ...]) -> tuple[str, ...]:
    """The ids of the scenes that these apply."""
    return tuple(action.scene_id for action in steps(actions) if isinstance(action, ApplyScene))

"""From an action with its values to the commands that give it. Pure: resolves no names, sends nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from devices.command import Command, Outcome, Reason, Status
from devices.kinds import KINDS
from devices.model import Scalar, Snapshot
from devices.road.limit import Misfit, fit
from tools.meaning.arguments import Action

_OPPOSITES: Mapping[str, Action] = {
    "on": Action.TURN_OFF,
    "off": Action.TURN_ON,
    "open": Action.CLOSE,
    "closed": Action.OPEN,
    "locked": Action.UNLOCK,
    "unlocked": Action.LOCK,
}
_NEEDS: Mapping[Action, str] = {
    Action.SET_POSITION: "position",
    Action.SET_TEMPERATURE: "temperature",
    Action.SET_HVAC_MODE: "hvac_mode",
    Action.SET_PERCENTAGE: "percentage",
}


@dataclass(frozen=True, slots=True)
class Order:
    """What an action comes to: the commands that fit, and the refusals of entities that can't be told it."""

    commands: tuple[Command, ...] = ()
    refused: tuple[Outcome, ...] = ()


def order(action: Action, values: Mapping[str, Scalar], snapshots: Sequence[Snapshot]) -> Order:
    """One command or one refusal for every snapshot, in their order."""
    commands: list[Command] = []
    refused: list[Outcome] = []
    for snapshot in snapshots:
        given = _one(action, values, snapshot)
        if isinstance(given, Command):
            commands.append(given)
        else:
            refused.append(given)
    return Order(tuple(commands), tuple(refused))


def lacking(action: Action, values: Mapping[str, Scalar]) -> str:
    """The value that this action can't do without and that was not said; empty if none."""
    needed = _NEEDS.get(action, "")
    return "" if needed in values else needed


def can(action: Action, snapshot: Snapshot) -> bool:
    """Whether this kind of entity knows the action at all, values aside."""
    kind = KINDS[snapshot.entity.domain]
    wanted = tuple(_OPPOSITES.values()) if action is Action.TOGGLE else (action,)
    return any(kind.control(word) is not None for word in wanted)


def _one(action: Action, values: Mapping[str, Scalar], snapshot: Snapshot) -> Command | Outcome:
    """A toggle means the opposite of what is known; of an unknown state, half of all guesses are wrong."""
    meant = _OPPOSITES.get(snapshot.word) if action is Action.TOGGLE else action
    asked = Command(snapshot.entity.id, meant or action, dict(values))
    fitted = fit(asked, snapshot) if meant else Misfit(Reason.UNAVAILABLE)
    if isinstance(fitted, Command):
        return fitted
    control = KINDS[snapshot.entity.domain].control(asked.control)
    named = replace(asked, control=control.name) if control else asked
    word = snapshot.word
    return Outcome(named, Status.REFUSED, word, word, fitted.reason, detail=fitted.detail)

"""From steps as they were written to the actions of a rule; says why when there are none. Pure."""

from collections.abc import Callable, Mapping, Sequence

from devices.automation.rule.action import (
    Act,
    Action,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
from devices.command import Command, Outcome, Reason, Status
from devices.kinds import KINDS
from devices.model import Scalar, Snapshot
from devices.resolve import Target, Unresolved
from tools.automations.draft.entry import Then, ThenKind
from tools.automations.draft.holding import condition_of
from tools.automations.draft.unclear import unclear
from tools.context import ToolContext
from tools.meaning.aim import Aim, aim, missed
from tools.meaning.arguments import Action as Word
from tools.meaning.order import can, lacking, order
from tools.outcome import ToolResult
from tools.receipt import refusal
from tools.words.speech import say

_BY_VALUE: Mapping[str, Word] = {
    "brightness_pct": Word.TURN_ON,
    "color_temp_kelvin": Word.TURN_ON,
    "position": Word.SET_POSITION,
    "percentage": Word.SET_PERCENTAGE,
    "temperature": Word.SET_TEMPERATURE,
    "hvac_mode": Word.SET_HVAC_MODE,
}
"""What a value alone asks for."""
_RAMPED = {"brightness": "brightness_pct"}
_DARK = {"brightness_pct": 1.0}
"""A light eased to nothing goes to its least first, and then off."""
MOST_ROUNDS = 1000


def actions_of(steps: Sequence[Then], context: ToolContext) -> tuple[Action, ...] | ToolResult:
    """The actions of these steps in order; none at all is a question."""
    done: list[Action] = []
    for step in steps:
        if step.kind is ThenKind.REPEAT:
            again = _repeat(step, tuple(done), context)
            if isinstance(again, ToolResult):
                return again
            done = [again]
            continue
        made = _step(step, context)
        if isinstance(made, ToolResult):
            return made
        done += made
    return tuple(done) or unclear("rule_needs_action", "targets and an action, or then, are needed", context)


def _step(step: Then, context: ToolContext) -> tuple[Action, ...] | ToolResult:
    return _STEPS[step.kind](step, context)


def _notify(step: Then, _context: ToolContext) -> tuple[Action, ...] | ToolResult:
    return (Notify(step.message, step.bell, step.topic.strip("/ ")),)


def _wait(step: Then, context: ToolContext) -> tuple[Action, ...] | ToolResult:
    if not step.seconds:
        return unclear("rule_needs_duration", "seconds are needed", context)
    return (Wait(step.seconds),)


def _put_back(_step: Then, _context: ToolContext) -> tuple[Action, ...] | ToolResult:
    return (PutBack(),)


def _scene(step: Then, context: ToolContext) -> tuple[Action, ...] | ToolResult:
    book = context.house.scenes
    found = book.find(step.scene) if step.scene else None
    if found is not None:
        return (ApplyScene(found.id),)
    known = "; ".join(scene.name for scene in book.scenes())
    there = say(context.language, "unknown_there_is", names=known) if known else ""
    return unclear(
        "rule_no_such_scene", f"no scene {step.scene}", context, name=step.scene or "", there_is=there
    )


def _wait_until(step: Then, context: ToolContext) -> tuple[Action, ...] | ToolResult:
    if step.until is None:
        return unclear("rule_needs_state", "until is needed", context)
    until = condition_of(step.until, (), context)
    return until if isinstance(until, ToolResult) else (WaitUntil(until, step.timeout_seconds, step.go_on),)


def _repeat(step: Then, before: tuple[Action, ...], context: ToolContext) -> Action | ToolResult:
    until = condition_of(step.until, (), context) if step.until is not None else None
    if isinstance(until, ToolResult):
        return until
    if not before or (step.times is None and until is None):
        return unclear("rule_needs_times", "repeat needs steps before it, and times or until", context)
    pause = (Wait(step.every_seconds),) if step.every_seconds else ()
    if until is not None and step.times is None and not pause:
        return unclear("rule_needs_duration", "every_seconds is needed", context)
    return Repeat((*before, *pause), step.times or MOST_ROUNDS, until)


def _aimed(step: Then, action: Word, context: ToolContext) -> tuple[Snapshot, ...] | ToolResult:
    if not step.targets:
        return unclear("rule_needs_action", "targets are needed", context)
    view = context.house.home.view()
    found = aim(Aim(Target(tuple(step.targets)), lambda snapshot: can(action, snapshot)), view)
    return missed(found, context) if isinstance(found, Unresolved) else found.snapshots


def _command(step: Then, context: ToolContext) -> tuple[Action, ...] | ToolResult:
    """A step's commands; a toggle stays one, since the rule runs in a state nobody knows yet."""
    action = step.action or next((_BY_VALUE[name] for name in step.given()), None)
    if action is None:
        return unclear("rule_needs_action", "an action is needed", context)
    snapshots = _aimed(step, action, context)
    if isinstance(snapshots, ToolResult):
        return snapshots
    commands = _commands(action, step.given(), snapshots, context)
    return commands if isinstance(commands, ToolResult) else tuple(Act(command) for command in commands)


def _commands(
    action: Word, values: Mapping[str, Scalar], snapshots: tuple[Snapshot, ...], context: ToolContext
) -> tuple[Command, ...] | ToolResult:
    if needed := lacking(action, values):
        names = ", ".join(s.entity.name for s in snapshots)
        return unclear("needs_value", f"{needed} is needed", context, name=names)
    if action is Word.TOGGLE:
        unable = [s for s in snapshots if KINDS[s.entity.domain].control(Word.TOGGLE) is None]
        commands = tuple(Command(s.entity.id, Word.TOGGLE.value) for s in snapshots)
        return refusal(_unsupported(unable[0]), context) if unable else commands
    given = order(action, values, snapshots)
    return refusal(given.refused[0], context) if given.refused else given.commands


def _ramp(step: Then, context: ToolContext) -> tuple[Action, ...] | ToolResult:
    """One ramp an entity, side by side; a light that goes to nothing is turned off at the end."""
    value = _RAMPED.get(step.value or "", step.value or "")
    if value not in _BY_VALUE or value == "hvac_mode" or step.to is None or step.over_seconds is None:
        return unclear("rule_needs_ramp", "value, to and over_seconds are needed", context)
    snapshots = _aimed(step, _BY_VALUE[value], context)
    if isinstance(snapshots, ToolResult):
        return snapshots
    to = max(step.to, _DARK.get(value, step.to))
    whole = round(to) if value != "temperature" else to
    commands = _commands(_BY_VALUE[value], {value: whole}, snapshots, context)
    if isinstance(commands, ToolResult):
        return commands
    ramps = tuple(Ramp(c.entity_id, c.control, value, to, step.over_seconds) for c in commands)
    off = tuple(Act(Command(c.entity_id, "turn_off")) for c in commands) if step.to < to else ()
    return (*ramps, *off)


def _unsupported(snapshot: Snapshot) -> Outcome:
    command = Command(snapshot.entity.id, Word.TOGGLE.value)
    return Outcome(command, Status.REFUSED, snapshot.word, snapshot.word, Reason.NOT_SUPPORTED)


_STEPS: Mapping[ThenKind, Callable[[Then, ToolContext], tuple[Action, ...] | ToolResult]] = {
    ThenKind.COMMAND: _command,
    ThenKind.SCENE: _scene,
    ThenKind.NOTIFY: _notify,
    ThenKind.WAIT: _wait,
    ThenKind.WAIT_UNTIL: _wait_until,
    ThenKind.RAMP: _ramp,
    ThenKind.PUT_BACK: _put_back,
}
"""How each kind of step is made; a repeat takes in what stands before it."""

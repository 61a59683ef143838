"""The steps of a run: from where it is to the next thing it waits for, and the effect that begins it.

Pure: a run and what it may look at go in, the next run and at most one effect come out.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

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
from devices.automation.rule.rule import Rule
from devices.automation.run.course import Frame, Ramping, Run, Stage
from devices.automation.run.spec import Effect, Give, Scenes, Stop, Tell
from devices.automation.run.steps import ramp as ramps
from devices.automation.run.steps.putback import marked, needs_marks, put_back
from devices.automation.run.steps.waiting import concerns, look, look_again
from devices.automation.watch.spec import World
from devices.command import Cause, Command, Origin

BREATH = timedelta(seconds=1)
MILLISECOND = timedelta(milliseconds=1)
AT_ONCE = 1000
"""So many steps may be taken without time passing; then a run that goes round and round takes a breath."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a run may look at; `now` is when it is looked at, be it later than the instant a step is for."""

    rule: Rule
    world: World
    scenes: Scenes
    now: datetime

    def actions(self, run: Run) -> tuple[Action, ...]:
        """The list that this run goes through."""
        return self.rule.until if run.fire.over else self.rule.actions


Moved: TypeAlias = tuple[Run, Effect | None]


def proceed(run: Run, scope: Scope, at: datetime) -> Moved:
    """Take steps from a READY run until it waits for something or has ended."""
    for _ in range(AT_ONCE):
        run, effect = _step(run, scope, at)
        if effect is not None or run.stage is not Stage.READY:
            return run, effect
    return _until(run, Stage.WAITING, at, at + BREATH), None


def wake(run: Run, scope: Scope, at: datetime) -> Moved:
    """Go on with a run whose instant has come, or whose condition may hold now."""
    action = current(run, scope)
    if run.stage is Stage.WAITING:
        return proceed(_ready(run, at), scope, at)
    if run.stage is Stage.HOLDING and isinstance(action, WaitUntil):
        held = _hold(run, scope, action, at)
        return proceed(held, scope, at) if held.stage is Stage.READY else (held, None)
    if run.stage is Stage.RAMPING and isinstance(action, Ramp) and run.ramp is not None:
        return _ramp_on(run, scope, action, run.ramp, at)
    return run, None


def current(run: Run, scope: Scope) -> Action | None:
    """The action that a run stands at; None at the end of a list."""
    found: Action | None = None
    actions = scope.actions(run)
    for frame in run.frames:
        found = actions[frame.index] if frame.index < len(actions) else None
        actions = found.actions if isinstance(found, Repeat) else ()
    return found


def resumed(run: Run, scope: Scope, at: datetime) -> Moved:
    """Go on after the commands or the notice of a step are through."""
    action = current(run, scope)
    if run.stage is Stage.TELLING:
        return proceed(_past(_ready(run, at)), scope, at)
    if isinstance(action, Ramp) and run.ramp is not None:
        if run.ramp.told == action.to:
            return proceed(_past(_ready(replace(run, ramp=None), at)), scope, at)
        return _next_of_ramp(run, action, run.ramp, at), None
    return proceed(_ready(run, at), scope, at)


def waits_for(run: Run, scope: Scope, entity_id: str) -> bool:
    """Whether a run waits for a condition in which this entity plays a part."""
    action = current(run, scope)
    return isinstance(action, WaitUntil) and concerns(action.condition, entity_id)


def without_ramp(run: Run) -> Run:
    """With the ramp that it is in, if any, taken for done."""
    return replace(run, ramp=None, frames=_past(run).frames) if run.ramp is not None else run


def give(
    run: Run, scope: Scope, commands: tuple[Command, ...], at: datetime, *, allowed: bool = False
) -> tuple[Run, Give]:
    """Give these commands next; the run waits for their outcomes."""
    marks = marked(run.marks, commands, scope.world) if needs_marks(scope.rule) else run.marks
    step = run.step + 1
    given = replace(
        run, stage=Stage.GIVING, at=at, wake=None, step=step, commands=commands, marks=marks, allowed=allowed
    )
    return given, give_of(given, scope)


def give_of(run: Run, scope: Scope) -> Give:
    """The request of a run that is giving commands."""
    rule = scope.rule
    cause = Cause(Origin.JOB if rule.once else Origin.RULE, rule.id, rule.words)
    late = max(run.fire.late if run.step == 1 else 0.0, (scope.now - run.at).total_seconds())
    return Give(run.id, run.step, rule.id, run.commands, cause, run.at, run.allowed, late)


def telling(run: Run, scope: Scope) -> Tell | None:
    """The notice of a run that is telling one."""
    action = current(run, scope)
    return tell_of(run, action) if isinstance(action, Notify) else None


def tell_of(run: Run, action: Notify) -> Tell:
    """The notice of a run that tells this."""
    facts = dict(run.facts)
    return Tell(run.id, run.step, run.rule_id, run.at, action.message, action.bell, action.topic, facts)


def _step(run: Run, scope: Scope, at: datetime) -> Moved:
    match current(run, scope):
        case None:
            return _end_of_list(run, scope, at), None
        case Act() | ApplyScene():
            return _commands(run, scope, at)
        case Notify() as action:
            told = replace(run, stage=Stage.TELLING, at=at, step=run.step + 1)
            return told, tell_of(told, action)
        case Ramp() as action:
            return _ramp(run, scope, action, at)
        case PutBack():
            return _put_back(run, scope, at)
        case Wait() | WaitUntil() | Repeat() as action:
            return _paced(run, scope, action, at), None


def _paced(run: Run, scope: Scope, action: Wait | WaitUntil | Repeat, at: datetime) -> Run:
    """What only says when the steps around it come up."""
    match action:
        case Wait(seconds=seconds):
            return _until(_past(run), Stage.WAITING, at, at + timedelta(seconds=seconds))
        case WaitUntil(timeout_seconds=seconds):
            limit = at + timedelta(seconds=seconds)
            return _hold(replace(run, stage=Stage.HOLDING, at=at, limit=limit, since={}), scope, action, at)
        case Repeat():
            return replace(run, frames=(*run.frames, Frame()))


def _commands(run: Run, scope: Scope, at: datetime) -> Moved:
    """Neighbouring commands and scenes are one request: devices move side by side, the gate sees them all."""
    commands: list[Command] = []
    gone: list[str] = []
    while isinstance(action := current(run, scope), Act | ApplyScene):
        if isinstance(action, Act):
            commands.append(action.command)
        else:
            found = scope.scenes(action.scene_id)
            commands += found or ()
            gone += [action.scene_id] if found is None else []
        run = _past(run)
    if gone:
        run = run.noting(scene_gone=",".join(gone))
    return give(run, scope, tuple(commands), at) if commands else (run, None)


def _hold(run: Run, scope: Scope, action: WaitUntil, at: datetime) -> Run:
    held, clocks = look(action.condition, scope.world, at, run.since)
    limit = run.limit or at
    if held or (at >= limit and action.go_on):
        run = run if held else run.noting(timeout="yes")
        return _past(_ready(run, at))
    if at >= limit:
        return ended(run, at, Stop.TIMEOUT)
    again = look_again(action.condition, at, clocks)
    return replace(run, wake=min(limit, again) if again else limit, since=clocks)


def _ramp(run: Run, scope: Scope, action: Ramp, at: datetime) -> Moved:
    start = ramps.level(scope.world.find(action.entity_id), action.value)
    if start == action.to:
        return _past(run), None
    if start is None:
        # where nobody knows how high it is there is no way to ease it: it goes to the end at once
        told = replace(run, ramp=ramps.begin(action, action.to, at))
        return give(told, scope, (ramps.command(action, action.to),), at)
    return _next_of_ramp(run, action, ramps.begin(action, start, at), at), None


def _next_of_ramp(run: Run, action: Ramp, under_way: Ramping, at: datetime) -> Run:
    instant, _value = ramps.next_step(action, under_way, at)
    return _until(replace(run, ramp=under_way), Stage.RAMPING, at, max(instant, at))


def _ramp_on(run: Run, scope: Scope, action: Ramp, under_way: Ramping, at: datetime) -> Moved:
    if ramps.disturbed(action, under_way, scope.world.find(action.entity_id)):
        stopped = _past(_ready(replace(run, ramp=None), at).noting(ramp_stopped=action.entity_id))
        return proceed(stopped, scope, at)
    held_up = scope.now - at > 2 * ramps.pause(action, under_way)
    if held_up and scope.now < under_way.until:
        # the rest is eased from where the device was left, not jumped to
        return _next_of_ramp(run, action, ramps.again(under_way, scope.now), scope.now), None
    _instant, value = ramps.next_step(action, under_way, at - MILLISECOND)
    value = action.to if scope.now >= under_way.until else value
    told = replace(under_way, told=value, before=under_way.told)
    return give(replace(run, ramp=told), scope, (ramps.command(action, value),), at)


def _put_back(run: Run, scope: Scope, at: datetime) -> Moved:
    commands, left = put_back(run.marks, scope.world)
    run = _past(run)
    if left:
        run = run.noting(left=",".join(left))
    return give(run, scope, commands, at) if commands else (run, None)


def _end_of_list(run: Run, scope: Scope, at: datetime) -> Run:
    """The end of the rule, or of a round of a repeat."""
    outer = replace(run, frames=run.frames[:-1])
    repeat = current(outer, scope) if outer.frames else None
    if not isinstance(repeat, Repeat):
        return ended(run, at)
    round_ = run.frames[-1].round + 1
    over = round_ >= repeat.times
    if not over and repeat.until is not None:
        over, clocks = look(repeat.until, scope.world, at, run.since)
        run, outer = replace(run, since=clocks), replace(outer, since=clocks)
    return _past(outer) if over else replace(run, frames=(*outer.frames, Frame(0, round_)))


def ended(run: Run, at: datetime, why: Stop | None = None) -> Run:
    """A run that is over; one that was stopped notes why."""
    run = run.noting(stopped=why.value) if why else run
    return replace(run, stage=Stage.ENDED, at=at, wake=None, ramp=None, stopping="")


def _past(run: Run) -> Run:
    """With the next action of the innermost list to come."""
    last = run.frames[-1]
    return replace(run, frames=(*run.frames[:-1], replace(last, index=last.index + 1)))


def _ready(run: Run, at: datetime) -> Run:
    return replace(
        run, stage=Stage.READY, at=at, wake=None, limit=None, commands=(), allowed=False, again=False
    )


def _until(run: Run, stage: Stage, at: datetime, instant: datetime) -> Run:
    return replace(run, stage=stage, at=at, wake=instant)

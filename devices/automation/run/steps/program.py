"""The steps of a run: from where it is to the next thing it waits for, and the effect that begins it.

Pure: a run and what it may look at go in, the next run and at most one effect come out.
"""

from collections.abc import Iterable
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
from devices.automation.run.steps.waiting import look, look_again, sources
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
    if run.stage is Stage.RAMPING and run.ramps:
        return _ramp_on(run, scope, at)
    return run, None


def current(run: Run, scope: Scope) -> Action | None:
    """The action that a run stands at; None at the end of a list."""
    return next(iter(_rest(run, scope)), None)


def _rest(run: Run, scope: Scope) -> tuple[Action, ...]:
    """What is left of the innermost list, from the action that a run stands at."""
    actions = scope.actions(run)
    for frame in run.frames[:-1]:
        found = actions[frame.index] if frame.index < len(actions) else None
        actions = found.actions if isinstance(found, Repeat) else ()
    return actions[run.frames[-1].index :] if run.frames else ()


def resumed(run: Run, scope: Scope, at: datetime) -> Moved:
    """Go on after the commands or the notice of a step are through."""
    action = current(run, scope)
    if run.stage is Stage.TELLING:
        return proceed(_past(_ready(run, at)), scope, at)
    if isinstance(action, Ramp) and run.ramps:
        return _ramp_to_next(run, scope, run.ramps, at)
    return proceed(_ready(run, at), scope, at)


def waited_for(run: Run, scope: Scope) -> frozenset[str]:
    """The entities whose reports may end what a run waits for."""
    action = current(run, scope) if run.stage is Stage.HOLDING else None
    return sources(action.condition) if isinstance(action, WaitUntil) else frozenset()


def without_ramps(run: Run, scope: Scope) -> Run:
    """With the ramps that it is in, if any, taken for done."""
    return replace(run, ramps=(), frames=_past(run, len(_ramps(run, scope))).frames) if run.ramps else run


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
        case Ramp():
            return _ramp(run, scope, at)
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


def _ramps(run: Run, scope: Scope) -> tuple[Ramp, ...]:
    """The ramps that go side by side from where a run stands: neighbours, each of another entity or value."""
    found: dict[tuple[str, str], Ramp] = {}
    for action in _rest(run, scope):
        if not isinstance(action, Ramp) or (action.entity_id, action.value) in found:
            break
        found[action.entity_id, action.value] = action
    return tuple(found.values())


def _ramp(run: Run, scope: Scope, at: datetime) -> Moved:
    """Begin the ramps; what stands nobody knows where goes to the end at once."""
    begun: list[Ramping] = []
    at_once: list[Command] = []
    for offset, action in enumerate(_ramps(run, scope)):
        start = ramps.level(scope.world.find(action.entity_id), action.value)
        under_way = ramps.begin(action, action.to if start is None else start, at)
        begun.append(replace(under_way, offset=offset))
        if start is None:
            at_once.append(ramps.command(action, action.to))
    if at_once:
        return give(replace(run, ramps=tuple(begun)), scope, tuple(at_once), at)
    return _ramp_to_next(run, scope, begun, at)


def _ramp_to_next(run: Run, scope: Scope, under_way: Iterable[Ramping], at: datetime) -> Moved:
    """Wait for the next step of those that are not at their end; once all are, go on."""
    actions = _ramps(run, scope)
    left = tuple(one for one in under_way if one.told != actions[one.offset].to)
    if not left:
        return proceed(_past(_ready(replace(run, ramps=()), at), len(actions)), scope, at)
    instant = min(ramps.next_step(actions[one.offset], one, at)[0] for one in left)
    return _until(replace(run, ramps=left), Stage.RAMPING, at, max(instant, at)), None


def _ramp_on(run: Run, scope: Scope, at: datetime) -> Moved:
    """Take the steps that have come; what somebody else moved is left alone, what was held up is eased on."""
    actions, kept = _ramps(run, scope), list[Ramping]()
    commands: list[Command] = []
    for one in run.ramps:
        action = actions[one.offset]
        instant, value = ramps.next_step(action, one, at - MILLISECOND)
        if instant > at and scope.now < one.until:
            kept.append(one)
        elif ramps.disturbed(action, one, scope.world.find(action.entity_id)):
            noted = filter(None, (run.facts.get("ramp_stopped"), action.entity_id))
            run = run.noting(ramp_stopped=",".join(noted))
        elif scope.now - at > 2 * ramps.pause(action, one) and scope.now < one.until:
            kept.append(ramps.again(one, scope.now))
        else:
            value = action.to if scope.now >= one.until else value
            kept.append(replace(one, told=value, before=one.told))
            commands.append(ramps.command(action, value))
    if commands:
        return give(replace(run, ramps=tuple(kept)), scope, tuple(commands), at)
    return _ramp_to_next(run, scope, kept, max(at, scope.now) if kept else at)


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
    return replace(run, stage=Stage.ENDED, at=at, wake=None, ramps=(), stopping="")


def _past(run: Run, actions: int = 1) -> Run:
    """With the next action of the innermost list to come, behind so many."""
    last = run.frames[-1]
    return replace(run, frames=(*run.frames[:-1], replace(last, index=last.index + actions)))


def _ready(run: Run, at: datetime) -> Run:
    return replace(
        run, stage=Stage.READY, at=at, wake=None, limit=None, commands=(), allowed=False, again=False
    )


def _until(run: Run, stage: Stage, at: datetime, instant: datetime) -> Run:
    return replace(run, stage=stage, at=at, wake=instant)

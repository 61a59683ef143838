"""What becomes of a step whose commands have their outcomes: through, asked for, or tried again. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from devices.automation.rule.rule import Rule
from devices.automation.run.course import Run, Stage
from devices.automation.run.steps.putback import left
from devices.automation.watch.spec import World
from devices.command import Command, Outcome, Reason, Status

_NOT_TWICE = frozenset({"toggle", "press", "stop", "stop_cover"})
"""Controls whose second giving does something else than the first."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The run after its outcomes; READY means that its step is through."""

    run: Run
    asks: bool = False


def settle(run: Run, rule: Rule, outcomes: tuple[Outcome, ...], at: datetime) -> Settled:
    """Take in outcomes: those that need a person are asked for, those a broker lost are tried once more."""
    held = tuple(o for o in outcomes if o.status is Status.NEEDS_CONFIRMATION)
    lost = tuple(o for o in outcomes if o.status is Status.REFUSED and o.reason is Reason.BROKER_DOWN)
    run = replace(run, marks=left(run.marks, outcomes, at))
    if run.stopping:
        return Settled(replace(run.counting(outcomes), stage=Stage.READY))
    if lost and not run.again and rule.late_seconds > 0:
        open_ = tuple(o.command for o in outcomes if o in (*held, *lost))
        through = tuple(o for o in outcomes if o not in (*held, *lost))
        limit = at + timedelta(seconds=rule.late_seconds)
        stranded = replace(run.counting(through), stage=Stage.STRANDED, commands=open_, wake=limit)
        return Settled(replace(stranded, at=at))
    if held:
        run = run.counting(tuple(o for o in outcomes if o not in held))
        asking = replace(run, stage=Stage.ASKING, at=at, wake=None, step=run.step + 1)
        return Settled(replace(asking, commands=tuple(o.command for o in held)), asks=True)
    return Settled(replace(run.counting(outcomes), stage=Stage.READY))


def refused(run: Run, world: World, reason: Reason) -> Run:
    """With the commands that it still had open refused for this reason."""
    return run.counting(tuple(_outcome(c, world, Status.REFUSED, reason) for c in run.commands))


def repeatable(run: Run, rule: Rule, at: datetime) -> tuple[Command, ...]:
    """The commands of a step that was cut off which may be given once more, now.

    What a person allowed was allowed once; what would do something else the second time is left.
    """
    if run.allowed or at - run.at > timedelta(seconds=max(rule.late_seconds, 60.0)):
        return ()
    return tuple(command for command in run.commands if command.control not in _NOT_TWICE)


def cut_off(run: Run, world: World, again: tuple[Command, ...]) -> Run:
    """With the commands that are not given again noted as maybe out: nobody heard what became of them."""
    lost = [command for command in run.commands if command not in again]
    noted = run.counting(tuple(_outcome(c, world, Status.SENT, Reason.STOPPED) for c in lost))
    return replace(noted, commands=again)


def _outcome(command: Command, world: World, status: Status, reason: Reason) -> Outcome:
    now = world.find(command.entity_id)
    if now is None:
        return Outcome(command, status, reason=reason)
    shown = now.attributes()
    return Outcome(command, status, now.word, now.word, reason, shown, shown)

"""The runs that are under way: moved on by time, by outcomes and by answers.

Which firing becomes a run is the conductor's business. Knows no clock, does nothing itself.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import At, Every, Happens, Once, Sun
from devices.automation.run.course import Run, Stage, set_back
from devices.automation.run.firing import ask_of, ended_of
from devices.automation.run.lineup import Lineup
from devices.automation.run.spec import Effect, Scenes, Skip, Stop
from devices.automation.run.steps import program
from devices.automation.run.steps.program import Moved, Scope
from devices.automation.run.steps.putback import together
from devices.automation.run.steps.settle import cut_off, refused, repeatable, settle
from devices.automation.watch.spec import World
from devices.automation.watch.start import CLOCK_SLACK
from devices.automation.watch.step import exact
from devices.command import Outcome, Reason

NOTICED_LATE = timedelta(seconds=60)
_IN_HAND = (Stage.GIVING, Stage.TELLING)
_ENDLESS = (Happens, At, Sun, Every, Once)
"""Triggers that are a moment: nothing is ever over."""


class Floor:
    """All runs of a home, and what they want done."""

    def __init__(self, world: World, scenes: Scenes) -> None:
        self._world, self._scenes = world, scenes
        self._lineup = Lineup(self._waited_for)
        self._rules: dict[str, Rule] = {}
        self._effects: list[Effect] = []
        self._now: datetime | None = None

    def advance(self, to: datetime) -> None:
        """Let time pass; where the clock was set back, all that runs goes on for as long as it had left."""
        self._follow_clock(to)
        self._run(to)

    def _follow_clock(self, at: datetime) -> None:
        """It is this late now, by the clock itself and not by what somebody tells of an earlier instant."""
        at = exact(at)
        if self._now is not None and at < self._now - CLOCK_SLACK:
            self._set_back(self._now - at, at)
            self._now = at
        self._now = max(self._now or at, at)

    def _set_back(self, back: timedelta, _at: datetime) -> None:
        for run in self._lineup.all():
            self._lineup.put(set_back(run, back))

    def _run(self, to: datetime) -> None:
        to = exact(to)
        while (run := self._lineup.due(to)) is not None:
            at = run.wake or to
            if to - at > NOTICED_LATE:
                run = run.noting(late=f"{(to - at).total_seconds():.0f}")
            if run.stage is Stage.STRANDED:
                self._go_on(refused(run, self._world, Reason.BROKER_DOWN), at, to)
            else:
                self._move(program.wake(run, self._scope(run, to), at), at)

    def next(self) -> datetime | None:
        """When time alone moves a run on next; None: never."""
        return self._lineup.next()

    def take(self) -> tuple[Effect, ...]:
        """What is to be done since the last call, in order; `changes` is to be stored before."""
        effects, self._effects = tuple(self._effects), []
        return effects

    def changes(self) -> Mapping[str, Run | None]:
        """What is to be stored since the last call; None: forget it."""
        return self._lineup.changes()

    def done(self, run_id: str, step: int, outcomes: tuple[Outcome, ...], at: datetime) -> None:
        """A step was carried out; an answer to a step that is over already changes nothing."""
        self._follow_clock(at)
        at, run = exact(at), self._lineup.run(run_id)
        if run is None or run.step != step or run.stage not in _IN_HAND:
            return
        if run.stage is Stage.TELLING:
            self._go_on(run, at, at)
            return
        settled = settle(run, self._rules[run.rule_id], outcomes, at)
        if settled.run.stage is Stage.READY:
            self._go_on(replace(settled.run, stage=Stage.GIVING), at, at)
            return
        self._lineup.put(settled.run)
        if settled.asks:
            self._effects.append(ask_of(settled.run))

    def answered(self, run_id: str, step: int, reason: Reason, at: datetime) -> None:
        """A person allowed what was asked (Reason.NONE), or did not: declined, unanswered."""
        self._follow_clock(at)
        at, run = exact(at), self._lineup.run(run_id)
        if run is None or run.step != step or run.stage is not Stage.ASKING:
            return
        if reason is Reason.NONE:
            self._move(program.give(run, self._scope(run, at), run.commands, at, allowed=True), at)
        else:
            self._go_on(
                program.without_ramps(refused(run, self._world, reason), self._scope(run, at)), at, at
            )

    def closed(self, run_id: str) -> None:
        """A run that ended is written down; what its trigger's end may put back is kept until then.

        Of a job also that it ran: it is done with only once its end is done.
        """
        run = self._lineup.run(run_id)
        if run is None or run.stage is not Stage.ENDED:
            return
        rule = self._rules.get(run.rule_id)
        if rule is None or not rule.until or run.fire.over or not (run.marks or rule.once):
            self._lineup.drop(run)
            return
        marks = dict(run.marks)
        for other in self._lineup.of(run.rule_id):
            if other.stage is Stage.LATENT:
                marks = together(other.marks, marks)
                self._lineup.drop(other)
        self._lineup.put(replace(run, stage=Stage.LATENT, marks=marks))

    def connected(self, at: datetime) -> None:
        """The broker is back: what it could not carry is tried once more."""
        at = exact(at)
        self.advance(at)
        for run in self._lineup.all():
            if run.stage is Stage.STRANDED:
                given, effect = program.give(run, self._scope(run, at), run.commands, run.at)
                self._move((replace(given.noting(retried="broker_down"), again=True), effect), at)

    def _scope(self, run: Run, now: datetime) -> Scope:
        return Scope(self._rules[run.rule_id], self._world, self._scenes, now)

    def _waited_for(self, run: Run) -> frozenset[str]:
        known = run.rule_id in self._rules
        return program.waited_for(run, self._scope(run, run.at)) if known else frozenset()

    def _live(self, rule_id: str) -> tuple[Run, ...]:
        return tuple(run for run in self._lineup.of(rule_id) if run.live)

    def _move(self, moved: Moved, at: datetime) -> None:
        """Take a run as it is now, with what it wants done."""
        run, effect = moved
        if run.stage is Stage.ENDED:
            self._finish(run, at)
            return
        self._lineup.put(run)
        if effect is not None:
            self._effects.append(effect)

    def _go_on(self, run: Run, at: datetime, now: datetime) -> None:
        """Its step is through: the next one, or the end that was waited for."""
        if run.stopping:
            self._finish(program.ended(run, at, Stop(run.stopping)), at)
        else:
            self._move(program.resumed(run, self._scope(run, now), at), at)

    def _stop(self, runs: Iterable[Run], why: Stop, at: datetime) -> None:
        """End these runs, after what they have in hand; who is left gets its turn once all have ended."""
        ending = tuple(runs)
        for run in (self._lineup.run(one.id) or one for one in ending):
            if run.stage in _IN_HAND:
                self._lineup.put(replace(run, stopping=why.value))
                continue
            open_ = run.stage in (Stage.ASKING, Stage.STRANDED)
            stopped = refused(run, self._world, Reason.STOPPED) if open_ else run
            self._conclude(program.ended(stopped, at, why))
        for rule_id in dict.fromkeys(run.rule_id for run in ending):
            self._turn(rule_id, at)

    def _finish(self, run: Run, at: datetime) -> None:
        """It is over, and who waits in line gets its turn."""
        self._conclude(run)
        self._turn(run.rule_id, at)

    def _conclude(self, run: Run) -> None:
        """It is over: who waits in line inherits what it may have to put back."""
        rule, why = self._rules[run.rule_id], run.facts.get("stopped", "")
        done = why in ("", Stop.TIMEOUT) and (run.fire.over or not _ends(rule, run.fire.trigger))
        skipped = Skip.STOPPED.value if why and not run.step else run.skipped
        self._lineup.put(replace(run, remove=rule.once and done, skipped=skipped))
        self._effects.append(ended_of(replace(run, remove=rule.once and done, skipped=skipped)))
        if why in (Stop.RESTARTED, Stop.OVER):
            self._inherit(run)

    def _inherit(self, run: Run) -> None:
        heir = next((r for r in self._live(run.rule_id) if r.stage is Stage.QUEUED), None)
        if heir is not None:
            self._lineup.put(replace(heir, marks=together(heir.marks, run.marks)))
            self._lineup.put(replace(self._lineup.run(run.id) or run, marks={}))

    def _turn(self, rule_id: str, at: datetime) -> None:
        """Let those begin that waited for others to end."""
        side_by_side = self._rules[rule_id].mode is Mode.PARALLEL
        for run in [r for r in self._live(rule_id) if r.stage is Stage.QUEUED]:
            busy = [r for r in self._live(rule_id) if r.stage is not Stage.QUEUED]
            blocked = any(r.stopping for r in busy) or (bool(busy) and not side_by_side)
            now = self._lineup.run(run.id)
            if not blocked and now is not None and now.stage is Stage.QUEUED:
                ready = replace(now, stage=Stage.READY, at=at)
                self._move(program.proceed(ready, self._scope(ready, at), at), at)

    def _resume(self, run: Run, at: datetime) -> None:
        """Go on with a run of before a restart."""
        rule = self._rules[run.rule_id]
        match run.stage:
            case Stage.ENDED:
                self._effects.append(ended_of(run))
            case Stage.ASKING:
                self._effects.append(ask_of(run))
            case Stage.TELLING:
                self._move((run, program.telling(run, self._scope(run, at))), at)
            case Stage.GIVING:
                again = repeatable(run, rule, at)
                run = cut_off(run, self._world, again)
                if again:
                    self._move((run, program.give_of(run, self._scope(run, at))), at)
                else:
                    self._go_on(run, at, at)
            case _:
                pass


def _ends(rule: Rule, trigger: int) -> bool:
    """Whether something is to be done once what fired is over."""
    return bool(rule.until) and not any(isinstance(t, _ENDLESS) for t in rule.triggers[trigger:][:1])

"""Decides which firing becomes a run: modes, limits, conditions, loops; the floor moves what runs.

Knows no clock and does nothing itself: what is to be done is taken from it as effects and answered.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import At, Every, Once, Sun
from devices.automation.rule.write import body_text
from devices.automation.run.course import Run, Stage
from devices.automation.run.firing import Ids, ended_of, facts_of
from devices.automation.run.floor import Floor
from devices.automation.run.limits import Limits, Link
from devices.automation.run.spec import Held, Scenes, Skip, Stop
from devices.automation.run.steps import program
from devices.automation.run.steps.putback import followed, together
from devices.automation.watch.holds import all_hold
from devices.automation.watch.spec import Fire, World
from devices.automation.watch.step import exact
from devices.events import Event, RuleRan, StateChanged, StateReported

_MOST = {Mode.SINGLE: 1, Mode.QUEUED: 11, Mode.PARALLEL: 10}
"""So many runs of one rule there may be: one and ten in line, or ten side by side."""

FindRule = Callable[[str], Rule | None]


class Conductor(Floor):
    """All runs of a home; every method takes home time and lets it pass first.

    Args:
        world: what conditions and steps may look at.
        scenes: what brings a scene about.
        held: since when a condition of a rule holds, by rule and place.
    """

    def __init__(self, world: World, scenes: Scenes, held: Held) -> None:
        super().__init__(world, scenes)
        self._held, self._limits, self._ids = held, Limits(), Ids()
        self._recalled: set[str] = set()

    def answer(self, fire: Fire, rule: Rule, at: datetime) -> bool:
        """Run the rule that fired, or note why not; True when it runs or waits in line."""
        self._follow_clock(at)
        start = exact(at if fire.late else min(fire.at, at))
        self._run(start)
        if not rule.enabled or any(r.stage is Stage.ENDED and r.remove for r in self._lineup.of(rule.id)):
            return False
        self._rules[rule.id] = rule
        if fire.over:
            return bool(rule.until) and self._over(fire, rule, start)
        link = self._limits.link(fire, start)
        skip = self._hindrance(fire, rule, link, start)
        run = self._new(fire, rule, start, link)
        if skip is not Skip.NO:
            self._skip(run, rule, skip)
            return False
        self._limits.ran(rule, start)
        if link is not None:
            self._limits.chained(rule.id, link)
        self._lineup.put(run)
        others = (r for r in self._live(rule.id) if r.id != run.id)
        self._stop([r for r in others if r.fire.over or rule.mode is Mode.RESTART], Stop.RESTARTED, start)
        self._turn(rule.id, start)
        return True

    def hear(self, event: Event) -> None:
        """Take in one event of the bus: who changed what, and whether what is waited for has come."""
        match event:
            case StateChanged(after=snapshot, at=at):
                self._limits.hear(event)
                self._follow(event)
            case StateReported(snapshot=snapshot, at=at):
                pass
            case _:
                return
        self._run(at)
        for run in self._lineup.holding(snapshot.entity.id):
            if self._lineup.run(run.id) is run:
                self._move(program.wake(run, self._scope(run, exact(at)), exact(at)), exact(at))

    def arrange(self, find: FindRule, at: datetime) -> None:
        """Rules changed: runs of one that is gone, off or another now end; in line goes on who may."""
        self._follow_clock(at)
        ending: list[Run] = []
        for run in self._lineup.all():
            rule = find(run.rule_id)
            if rule is not None and _runs_on(run, rule):
                self._rules[rule.id] = rule
            elif run.live:
                ending.append(run)
            elif run.stage is Stage.LATENT:
                self._lineup.drop(run)
        self._stop(ending, Stop.CHANGED, exact(at))
        for rule_id in [known for known in self._rules if find(known) is None]:
            self._limits.forget(rule_id)
            self._ids.forget(rule_id)
            if not self._lineup.of(rule_id):
                del self._rules[rule_id]

    def recall(self, ran: RuleRan) -> None:
        """At the start: a run of before, for cooldown and for its id."""
        self._ids.taken(ran.rule_id, ran.run_id)
        if not ran.skipped and not {"over", "by"} & ran.facts.keys() and ran.run_id not in self._recalled:
            self._limits.recall(ran.rule_id, ran.at)
            self._recalled.add(ran.run_id)

    def restore(self, runs: Iterable[Run], find: FindRule, at: datetime) -> None:
        """At the start: go on with these runs where they were."""
        stored = tuple(runs)
        for run in stored:
            self._ids.taken(run.rule_id, run.id)
            rule = find(run.rule_id)
            if rule is not None:
                self._rules[rule.id] = rule
                if not (run.skipped or run.fire.over or run.id in self._recalled):
                    self._limits.recall(rule.id, run.began)
            self._lineup.load(run)
        self._recalled.clear()
        # what stands in the future was written down before the clock was set back
        self._follow_clock(max([at, *(run.at for run in stored)]))
        self._follow_clock(at)
        self._limits.set_back(timedelta(), exact(at))
        for run in self._lineup.all():
            known = find(run.rule_id)
            if known is not None and (run.stage is Stage.ENDED or _runs_on(run, known)):
                self._resume(run, exact(at))
            elif run.stage is Stage.ENDED:
                self._effects.append(ended_of(run))
            elif known is None:
                self._lineup.drop(run)
        self.arrange(find, at)
        for rule_id in {run.rule_id for run in stored} & self._rules.keys():
            self._turn(rule_id, exact(at))

    def _set_back(self, back: timedelta, at: datetime) -> None:
        super()._set_back(back, at)
        self._limits.set_back(back, at)

    def _follow(self, event: StateChanged) -> None:
        """What a run may have to put back, as its device reported it since."""
        entity_id = event.after.entity.id
        for run in self._lineup.marking(entity_id):
            mark = followed(run.marks[entity_id], event.after, event.at, ours=event.cause.ref == run.rule_id)
            if run.stage is not Stage.GIVING and mark != run.marks[entity_id]:
                self._lineup.put(replace(run, marks={**run.marks, entity_id: mark}))

    def _new(self, fire: Fire, rule: Rule, at: datetime, link: Link | None) -> Run:
        depth, chain = (link.depth, link.began) if link else (1, None)
        run_id, text = self._ids.new(rule.id, fire.at), body_text(rule)
        run = Run(run_id, fire, text, at, at, Stage.QUEUED, facts=facts_of(fire))
        return replace(run, depth=depth, chain=chain)

    def _hindrance(self, fire: Fire, rule: Rule, link: Link | None, at: datetime) -> Skip:
        """Why it does not run now."""
        if fire.missed:
            return Skip.MISSED
        if link is None:
            return Skip.LOOP
        held = all_hold(rule.conditions, self._world, at, lambda place: self._held(rule.id, place))
        if held is not True:
            return Skip.CONDITION_UNKNOWN if held is None else Skip.CONDITION
        if rule.once and any(not (run.fire.over or run.skipped) for run in self._lineup.of(rule.id)):
            return Skip.RUNNING
        under_way = sum(not run.fire.over for run in self._live(rule.id))
        if under_way >= _MOST.get(rule.mode, under_way + 1):
            return Skip.QUEUE_FULL if rule.mode is Mode.QUEUED else Skip.RUNNING
        return self._limits.pace(rule, at)

    def _skip(self, run: Run, rule: Rule, why: Skip) -> None:
        """Note that it did not run; a job whose time that was is done with, and says so."""
        timed = isinstance(rule.triggers[run.fire.trigger], At | Sun | Every | Once)
        over = rule.once and timed and why is not Skip.RUNNING
        tell = over or why is Skip.MISSED or (why is Skip.LOOP and self._limits.tells(rule.id, run.at))
        skipped = replace(run, stage=Stage.ENDED, skipped=why.value, remove=over, tell=tell)
        if tell:
            # kept until it is told and done: only this says so
            self._lineup.put(skipped)
        self._effects.append(ended_of(skipped))

    def _over(self, fire: Fire, rule: Rule, at: datetime) -> bool:
        """What had fired is over: whatever still runs because of it ends, and the end is done."""
        run = self._new(fire, rule, at, None)
        marks = dict(run.marks)
        for other in self._lineup.of(rule.id):
            if other.stage in (Stage.LATENT, Stage.ENDED):
                marks = together(marks, other.marks)
                self._lineup.put(replace(other, marks={}))
            if other.stage is Stage.LATENT:
                self._lineup.drop(other)
        self._lineup.put(replace(run, marks=marks))
        self._stop([other for other in self._live(rule.id) if other.id != run.id], Stop.OVER, at)
        self._turn(rule.id, at)
        return True


def _runs_on(run: Run, rule: Rule) -> bool:
    """Whether a run is still of this rule as it is now."""
    return rule.enabled and body_text(rule) == run.body

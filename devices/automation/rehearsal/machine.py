"""The watcher and the conductor of rules, driven by a number instead of a clock, with nobody to carry out.

What a run gives is taken to be confirmed at once; what it tells is heard by nobody.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from devices.automation.rehearsal.recorded import Recorded
from devices.automation.rule.rule import Rule
from devices.automation.run.conductor import Conductor
from devices.automation.run.course import Run
from devices.automation.run.spec import Ask, Effect, Ended, Give, Scenes, Tell
from devices.automation.watch.spec import Fire, Kept, Phase, Place, World
from devices.automation.watch.watcher import Watcher
from devices.command import Outcome, Reason
from devices.events import Event, RuleRan

ROUNDS = 1000
"""So many answers may follow one another at one instant; more is a machine gone wild."""

Heed = Callable[[Fire, str], None]
"""Told of every firing, and of the rule that caused what set it off."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays: the rules by id, the world they look at, the scenes they apply."""

    rules: dict[str, Rule]
    world: World
    recorded: Recorded
    scenes: Scenes


class Machine:
    """Rules running on a virtual clock; it sleeps until it is woken, and again whenever nobody recorded."""

    def __init__(self, cast: Cast, heed: Heed, ran: Callable[[RuleRan], None]) -> None:
        self._cast, self._heed, self._ran = cast, heed, ran
        self._kept: dict[Place, Kept] = {}
        self._runs: dict[str, Run] = {}
        self._watcher: Watcher | None = None
        self._conductor: Conductor | None = None

    @property
    def awake(self) -> bool:
        """Whether rules are running."""
        return self._watcher is not None

    def wake(self, at: datetime) -> None:
        """Rules start to run here, and go on where they were before they last stopped."""
        watcher = self._watcher = Watcher(self._cast.world)
        conductor = self._conductor = Conductor(self._cast.world, self._cast.scenes, watcher.held)
        watcher.arrange(self._cast.rules.values(), at, self._kept)
        conductor.restore(self._runs.values(), self._cast.rules.get, at)
        self._settle(at)

    def sleep(self) -> None:
        """Whatever ran rules was ended; what it kept is kept."""
        self._keep()
        self._watcher = self._conductor = None

    def hear(self, event: Event) -> None:
        """Take in one event; time has passed up to it already."""
        if self._watcher is None or self._conductor is None:
            return
        self._conductor.hear(event)
        self._watcher.hear(event)
        self._settle(event.at)

    def advance(self, to: datetime) -> None:
        """Let time pass, instant by instant."""
        watcher, conductor = self._watcher, self._conductor
        if watcher is None or conductor is None:
            return
        while (due := _earliest(watcher.next(), conductor.next())) is not None and due <= to:
            watcher.advance(due)
            self._settle(due)
            conductor.advance(due)
            self._settle(due)

    def latched(self, rule_id: str) -> bool:
        """Whether a trigger of this rule is past its limit already."""
        self._keep()
        return any(
            place[0] == rule_id and kept.memory.phase is Phase.LATCHED for place, kept in self._kept.items()
        )

    def _settle(self, at: datetime) -> None:
        """Answer fires and carry out effects until nothing more comes of them."""
        watcher, conductor = self._watcher, self._conductor
        if watcher is None or conductor is None:
            return
        for _round in range(ROUNDS):
            fires, effects = watcher.take(), conductor.take()
            if not fires and not effects:
                break
            for fire in fires:
                self._answer(fire, watcher, conductor, at)
            for effect in effects:
                self._carry_out(effect, conductor, at)

    def _answer(self, fire: Fire, watcher: Watcher, conductor: Conductor, at: datetime) -> None:
        self._heed(fire, self._cast.recorded.caused_by.get(fire.entity_id, ""))
        rule = self._cast.rules.get(fire.rule_id)
        if rule is not None and conductor.answer(fire, rule, at) and not fire.over:
            watcher.acted(fire)

    def _carry_out(self, effect: Effect, conductor: Conductor, at: datetime) -> None:
        match effect:
            case Give():
                outcomes = tuple(self._assumed(effect, conductor, at))
                conductor.done(effect.run_id, effect.step, outcomes, at)
            case Tell():
                conductor.done(effect.run_id, effect.step, (), at)
            case Ask():
                conductor.answered(effect.run_id, effect.step, Reason.NONE, at)
            case Ended():
                self._ran(effect.ran)
                conductor.closed(effect.ran.run_id)
                if effect.remove:
                    self._remove(effect.ran.rule_id, at)

    def _assumed(self, give: Give, conductor: Conductor, at: datetime) -> Iterable[Outcome]:
        for command in give.commands:
            outcome, events = self._cast.recorded.assume(command, give.rule_id, at)
            for event in events:
                conductor.hear(event)
                if self._watcher is not None:
                    self._watcher.hear(event)
            yield outcome

    def _remove(self, rule_id: str, at: datetime) -> None:
        """A job was done: it is a rule no more."""
        self._cast.rules.pop(rule_id, None)
        if self._watcher is not None and self._conductor is not None:
            self._watcher.arrange(self._cast.rules.values(), at)
            self._conductor.arrange(self._cast.rules.get, at)

    def _keep(self) -> None:
        if self._watcher is None or self._conductor is None:
            return
        for place, kept in self._watcher.changes().items():
            if kept is None:
                self._kept.pop(place, None)
            else:
                self._kept[place] = kept
        for run_id, run in self._conductor.changes().items():
            if run is None:
                self._runs.pop(run_id, None)
            else:
                self._runs[run_id] = run


def _earliest(one: datetime | None, other: datetime | None) -> datetime | None:
    if one is None or other is None:
        return one or other
    return min(one, other)

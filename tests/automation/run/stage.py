"""A conductor among entities that do at once what they are told, on a clock that is only a number."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from devices.automation.almanac import Almanac
from devices.automation.rule.rule import Rule
from devices.automation.run.conductor import Conductor
from devices.automation.run.course import Run
from devices.automation.run.spec import Ask, Ended, Give, Tell
from devices.automation.watch.spec import Fire, World
from devices.command import Cause, Command, Origin, Outcome, Reason, Status
from devices.events import RuleRan, StateChanged
from devices.kinds import KINDS
from devices.model import Domain, Entity, Scalar, Snapshot

START = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
LAMP, FAN, LOCK, HEAT, HALL = "light.lamp", "fan.fan", "lock.door", "climate.heat", "sensor.hall"
_FIRST: Mapping[str, Mapping[str, Scalar]] = {
    LAMP: {"state": "off"},
    FAN: {"state": "off"},
    LOCK: {"state": "locked"},
    HEAT: {"hvac_mode": "heat", "temperature": 19.0},
    HALL: {"state": "20"},
}


@dataclass
class Stage:
    """What happened is noted with the seconds since the start; `down` refuses like a broker that is away.

    `looked` are the entities that were looked at.
    """

    rules: dict[str, Rule]
    scenes: Mapping[str, tuple[Command, ...]] = field(default_factory=dict)
    seconds: float = 0.0
    given: list[tuple[float, str, str]] = field(default_factory=list)
    told: list[Tell] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    stored: dict[str, Run] = field(default_factory=dict)
    entities: dict[str, Snapshot] = field(default_factory=dict)
    looked: list[str] = field(default_factory=list)
    down: bool = False
    secured: bool = False

    def __post_init__(self) -> None:
        for entity_id, fields in _FIRST.items():
            domain = Domain(entity_id.partition(".")[0])
            self.entities[entity_id] = Snapshot(Entity(entity_id, domain, entity_id), live=True)
            self.becomes(entity_id, fields)
        self.restart()

    @property
    def now(self) -> datetime:
        """Home time."""
        return START + timedelta(seconds=self.seconds)

    @property
    def ran(self) -> list[RuleRan]:
        """The runs that ended, and the firings that were none."""
        return [end.ran for end in self.ended]

    def restart(self) -> None:
        """A new process, with nothing but what was stored."""
        world = World(self._find, lambda: (), Almanac(UTC))
        self.conductor = Conductor(world, self.scenes.get, lambda _rule, _place: None)
        for ran in self.ran:
            self.conductor.recall(ran)
        self.conductor.restore(self.stored.values(), self.rules.get, self.now)

    def _find(self, entity_id: str) -> Snapshot | None:
        self.looked.append(entity_id)
        return self.entities.get(entity_id)

    def becomes(self, entity_id: str, fields: Mapping[str, Scalar], cause: str = "") -> None:
        """An entity reports; `cause` is the rule whose doing it is, empty a person's."""
        before = self.entities[entity_id]
        state = KINDS[before.entity.domain].decode(before.state, fields)
        moved = before.state is None or state.word != before.state.word
        changed = self.now if moved else before.changed_at
        after = replace(before, state=state, reported_at=self.now, changed_at=changed)
        self.entities[entity_id] = after
        if hasattr(self, "conductor"):
            why = Cause(Origin.RULE, cause) if cause else Cause(Origin.DEVICE)
            self.conductor.hear(StateChanged(before, after, why, self.now))

    def fires(
        self, rule_id: str = "a1", *, after: float = 0.0, settle: bool = True, **fields: object
    ) -> bool:
        """A trigger of a rule fires after so many seconds; True when the rule runs."""
        self.passes(after)
        fire = replace(Fire(rule_id, 0, self.now, HALL, 27.0), **fields)  # type: ignore[arg-type] # a test's own
        ran = self.conductor.answer(fire, self.rules[rule_id], self.now)
        if settle:
            self.settle()
        return ran

    def passes(self, seconds: float) -> None:
        """Time passes, and what comes due is done at its instant."""
        self.settle()
        end = self.seconds + seconds
        while (due := self.conductor.next()) is not None and (due - START).total_seconds() <= end:
            self.seconds = max(self.seconds, (due - START).total_seconds())
            self.conductor.advance(self.now)
            self.settle()
        self.seconds = end

    def keep(self) -> None:
        """Store what is to be stored."""
        for run_id, run in self.conductor.changes().items():
            if run is None:
                self.stored.pop(run_id, None)
            else:
                self.stored[run_id] = run

    def settle(self) -> None:
        """Do what is to be done until there is no more."""
        while effects := self.conductor.take():
            self.keep()
            for effect in effects:
                match effect:
                    case Give():
                        outcomes = tuple(self._do(c, effect) for c in effect.commands)
                        self.conductor.done(effect.run_id, effect.step, outcomes, self.now)
                    case Tell():
                        self.told.append(effect)
                        self.conductor.done(effect.run_id, effect.step, (), self.now)
                    case Ask():
                        self.asked.append(effect)
                    case Ended():
                        self.ended.append(effect)
                        self.conductor.closed(effect.ran.run_id)
        self.keep()

    def _do(self, command: Command, give: Give) -> Outcome:
        now = self.entities.get(command.entity_id)
        if now is None:
            return Outcome(command, Status.REFUSED, reason=Reason.UNKNOWN_ENTITY)
        word, shown = now.word, now.attributes()
        if self.down:
            return Outcome(command, Status.REFUSED, word, word, Reason.BROKER_DOWN, shown)
        if command.control == "unlock" and self.secured and not give.allowed:
            return Outcome(command, Status.NEEDS_CONFIRMATION, word, word, Reason.NOT_APPROVED, shown)
        self.given.append((self.seconds, command.entity_id, _said(command)))
        asked = KINDS[now.entity.domain].encode(command, now.entity, now.state)
        self.becomes(
            command.entity_id, {k: _plain(v) for k, v in asked.items() if v is not None}, give.rule_id
        )
        after = self.entities[command.entity_id]
        return Outcome(command, Status.CONFIRMED, word, after.word, attributes=after.attributes())


def _said(command: Command) -> str:
    values = " ".join(f"{value}" for value in command.values.values())
    return f"{command.control} {values}".strip()


def _plain(value: object) -> Scalar:
    return value if isinstance(value, str | int | float | bool) else str(value)

"""A home of readings without broker or clock: the real registry, a watcher, and what fired when, in seconds."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from devices.automation.almanac import Almanac
from devices.automation.rule.action import Notify
from devices.automation.rule.condition import Condition
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold, Trigger
from devices.automation.watch.spec import Fire, Kept, Place, World
from devices.automation.watch.watcher import Watcher
from devices.dialects.spec import Announced, Reachable, Reported
from devices.events import Event, EventFired
from devices.model import Domain, Entity, Snapshot
from devices.registry import Names, Registry

START = datetime(2027, 1, 4, 8, 0, tzinfo=UTC)
ROOM = "sensor.room"
WARM = Threshold((ROOM,), above=26)
BERLIN = Almanac(ZoneInfo("Europe/Berlin"), 52.5, 13.4, "DE")


def rule(*triggers: Trigger, conditions: tuple[Condition, ...] = (), rule_id: str = "a1") -> Rule:
    """A rule that tells a person."""
    return Rule(id=rule_id, triggers=triggers, conditions=conditions, actions=(Notify("x"),))


@dataclass
class House:
    """Entities by id; `fires` are all that fired, each rule counted as having run unless `acts` is false.

    `deaf`: no process runs the rules.
    """

    rules: tuple[Rule, ...]
    almanac: Almanac = BERLIN
    at: datetime = START
    acts: bool = True
    deaf: bool = False
    registry: Registry = field(default_factory=lambda: Registry(Names()))
    fires: list[Fire] = field(default_factory=list)
    stored: dict[Place, Kept] = field(default_factory=dict)
    looks: int = 0

    def __post_init__(self) -> None:
        """Begin to watch, the broker being there."""
        self.registry.connect(self.at, connected=True)
        self.begin()

    def begin(self) -> None:
        """Watch as a process does that has just come up."""
        self.watcher = Watcher(World(self.find, self.people, self.almanac))
        self.watcher.arrange(self.rules, self.at, self.stored)
        self.collect()

    def find(self, entity_id: str) -> Snapshot | None:
        """The entity as it is; counts how often that was asked."""
        self.looks += 1
        key = self.registry.key(entity_id)
        return None if key is None else self.registry.snapshot(key)

    def people(self) -> tuple[str, ...]:
        """Whoever lives here."""
        return tuple(sorted(e for e in self.registry.view().snapshots if e.startswith("device_tracker.")))

    def adds(self, *entity_ids: str, unit: str | None = None, domain: Domain = Domain.SENSOR) -> "House":
        """Announce entities."""
        for entity_id in entity_ids:
            entity = Entity(entity_id, domain, entity_id, unit=unit)
            self.tell(self.registry.announce(Announced(entity_id, entity, ()), self.at))
        return self

    def reads(
        self, value: object, entity_id: str = ROOM, *, after: float = 0, retained: bool = False
    ) -> "House":
        """Let so many seconds pass, then have a sensor report."""
        return self.reports({"state": str(value)}, entity_id, after=after, retained=retained)

    def reports(
        self, fields: Mapping[str, str | float], entity_id: str, *, after: float = 0, retained: bool = False
    ) -> "House":
        """Let so many seconds pass, then have an entity report these fields."""
        self.pass_by(after)
        if self.registry.key(entity_id) is None:
            self.adds(entity_id)
        return self.tell(self.registry.report(Reported(entity_id, fields), self.at, retained=retained))

    def away(self, entity_id: str = ROOM, *, after: float = 0) -> "House":
        """Its device can't be reached any more."""
        self.pass_by(after)
        return self.tell(self.registry.reach(Reachable(entity_id, online=False), self.at, retained=False))

    def back(self, entity_id: str = ROOM, *, after: float = 0) -> "House":
        """Its device can be reached again, and has not said anything yet."""
        self.pass_by(after)
        return self.tell(self.registry.reach(Reachable(entity_id, online=True), self.at, retained=False))

    def broker(self, *, connected: bool, after: float = 0) -> "House":
        """The broker comes or goes."""
        self.pass_by(after)
        return self.tell(self.registry.connect(self.at, connected=connected))

    def presses(self, entity_id: str, happened: str, *, after: float = 0) -> "House":
        """A button is pressed."""
        self.pass_by(after)
        return self.tell((EventFired(entity_id, happened, self.at),))

    def tell(self, events: tuple[Event, ...]) -> "House":
        """Hand the watcher events, and take what they set off."""
        for event in events if not self.deaf else ():
            self.watcher.hear(event)
            self.collect()
        return self

    def pass_by(self, seconds: float) -> "House":
        """Move the home's time."""
        self.at += timedelta(seconds=seconds)
        return self

    def wait(self, seconds: float) -> "House":
        """Move the home's time and have the watcher notice."""
        self.pass_by(seconds)
        self.watcher.advance(self.at)
        self.collect()
        return self

    def collect(self) -> None:
        """Take fires until there are none, and store what is to be stored."""
        while fires := self.watcher.take():
            self.fires += fires
            for fire in fires:
                if self.acts and not fire.over:
                    self.watcher.acted(fire)
        for place, kept in self.watcher.changes().items():
            if kept is None:
                self.stored.pop(place, None)
            else:
                self.stored[place] = kept

    def restart(self, *, down: float = 0, known: bool = False) -> "House":
        """The process dies, and comes up later; with `known` another one had listened all the while."""
        self.pass_by(down)
        if not known:
            before, self.registry = self.registry, Registry(Names())
            self.registry.connect(self.at, connected=True)
            for snapshot in before.view().snapshots.values():
                self.registry.announce(Announced(snapshot.entity.id, snapshot.entity, ()), self.at)
        self.begin()
        return self

    def arrange(self, *rules: Rule) -> "House":
        """Watch these rules instead."""
        self.rules = rules
        self.watcher.arrange(rules, self.at)
        self.collect()
        return self

    @property
    def fired(self) -> list[float]:
        """When rules were set off, in seconds since the start."""
        return [self.since(fire) for fire in self.fires if not fire.over]

    @property
    def over(self) -> list[float]:
        """When what had set them off was over."""
        return [self.since(fire) for fire in self.fires if fire.over]

    @staticmethod
    def since(fire: Fire) -> float:
        """An instant as seconds since the start."""
        return (fire.at - START).total_seconds()


def house(*triggers: Trigger, conditions: tuple[Condition, ...] = (), unit: str | None = None) -> House:
    """A home with a room sensor and one rule."""
    made = House((rule(*triggers, conditions=conditions),))
    return made.adds(ROOM, unit=unit)


def lasting(threshold: Threshold, seconds: float) -> Threshold:
    """The same limit, to be passed for so long."""
    return replace(threshold, for_seconds=seconds)

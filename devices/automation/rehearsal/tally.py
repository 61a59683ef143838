"""What is counted while a rehearsal goes on, and what it comes to at the end. Runs no rule."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise

from devices.automation.almanac import Almanac
from devices.automation.rehearsal.cast import reached
from devices.automation.rehearsal.finding import Rehearsal, Rehearsed
from devices.automation.watch.spec import Fire
from devices.events import RuleRan

FLAP = timedelta(minutes=5)
NIGHT = (23, 6)
"""From this hour to that one, home time."""
A_DAY = timedelta(days=1)
HALF = 0.5


@dataclass(slots=True)
class Tally:
    """The firings of one rule, by the trigger and entity that are not over yet."""

    rule_id: str
    fired: list[Rehearsed] = field(default_factory=list)
    skips: dict[tuple[datetime, int], str] = field(default_factory=dict)
    links: dict[str, set[str]] = field(default_factory=dict)
    _open: dict[int, list[int]] = field(default_factory=dict)

    def heed(self, fire: Fire, by: str) -> None:
        """A rule fired, set off by the act of another or by none."""
        if by and not fire.over:
            self.links.setdefault(by, set()).add(fire.rule_id)
        if fire.rule_id != self.rule_id:
            return
        if fire.over:
            for index in self._open.pop(fire.trigger, []):
                self.fired[index] = replace(self.fired[index], until=fire.at)
            return
        self._open.setdefault(fire.trigger, []).append(len(self.fired))
        found = Rehearsed(fire.at, fire.trigger, fire.entity_id, fire.value, fire.word, set_off_by=by)
        self.fired.append(found)

    def ran(self, ran: RuleRan) -> None:
        """A run is over, or was none."""
        if ran.rule_id == self.rule_id and ran.skipped:
            self.skips[ran.at, int(ran.facts.get("trigger", "0"))] = ran.skipped

    def rehearsal(self, start: datetime, end: datetime, almanac: Almanac) -> Rehearsal:
        """What it all comes to; how much was on record is added by who knows."""
        fired = [replace(f, skipped=self.skips.get((f.at, f.trigger), "")) for f in self.fired]
        runs = tuple(f for f in fired if not f.skipped)
        return Rehearsal(
            start,
            end,
            runs,
            tuple(f for f in fired if f.skipped),
            flaps=sum(b.at - a.at < FLAP for a, b in pairwise(runs)),
            at_night=sum(_at_night(run.at, almanac) for run in runs),
            longest=max((r for r in runs if r.until), key=lambda r: (r.until or r.at) - r.at, default=None),
            loops=self._loops(),
        )

    def _loops(self) -> tuple[str, ...]:
        back: dict[str, set[str]] = {}
        for cause, effects in self.links.items():
            for effect in effects:
                back.setdefault(effect, set()).add(cause)
        return tuple(sorted(reached(self.rule_id, self.links) & reached(self.rule_id, back)))


def _at_night(at: datetime, almanac: Almanac) -> bool:
    hour = at.astimezone(almanac.zone).hour
    return hour >= NIGHT[0] or hour < NIGHT[1]


@dataclass(slots=True)
class Cover:
    """How long each watched entity was known."""

    start: datetime
    since: dict[str, datetime] = field(default_factory=dict)
    known: dict[str, timedelta] = field(default_factory=dict)

    def see(self, entity_id: str, at: datetime, *, known: bool) -> None:
        """It became known at this instant, or is not known from now on."""
        if known:
            self.since.setdefault(entity_id, at)
        elif entity_id in self.since:
            begun = self.since.pop(entity_id)
            self.known[entity_id] = self.known.get(entity_id, timedelta()) + (at - begun)

    def lose(self, at: datetime) -> None:
        """Nothing is known from now on."""
        for entity_id in tuple(self.since):
            self.see(entity_id, at, known=False)

    def least(self, entities: frozenset[str], end: datetime) -> float:
        """The least share of the window in which one of these was known; 1 when there is none."""
        self.lose(end)
        if end <= self.start:
            return 0.0
        window = end - self.start
        return min((self.known.get(e, timedelta()) / window for e in entities), default=1.0)

"""What forty rules must do in a month, worked out minute by minute in the plainest way. Knows no engine.

A track follows one sensor, or several as one: it arms, waits, fires and is latched until it is back. Nothing
known stops a clock; a process that was dead does not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.automation.month.story import BEGAN, PARTS, ZONE, Story

Known = Mapping[str, str | None]
"""What is known of each part: None when it is not, GONE when it has not been for longer than a moment."""
GONE = ""
Sense = Callable[[Known], tuple[bool | None, bool]]
"""Whether it is past the limit (None: not known) and whether it is back enough to arm again."""


def always(_known: Known, _at: datetime) -> bool | None:
    """No condition."""
    return True


@dataclass(frozen=True)
class Watching:
    """What a rule watches: several senses are several tracks, each by itself."""

    senses: tuple[tuple[frozenset[str], Sense], ...]
    minutes: int = 0


@dataclass(frozen=True)
class Timed:
    """When a rule is due by the clock: the minutes of the month, counted from its beginning."""

    due: Callable[[int], Sequence[int]]
    once: bool = False


@dataclass(frozen=True)
class Plan:
    """One rule as the oracle sees it."""

    name: str
    sets_off: Watching | Timed
    holds: Callable[[Known, datetime], bool | None] = always
    cooldown: int = 0


@dataclass(frozen=True, order=True)
class Firing:
    """A firing: at which minute, of which rule, and why it did not run."""

    minute: int
    rule: str
    skipped: str = ""


@dataclass
class _Track:
    plan: Plan
    parts: frozenset[str]
    sense: Sense
    minutes: int
    phase: str = "blank"
    since: int | None = None
    restored: bool = False

    def due(self, minute: int) -> bool:
        """Whether the clock ends by itself now."""
        running = self.phase == "waiting" and not self.restored and self.since is not None
        return running and minute >= (self.since or 0) + self.minutes

    def hear(self, minute: int, known: Known) -> bool:
        """Look at what is known; True when it fires."""
        past, back = self.sense(known)
        if past is None:
            self.since = self.since if self.restored else None
            return False
        if self.phase in ("blank", "latched"):
            armed = back if self.phase == "latched" else not past
            self.phase = "armed" if armed else "latched"
            return False
        if not past:
            self.phase, self.since, self.restored = "armed", None, False
            return False
        self.since = minute if self.phase == "armed" or self.since is None else self.since
        self.phase, self.restored = "waiting", False
        return self.fires(minute)

    def fires(self, minute: int) -> bool:
        """Latch if it is time."""
        if not self.due(minute):
            return False
        self.phase, self.since = "latched", None
        return True


@dataclass
class _House:
    story: Story
    plans: Sequence[Plan]
    known: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(PARTS))
    last: dict[str, str | None] = field(default_factory=lambda: dict.fromkeys(PARTS))
    ran: dict[str, int] = field(default_factory=dict)
    firings: list[Firing] = field(default_factory=list)

    def fire(self, plan: Plan, minute: int, now: int) -> None:
        """Note a firing, and whether it ran; `now` is when it is looked at."""
        before = self.ran.get(plan.name)
        holds = plan.holds(self.known, BEGAN + timedelta(minutes=now))
        skipped = "" if holds else "condition" if holds is False else "condition_unknown"
        if not skipped and before is not None and now < before + plan.cooldown:
            skipped = "cooldown"
        if not skipped:
            self.ran[plan.name] = now
        self.firings.append(Firing(minute, plan.name, skipped))


def foretold(story: Story, plans: Sequence[Plan], late_minutes: int) -> list[Firing]:
    """Every firing of the month, in order."""
    house = _House(story, plans)
    tracks = [
        _Track(plan, parts, sense, plan.sets_off.minutes)
        for plan in plans
        if isinstance(plan.sets_off, Watching)
        for parts, sense in plan.sets_off.senses
    ]
    timed = {
        plan.name: set(plan.sets_off.due(story.minutes)) for plan in plans if isinstance(plan.sets_off, Timed)
    }
    asleep: int | None = None
    for minute in range(story.minutes):
        if asleep is not None and not any(end == minute for _start, end in story.dead):
            continue
        if asleep is not None:
            _missed(house, timed, (asleep, minute), late_minutes)
            asleep = None
        _by_clock(house, tracks, timed, minute)
        if any(start == minute for start, _end in story.dead):
            asleep = minute
            _slept(house, tracks)
        else:
            _happens(house, tracks, minute)
    return sorted(house.firings)


def _by_clock(house: _House, tracks: Sequence[_Track], timed: Mapping[str, set[int]], minute: int) -> None:
    """What is due before anything is heard in this minute."""
    for track in tracks:
        if track.fires(minute):
            house.fire(track.plan, minute, minute)
    for plan in house.plans:
        if minute in timed.get(plan.name, ()):
            house.fire(plan, minute, minute)


def _missed(house: _House, timed: Mapping[str, set[int]], dead: tuple[int, int], late: int) -> None:
    """The newest of what was due while nothing ran: made up if it is not too late, unless one is due now."""
    start, end = dead
    for plan in house.plans:
        over = [minute for minute in timed.get(plan.name, ()) if start < minute < end]
        if not over or end in timed[plan.name]:
            continue
        if end - max(over) > late:
            house.firings.append(Firing(max(over), plan.name, "missed"))
        else:
            house.fire(plan, max(over), end)


def _slept(house: _House, tracks: Sequence[_Track]) -> None:
    """Nothing is known after a restart; clocks that ran wait for proof."""
    house.known.update(dict.fromkeys(PARTS))
    for track in tracks:
        track.restored = track.phase == "waiting"


def _happens(house: _House, tracks: Sequence[_Track], minute: int) -> None:
    """Everything that is heard in this minute, one after the other."""
    story = house.story
    if any(end == minute for _start, end in story.lost):
        # devices that are back stand as they last said, until they speak: nothing that sets off
        house.known.update(house.last)
    for part, value in _heard(story, house.last, minute):
        house.known[part] = value
        house.last[part] = value or house.last[part]
        for track in tracks:
            if part in track.parts and track.hear(minute, house.known):
                house.fire(track.plan, minute, minute)
        # an average waits only a moment for who is missing, and then goes without
        house.known[part] = GONE if value is None else value


def _heard(story: Story, last: Known, minute: int) -> Iterator[tuple[str, str | None]]:
    """Parts and what is known of them from now on."""
    if any(start == minute for start, _end in story.lost):
        yield from ((part, None) for part in PARTS)
    yield from ((part, None) for part in PARTS if any(start == minute for start, _end in story.away[part]))
    if any(start <= minute < end for start, end in story.lost):
        return
    yield from story.said.get(minute, ())


def daily(at: str, days: str = "0123456") -> Timed:
    """Due at the first minute of a local day that is at or after a time, on these days (Monday is 0)."""

    def due(minutes: int) -> list[int]:
        found: dict[datetime, int] = {}
        for minute in range(minutes):
            local = (BEGAN + timedelta(minutes=minute)).astimezone(ZONE)
            midnight = datetime(local.year, local.month, local.day, tzinfo=ZONE)
            if str(local.weekday()) in days and f"{local:%H:%M}" >= at:
                found.setdefault(midnight, minute)
        # a rule that is made this minute begins with the next
        return [minute for minute in found.values() if minute]

    return Timed(due)

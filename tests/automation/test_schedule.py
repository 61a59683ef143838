"""Rules of the clock in a watcher that is stopped, started and told wrong times: no run lost, none doubled."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.almanac import Almanac
from devices.automation.instants import after
from devices.automation.rule.action import Notify
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Every, Once, Sun, SunEvent, TimeTrigger
from devices.automation.watch.spec import Fire, Kept, Place, World
from devices.automation.watch.watcher import Watcher

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
BERLIN = Almanac(ZoneInfo("Europe/Berlin"), 52.52, 13.405, "DE")
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe", "Africa/Cairo")
SPRING = datetime(2027, 3, 26, 12, tzinfo=UTC)
TRIGGERS = (
    At(time(2, 30)),
    At(time(0, 0)),
    At(time(1, 59), jitter_seconds=900),
    Sun(SunEvent.SUNRISE, -1800.0),
    Every(3600.0, SPRING - DAY),
    Once(SPRING + 30 * MINUTE),
)
MINUTES = st.lists(st.integers(1, 1500), min_size=1, max_size=12)


@dataclass
class Machine:
    """One rule that is watched, and what is stored of it; time is what the machine's clock says."""

    trigger: TimeTrigger
    late_seconds: float = 3600.0
    almanac: Almanac = BERLIN
    stored: dict[Place, Kept] = field(default_factory=dict)
    fires: list[Fire] = field(default_factory=list)
    watcher: Watcher | None = None

    def start(self, at: datetime) -> None:
        """Begin, or go on after a restart."""
        rule = Rule("a1", (self.trigger,), actions=(Notify("now"),), late_seconds=self.late_seconds)
        self.watcher = Watcher(World(lambda _id: None, tuple, self.almanac))
        self.watcher.arrange((rule,), at, self.stored)
        self._keep()

    def advance(self, to: datetime) -> None:
        """The clock says this now."""
        assert self.watcher is not None
        self.watcher.advance(to)
        self._keep()

    def _keep(self) -> None:
        assert self.watcher is not None
        self.fires += self.watcher.take()
        for place, kept in self.watcher.changes().items():
            if kept is None:
                self.stored.pop(place, None)
            else:
                self.stored[place] = kept

    @property
    def told(self) -> list[tuple[datetime, float, bool]]:
        """Every fire: its instant, how late, and whether it was too late."""
        return [(fire.at, fire.late, fire.missed) for fire in self.fires]


def instants(machine: Machine, since: datetime, until: datetime) -> list[datetime]:
    """What was due in (since, until]."""
    found, at = list[datetime](), since
    while (
        following := after(machine.trigger, at, machine.almanac, "a1/0")
    ) is not None and following <= until:
        found.append(at := following)
    return found


@pytest.mark.parametrize("trigger", TRIGGERS, ids=lambda trigger: type(trigger).__name__.lower())
@given(lived=MINUTES, late_seconds=st.sampled_from([0.0, 600.0, 7200.0, 86_400.0]))
def test_after_each_downtime_the_newest_run_is_late_once_or_missed_once(
    trigger: TimeTrigger, lived: list[int], late_seconds: float
) -> None:
    machine, at, expected = Machine(trigger, late_seconds), SPRING, list[tuple[datetime, float, bool]]()
    machine.start(at)
    for n, minutes in enumerate(lived):
        end = at + minutes * MINUTE
        due = instants(machine, at, end)
        if n % 2 == 0:
            machine.advance(end)
            expected += [(instant, 0.0, False) for instant in due]
        else:
            machine.start(end)
            late = (end - due[-1]).total_seconds() if due else 0.0
            expected += [(due[-1], late, late > late_seconds)] if due else []
        at = end
    assert machine.told == expected


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("at", [time(0, 0), time(0, 30), time(1, 45), time(2, 0), time(2, 30), time(3, 0)])
@given(steps=st.lists(st.integers(-180, 180).filter(bool), max_size=6), year=st.integers(2024, 2030))
def test_clock_that_is_set_back_and_forth_runs_every_day_once(
    zone: str, at: time, steps: list[int], year: int
) -> None:
    machine = Machine(At(at), almanac=Almanac(ZoneInfo(zone)))
    start = datetime(year, 3, 25, tzinfo=UTC)
    machine.start(start)
    clock = start
    for step in steps:
        for _ in range(4):
            clock += timedelta(hours=5)
            machine.advance(clock)
        clock += step * MINUTE  # somebody sets it
        machine.advance(clock)
    clock = max(clock, start) + 2 * DAY
    machine.advance(clock)
    assert [fire.at for fire in machine.fires] == instants(machine, start, clock)
    assert {fire.late for fire in machine.fires} <= {0.0}


def test_rule_just_made_or_switched_on_never_runs_for_the_past() -> None:
    machine, two = Machine(At(time(14))), datetime(2027, 3, 29, 12, tzinfo=UTC)
    machine.start(SPRING + 360 * MINUTE)
    machine.stored.clear()  # switched off: nothing of it is kept
    machine.start(two)
    assert machine.told == []
    machine.advance(two + DAY)
    assert machine.told == [(two + DAY, 0.0, False)]


def test_interval_goes_on_at_once_when_the_clock_was_set_back() -> None:
    machine = Machine(Every(60.0, SPRING - DAY))
    machine.start(SPRING)
    machine.advance(SPRING + 10 * MINUTE)
    machine.advance(SPRING - 50 * MINUTE)
    machine.advance(SPRING - 49 * MINUTE)
    assert [fire.at for fire in machine.fires][9:] == [SPRING + 10 * MINUTE, SPRING - 49 * MINUTE]


def test_clock_that_had_been_wrong_by_years_does_not_silence_a_rule_for_years() -> None:
    machine = Machine(At(time(2, 30)))
    machine.start(SPRING + 3650 * DAY)
    machine.advance(SPRING + 3652 * DAY)
    machine.advance(SPRING)
    machine.advance(SPRING + DAY)
    assert machine.fires[-1].at == datetime(2027, 3, 27, 1, 30, tzinfo=UTC)


def test_clock_without_a_battery_that_starts_in_1970_makes_up_one_run_at_most() -> None:
    machine = Machine(At(time(2, 30)), late_seconds=86_400.0)
    machine.start(datetime(1970, 1, 1, tzinfo=UTC))
    machine.start(SPRING)  # what the engine does when the clock leaps: as after a restart
    assert machine.told == [(datetime(2027, 3, 26, 1, 30, tzinfo=UTC), 37_800.0, False)]

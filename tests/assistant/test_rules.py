"""A process that runs the rules of a home on a machine whose clock is set, and which stands still for a while."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from assistant.rules import Rules
from assistant.runner import Duties, Runner, keeping, together
from devices.automation.rule.action import Notify
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Once, TimeTrigger
from devices.bus import Bus
from devices.clock import WallClock, elapsed
from devices.events import RuleRan
from devices.history.recorder import Recorder
from devices.home import Home
from devices.storage.database import Database
from devices.storage.lease import Lease
from devices.storage.settings import Settings
from tests.books import housed
from tests.fakes.broker import FakeBroker
from tools.context import House

HOUR = timedelta(hours=1)
PATIENCE = 20.0
LIFE = 2.0


class SetClock(WallClock):
    """The machine's clock, which somebody sets."""

    def __init__(self) -> None:
        self.shift = timedelta()

    def now(self) -> datetime:
        return super().now() + self.shift


@asynccontextmanager
async def process(path: Path, clock: WallClock) -> AsyncIterator[tuple[House, Runner]]:
    """One process from the database to the engine."""
    database, bus = Database.open(f"sqlite:///{path}"), Bus()
    settings, home = Settings(database), Home(FakeBroker(), bus, clock)
    house = housed(home, database, bus, clock)
    await house.book.load()
    rules = Rules(house, bus, database, settings, "one")
    recorder, lease = partial(Recorder, database, bus, clock), Lease(database, "run", seconds=LIFE)
    runner = Runner(lease, Duties(home, house.book, recorder, clock, rules))
    try:
        async with keeping(lease), together(home=home.run()), together(runner=runner.run()):
            await told(lambda: runner.active)
            yield house, runner
    finally:
        await database.close()


async def told(holds: Callable[[], bool]) -> None:
    """Wait until it holds."""
    start = elapsed()
    while not holds():
        assert elapsed() - start < PATIENCE
        await asyncio.sleep(0.02)


async def ran(house: House, rule_id: str = "a1") -> RuleRan:
    """The one run of a rule that is told."""
    await told(lambda: bool(house.book.last_runs(rule_id)))
    await asyncio.sleep(1.5)  # nothing follows, though the rules are looked at again
    (run,) = house.book.last_runs(rule_id)
    return run


def daily(clock: WallClock, ahead: timedelta) -> TimeTrigger:
    """A time of day so much later than now."""
    return At((clock.now() + ahead).time().replace(microsecond=0))


async def test_rule_of_the_clock_runs_at_its_time(tmp_path: Path) -> None:
    clock = WallClock()
    async with process(tmp_path / "home.db", clock) as (house, _runner):
        at = clock.now() + timedelta(seconds=1.5)
        await house.book.add(Rule(triggers=(Once(at),), actions=(Notify("now"),)))
        run = await ran(house)
        assert (run.skipped, "late" in run.facts) == ("", False)
        assert run.at == at.replace(microsecond=at.microsecond // 1000 * 1000)


@pytest.mark.parametrize(("leap", "skipped", "late"), [(1.5, "", 1800), (5.0, "missed", 4 * 3600)])
async def test_clock_set_forward_over_the_time_of_a_rule(
    tmp_path: Path, leap: float, skipped: str, late: int
) -> None:
    clock = SetClock()
    async with process(tmp_path / "home.db", clock) as (house, _runner):
        await house.book.add(Rule(triggers=(daily(clock, HOUR),), actions=(Notify("now"),)))
        await asyncio.sleep(0.5)
        clock.shift = leap * HOUR
        run = await ran(house)
        assert run.skipped == skipped
        assert abs(float(run.facts["late"]) - late) < PATIENCE


async def test_clock_set_back_over_a_time_that_is_done(tmp_path: Path) -> None:
    clock = SetClock()
    async with process(tmp_path / "home.db", clock) as (house, _runner):
        await house.book.add(Rule(triggers=(daily(clock, timedelta(seconds=2)),), actions=(Notify("now"),)))
        first = await ran(house)
        clock.shift = timedelta(seconds=-8)
        await asyncio.sleep(10)
        assert house.book.last_runs("a1") == (first,)


@pytest.mark.parametrize(("away", "skipped"), [(0.5, ""), (2.0, "missed")])
async def test_time_that_passed_while_nothing_ran(tmp_path: Path, away: float, skipped: str) -> None:
    clock = SetClock()
    async with process(tmp_path / "home.db", clock) as (house, _runner):
        rule = Rule(triggers=(daily(clock, timedelta(minutes=1)),), actions=(Notify("now"),))
        await house.book.add(rule)
        await asyncio.sleep(0.5)
    clock.shift = away * HOUR
    async with process(tmp_path / "home.db", clock) as (house, _runner):
        run = await ran(house)
        assert run.skipped == skipped
        assert float(run.facts["late"]) > 60

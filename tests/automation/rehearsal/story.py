"""A home that lives a story with its rules running and its recorder writing, and can be restarted within it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from devices.automation.rehearsal.finding import Rehearsal
from devices.automation.rehearse import Stage, rehearse
from devices.automation.rule.rule import Rule
from devices.events import RuleRan
from devices.history.queries import History
from devices.history.recorder import Recorder
from tests.automation.scene import Scene, living
from tests.fakes.clock import FakeClock

Step = tuple[str, float, int]
"""What happens, a number for it, and so many seconds after the step before."""

TICK = timedelta(seconds=1)


@dataclass
class Lived:
    """What really happened, and how the rehearsal of the recording went."""

    ran: list[RuleRan] = field(default_factory=list)
    rehearsal: Rehearsal | None = None

    @property
    def really(self) -> list[datetime]:
        """When the first rule fired, whether it then ran or not."""
        return sorted(run.at for run in self.ran if run.rule_id == "a1" and "over" not in run.facts)

    @property
    def rehearsed(self) -> list[datetime]:
        """When it fired in the rehearsal."""
        if self.rehearsal is None:
            return []
        return sorted(run.at for run in (*self.rehearsal.runs, *self.rehearsal.skipped))


@asynccontextmanager
async def recorded(path: Path, clock: FakeClock, retained: Sequence[tuple[str, str]]) -> AsyncIterator[Scene]:
    """One session of the home with a recorder."""
    writers: list[Recorder] = []

    def listen(scene: Scene) -> None:
        writers.append(Recorder(scene.database, scene.works.bus, clock))

    async with living(path, clock=clock, retained=retained, early=listen) as scene:
        writing = asyncio.create_task(writers[0].run())
        try:
            yield scene
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)


async def lived(path: Path, rules: Sequence[Rule], story: Sequence[Step]) -> Lived:
    """Live the story with these rules, then rehearse the first of them over what was recorded."""
    clock, found = FakeClock(hasty=True), Lived()
    start, sessions = clock.now(), _sessions(story)
    for number, steps in enumerate(sessions):
        retained = [("t/state", f"{steps[0][1]:g}")] if steps and steps[0][0] == "restart" else []
        async with recorded(path, clock, retained) as scene:
            for rule in rules if number == 0 else ():
                await scene.book.add(rule)
            await scene.settle()
            for step in steps:
                await _live(step, scene)
            await scene.wait(1)
            found.ran += scene.ran
            if number + 1 == len(sessions):
                last = scene.home.view()
        if number + 1 < len(sessions):
            await clock.advance(sessions[number + 1][0][2])
    async with living(path, clock=clock) as scene:
        first, *others = scene.book.everything()
        stage = Stage(
            History(scene.database, clock), last, scene.works.almanac, tuple(others), scene.works.scenes
        )
        found.rehearsal = await rehearse(first, stage, start, clock.now() + TICK)
    return found


def _sessions(story: Sequence[Step]) -> list[list[Step]]:
    sessions: list[list[Step]] = [[]]
    for step in story:
        if step[0] == "restart":
            sessions.append([])
        sessions[-1].append(step)
    return sessions


async def _live(step: Step, scene: Scene) -> None:
    what, value, after = step
    match what:
        case "read":
            await scene.reads(f"{value:g}", after=after)
        case "away":
            await scene.reads("offline", after=after, topic="t/status")
        case "back":
            await scene.reads("online", after=after, topic="t/status")
        case "unknown":
            await scene.reads("unknown", after=after)
        case "fan":
            await scene.reads("ON" if value > 26 else "OFF", after=after, topic="f/state")
        case _:
            await scene.wait(1)

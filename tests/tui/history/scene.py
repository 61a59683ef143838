"""A home with a day on record: a recorder on its bus, a temperature that moves, a door that opens, a gap."""

import html
import math
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from assistant.tui.history.page import Past
from devices.history.recorder import Recorder
from tests.tui.lines import says
from tests.tui.stage import Line, Stage, stage
from tests.tui.test_chat import ready, until

WIDE, NARROW = (140, 45), (80, 24)
TEMPERATURE, DOOR, KETTLE = "sensor.living_room_temperature", "lock.front_door", "switch.kettle"
LEAK = "binary_sensor.kitchen_leak"
HALF_HOUR = 1800.0
TEXT = re.compile(r'<text[^>]* y="([\d.]+)"[^>]*clip-path[^>]*>(.*?)</text>')


@dataclass
class Recorded:
    """The app on its stage, who presses its keys, and the recorder beside it."""

    show: Stage
    pilot: Pilot[None]
    recorder: Recorder

    async def live(self, steps: int, *, opens: int = -1) -> None:
        """So many half hours; at the step `opens` somebody opens the door, and it is closed an hour later."""
        for step in range(steps):
            value = f"{21 + 2 * math.sin(step / 6):.1f}"
            self.show.broker.device(f"{TEMPERATURE}/state", value)
            if step in (opens, opens + 2) and opens >= 0:
                self.show.broker.device(f"{DOOR}/state", "UNLOCKED" if step == opens else "LOCKED")
            await self.pilot.pause(0.01)
            await self.show.clock.advance(HALF_HOUR)
        self.show.broker.device(f"{LEAK}/state", "OFF")  # a sign that somebody records up to here
        await self.pilot.pause(0.01)
        await self.recorder.flush()

    async def sleep(self, steps: int) -> None:
        """So many half hours in which nobody records: the next begins anew."""
        await self.recorder.flush()  # from here on nobody lets it store anything
        await self.show.clock.advance(steps * HALF_HOUR)
        self.recorder = recorder(self.show)

    @property
    def page(self) -> Past:
        """The view, open."""
        assert isinstance(self.show.app.screen, Past)
        return self.show.app.screen

    @property
    def chart(self) -> str:
        """What is drawn."""
        return self.page.drawn.canvas.text

    def said(self, name: str) -> str:
        """The text of a row of the view by its id; empty when it is hidden."""
        row = self.page.query_one(f"#{name}")
        return str(getattr(row, "content", "")) if row.display else ""

    async def open(self) -> None:
        """Open the view and wait for its chart."""
        await self.pilot.press("f5")
        await self.drawn()

    async def drawn(self) -> None:
        """Wait until everything that was asked of the records is shown."""
        await until(self.pilot, lambda: isinstance(self.show.app.screen, Past))
        await until(self.pilot, lambda: self.page.drawn.canvas.chart is not None and not self.page.reading)
        await self.pilot.pause(0.05)


def recorder(show: Stage) -> Recorder:
    """One that knows what the home knows now."""
    runtime = show.app.scene.runtime
    assert runtime is not None
    made = Recorder(runtime.database, runtime.bus, show.clock)
    made.begin(runtime.house.home.view())
    return made


def screen(show: Stage) -> str:
    """Everything that is on the screen, as text."""
    found: dict[float, str] = {}
    for y, text in TEXT.findall(show.app.export_screenshot(simplify=True)):
        found[float(y)] = found.get(float(y), "") + html.unescape(text).replace("\xa0", " ")
    return "\n".join(text for _, text in sorted(found.items()))


@asynccontextmanager
async def recorded(
    folder: Path, *script: Line, size: tuple[int, int] = WIDE, steps: int = 48
) -> AsyncIterator[Recorded]:
    """The app with so many half hours on record, the door opened in the tenth."""
    show = stage(folder, *(script or (says("ok"),)))
    async with show.app.run_test(size=size) as pilot:
        await ready(show, pilot)
        made = Recorded(show, pilot, recorder(show))
        await made.live(steps, opens=10)
        yield made

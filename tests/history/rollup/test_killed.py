"""Killed in the middle of rolling up or letting go, and started again: as if nothing had happened."""

import subprocess
import sys
from datetime import timedelta

import pytest

from devices.history.rollup.counter import BEFORE
from devices.history.rollup.retention import Kept
from devices.history.sight import Series
from tests.history.rollup.ground import (
    DAY,
    DOOR,
    ENERGY,
    MIDNIGHT,
    MINUTE,
    TEMPERATURE,
    Values,
    doors,
    expected,
    ground,
    mild,
    used,
)

DAYS = 6
END = MIDNIGHT + DAYS * DAY
CUT = END - 2 * DAY
PAST: Values = {
    TEMPERATURE: mild(DAYS, MINUTE),
    ENERGY: used(DAYS, 3 * MINUTE),
    DOOR: doors(DAYS),
    Series("sensor.other", "", "°C"): mild(DAYS, 2 * MINUTE),
}
TWO = timedelta(days=2)


def killed(address: str, after: str, slices: int) -> list[str]:
    """Run one until it has said so much, kill it, and return all it said."""
    command = [sys.executable, "-m", "tests.history.rollup.victim", address, str(END)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as victim:
        assert victim.stdout is not None
        said: list[str] = []
        for line in victim.stdout:
            said.append(line)
            if sum(one.startswith(after) for one in said) >= slices:
                break
        victim.kill()
        said += victim.stdout.readlines()
    return said


@pytest.mark.parametrize(("after", "slices"), [("rolled", 1), ("rolled", 7), ("letting go", 1)])
async def test_killed_and_started_again_it_comes_to_the_same(address: str, after: str, slices: int) -> None:
    async with ground(address, kept=Kept(TWO, TWO, TWO)) as scene:
        await scene.put(PAST, (MIDNIGHT, END))
        said = killed(address, after, slices)
        assert after == "letting go" or "done\n" not in said
        await scene.rolled(END)
        await scene.roller.let_go(again=True)
        assert await scene.rollups() == expected(scene, PAST, (MIDNIGHT, END), end=END)
        for series, told in PAST.items():
            ats = [at for at, _ in told]
            first = max(at for at in ats if at < CUT - BEFORE)
            assert await scene.readings(series) == [at for at in ats if at >= first]
        assert (await scene.horizons()).kept_numbers == CUT


async def test_killed_while_late_readings_are_mended(address: str) -> None:
    late: Values = {
        TEMPERATURE: [(MIDNIGHT + 1, 99.0), (END - DAY, -9.0)],
        ENERGY: [(MIDNIGHT + DAY + 1, 0.0)],
    }
    async with ground(address, kept=Kept(None, None, None)) as scene:
        await scene.put(PAST, (MIDNIGHT, END))
        await scene.rolled(END)
        await scene.put(late)
        for _ in range(2):
            killed(address, "rolled", 1)
        await scene.put({DOOR: [(MIDNIGHT + 5, "unknown")]})
        await scene.rolled(END)
        both = {
            one: [*told, *late.get(one, []), *([(MIDNIGHT + 5, "unknown")] if one is DOOR else [])]
            for one, told in PAST.items()
        }
        assert await scene.rollups() == expected(scene, both, (MIDNIGHT, END), end=END)

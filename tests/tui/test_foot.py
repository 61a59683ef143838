"""The keys in the last row: whole words only, at every width and on every page."""

from pathlib import Path

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Footer

from assistant.tui.view.foot import FEW
from tests.tui.lines import says
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import ready


@pytest.mark.parametrize("width", [60, 80, 99, 100, 140])
async def test_no_key_is_cut_on_any_page(tmp_path: Path, width: int) -> None:
    show = stage(tmp_path, says("ok"))
    async with show.app.run_test(size=(width, 24)) as pilot:
        await ready(show, pilot)
        for key in ("f2", "f3", "f4", "f8"):
            await pilot.press(key)
            keys, row = await _drawn(pilot, show)
            assert keys
            assert len(keys) <= FEW or width >= 100
            edge = 0
            for place in sorted(keys, key=lambda region: region.x):
                assert place.x >= edge
                edge = place.right
            assert edge <= row.right


async def _drawn(pilot: Pilot[None], show: Stage) -> tuple[list[Region], Region]:
    await pilot.pause(0.3)
    footer = show.app.screen.query_one(Footer)
    return [key.region for key in footer.children], footer.region

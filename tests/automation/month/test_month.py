"""Forty rules over a month, with kills, broker losses and silent devices: the firings are the oracle's."""

from pathlib import Path

import pytest

from tests.automation.month.house import Month
from tests.automation.month.oracle import foretold
from tests.automation.month.plans import LATE_MINUTES, PAIRS
from tests.automation.month.story import story


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", [1])
async def test_month_of_forty_rules_with_kills_and_broker_losses(seed: int, tmp_path: Path) -> None:
    told = story(seed)
    wanted = foretold(told, [pair.plan for pair in PAIRS], LATE_MINUTES)
    lived = await Month(told, tmp_path).lived(PAIRS)
    assert len(PAIRS) == 40
    assert {firing.skipped for firing in wanted} >= {"", "condition", "cooldown"}
    assert lived == wanted

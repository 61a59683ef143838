"""Numbers of the past in a model's own words: borne out by what the history tools told, or not said."""

from pathlib import Path

import pytest

from assistant.agent.bridge import content
from assistant.agent.judge.stop import Answered
from assistant.agent.speech.facts import Facts
from assistant.agent.speech.figures import unfounded
from tests.tools.history.past import lived
from tests.tools.house import Lodge, living

ASKED: list[tuple[str, dict[str, object], str, str]] = [
    (
        "analyze_history",
        {"targets": ["hall light"], "measure": "duration", "window": "last week"},
        "The hall light was on for 28 hours last week.",
        "The hall light was on for 31 hours last week.",
    ),
    (
        "analyze_history",
        {"targets": ["washer"], "measure": "cost", "window": "last week", "price": "0.30 EUR"},
        "The washer used 9 kWh, which cost 2.70 EUR.",
        "The washer used 12 kWh last week.",
    ),
    (
        "compare_history",
        {"targets": ["living room temperature", "kitchen temperature"], "window": "last week"},
        "The living room was 2.5 degrees warmer than the kitchen, at 21.5 °C.",
        "The living room was at 23.7 °C.",
    ),
    (
        "analyze_history",
        {"targets": ["living room temperature"], "measure": "max", "window": "last 14 days"},
        "The living room reached 30 °C; the records cover 54 % of that time.",
        "The living room reached 37 °C.",
    ),
]


@pytest.mark.parametrize(("tool", "arguments", "true", "false"), ASKED)
async def test_figures_of_the_past_are_borne_out(
    tmp_path: Path, tool: str, arguments: dict[str, object], true: str, false: str
) -> None:
    async with living(tmp_path) as lodge:
        await lived(lodge)
        facts = await told(lodge, tool, arguments)
        assert unfounded(true, facts) == ""
        assert unfounded(false, facts) != ""


async def told(lodge: Lodge, tool: str, arguments: dict[str, object]) -> Facts:
    """What a model's words are held against after this call."""
    result = await lodge.call(tool, **arguments)
    answered = Answered("c1", tool, result.ending, result.text, stop=True, shown=content(result))
    return Facts((answered,), "en", "how was it?", lodge.house.home.view(), question=True)

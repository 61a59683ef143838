"""A model that forgets to say that more follows: what the words surely ask for is not lost with the stop."""

from pathlib import Path

import pytest

from tests.agent.house import played, small_home
from tests.agent.lines import FAN_ON, LIGHT_ON, control
from tests.fakes.model import calls, words

BOTH = (
    "turn on the kitchen light and the living room fan",
    "打开厨房灯和客厅风扇",
    "включи свет на кухне и вентилятор в гостиной",
)


@pytest.mark.parametrize("mode", ["hard", "polish", "never"])
@pytest.mark.parametrize("says", BOTH)
async def test_two_wishes_when_the_model_forgets_more_steps(tmp_path: Path, says: str, mode: str) -> None:
    async with small_home(tmp_path) as small:
        closing = [words("Both are done.")] if mode == "never" else []
        session, _model = small.session(calls(LIGHT_ON), calls(FAN_ON), *closing, stop_mode=mode)
        turn, _ = await played(session, says)
    assert small.commands == ["light.kitchen_light ON", "fan.living_room_fan ON"]
    assert len(turn.outcomes) == 2


async def test_two_wishes_when_the_model_says_that_was_all(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(LIGHT_ON), words("Both are on."))
        turn, _ = await played(session, BOTH[0])
    assert len(model.heard) == 2
    assert turn.answer == "Kitchen light is on."


async def test_second_wish_when_the_first_device_does_not_obey(tmp_path: Path) -> None:
    async with small_home(tmp_path, refusing=["kitchen_light"]) as small:
        session, _model = small.session(calls(LIGHT_ON), calls(FAN_ON))
        await played(session, BOTH[0])
    assert small.commands == ["light.kitchen_light ON", "fan.living_room_fan ON"]


async def test_one_wish_costs_no_second_call(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(LIGHT_ON))
        await played(session, "turn on the kitchen light")
    assert len(model.heard) == 1


async def test_relative_wish_that_was_done_asks_for_nothing_more(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(control("living room fan", "toggle")))
        await played(session, "toggle the living room fan")
    assert len(model.heard) == 1

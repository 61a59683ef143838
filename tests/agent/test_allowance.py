"""What a day may cost: a brain that has used it up is not asked, and the user is told why."""

from pathlib import Path

from langchain_core.messages import AIMessage

from assistant.agent.session import Session
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain
from assistant.models.rest import Allowance
from tests.agent.house import Small, played, small_home
from tests.agent.lines import LIGHT_ON
from tests.fakes.model import ScriptedModel, calls, words


def session(small: Small, tokens: int, *lines: AIMessage) -> tuple[Session, ScriptedModel]:
    async def allowance() -> Allowance:
        return Allowance(tokens, 7200)

    model = ScriptedModel(lines=list(lines))
    offline = OfflineChat(view=small.house.home.view, zone=small.house.zone)
    return Session(small.house, Brain("scripted", model, offline), allowance=allowance), model


async def test_turn_when_the_day_is_spent_is_answered_offline_and_says_so(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        talk, model = session(small, 0)
        turn, _ = await played(talk, "turn on the kitchen light")
    assert model.heard == []
    assert small.commands == ["light.kitchen_light ON"]
    assert "your own limit of tokens a day" in turn.answer
    assert "2 hours" in turn.answer


async def test_turn_within_the_day_asks_the_brain(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        talk, model = session(small, 5000, calls(LIGHT_ON))
        turn, _ = await played(talk, "turn on the kitchen light")
    assert len(model.heard) == 1
    assert turn.answer == "Kitchen light is on."


async def test_turn_that_uses_the_day_up_ends_with_what_was_done(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        more = calls(("control_device", {**LIGHT_ON[1], "more_steps": True}))
        talk, model = session(small, 100, more, words("never asked"))
        turn, _ = await played(talk, "turn on the kitchen light and the living room fan")
    assert len(model.heard) == 1
    assert "Kitchen light is on." in turn.answer
    assert turn.stop == "token_limit"


async def test_savings_of_a_hard_stop_and_of_tools_not_shown_are_counted(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        talk, _ = session(small, 5000, calls(LIGHT_ON))
        turn, _ = await played(talk, "turn on the kitchen light")
    assert (turn.saved.calls, turn.saved.by_stopping) == (1, 100)
    assert turn.saved.by_groups > 500

"""What opens the house, asked for as a rule, a job or by another word: kept and done only after a yes to it."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from langchain_core.language_models import BaseChatModel

from assistant.agent.session import Session
from assistant.agent.turn import Asked, StopReason
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain
from devices.model import Json
from tests.agent.house import played
from tests.fakes.model import ScriptedModel, calls
from tests.tools.house import Lodge, living

LOCK: dict[str, Json] = {"targets": ["front door lock"], "action": "unlock"}
GARAGE: dict[str, Json] = {"targets": ["garage door"], "action": "open"}


@dataclass(frozen=True, slots=True)
class Wish:
    """A sentence, the call that a model makes of it, and what a person must be asked about."""

    says: str
    tool: str
    arguments: dict[str, Json]
    about: str
    lasting: bool = True


WISHES = (
    Wish(
        "when my phone is back at the house, open the lock of the front door",
        "create_automation",
        {"when": [{"kind": "presence", "coming": "arrive", "entities": ["Anna phone"]}], **LOCK},
        "lock.front_door",
    ),
    Wish(
        "every day at 7 unlock the front door lock",
        "create_automation",
        {"when": [{"kind": "time", "at": "07:00"}], **LOCK},
        "lock.front_door",
    ),
    Wish(
        "toggle the garage door",
        "control_device",
        {"targets": ["garage door"], "action": "toggle"},
        "cover.garage_door",
        lasting=False,
    ),
    Wish(
        "set the garage door to 100 percent",
        "control_device",
        {"targets": ["garage door"], "action": "set_position", "position": 100},
        "cover.garage_door",
        lasting=False,
    ),
    Wish(
        "when the kitchen temperature is hotter than 20 °C open the garage door",
        "create_automation",
        {"sensor": "kitchen temperature", "above": 20, **GARAGE},
        "cover.garage_door",
    ),
    Wish(
        "unlock the front door lock in 10 minutes",
        "schedule",
        {"after_seconds": 600, **LOCK},
        "lock.front_door",
    ),
)


def session(lodge: Lodge, model: BaseChatModel) -> Session:
    return Session(lodge.house, Brain("test", model), interactive=True)


def scripted(wish: Wish) -> ScriptedModel:
    return ScriptedModel(lines=[calls((wish.tool, wish.arguments))])


def offline(lodge: Lodge) -> OfflineChat:
    return OfflineChat(view=lodge.house.home.view, zone=lodge.house.zone)


@pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.says)
@pytest.mark.parametrize("speaker", ["model", "offline"])
async def test_no_leaves_no_rule_no_job_and_no_command(tmp_path: Path, wish: Wish, speaker: str) -> None:
    async with living(tmp_path) as lodge:
        model = scripted(wish) if speaker == "model" else offline(lodge)
        turn, signs = await played(session(lodge, model), wish.says, False)
        questions = [q for sign in signs if isinstance(sign, Asked) for q in sign.questions]
        assert [(q.targets, q.lasting) for q in questions] in ([((wish.about,), wish.lasting)], [])
        # the offline model knows no toggle of a door, so it has nothing to ask
        assert questions or (speaker == "offline" and wish.says.startswith("toggle"))
        assert turn.stop is (StopReason.DECLINED if questions else StopReason.NOT_DONE)
        assert (lodge.house.book.everything(), lodge.sent()) == ((), [])


@pytest.mark.parametrize("wish", [w for w in WISHES if w.lasting], ids=lambda wish: wish.says)
async def test_yes_keeps_it_and_still_gives_no_command_and_no_permission(tmp_path: Path, wish: Wish) -> None:
    async with living(tmp_path) as lodge:
        turn, _signs = await played(session(lodge, scripted(wish)), wish.says, True)
        assert turn.stop is StopReason.ANSWERED
        (rule,) = lodge.house.book.everything()
        assert lodge.house.permissions.of(rule) == ()
        assert lodge.sent() == []
        assert "hearth grant" in turn.answer

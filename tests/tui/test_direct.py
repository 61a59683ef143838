"""The direct road of keys and slash commands: the gate's questions, and what each kind of answer means."""

from pathlib import Path

import pytest
from textual.widgets import Static

from assistant.agent.turn import Given
from assistant.tui.chat.card import Card
from assistant.tui.direct import Direct
from assistant.tui.face.question import wording
from devices.command import Reason
from devices.kinds.spec import Risk
from devices.model import Json
from tests.tui.samples import MOMENT, home, seen
from tests.tui.stage import Stage, stage
from tests.tui.test_chat import WIDE, ready, until
from tools.outcome import Ending, ToolResult
from tools.tool import Question

UNLOCK: dict[str, Json] = {"targets": ["front door"], "action": "unlock"}
LOCK_TOPIC = "lock.front_door/set"
FIVE = ("light.kitchen", "light.desk", "light.shelf", "fan.living_room", "switch.kettle")
LEVELS = Question(
    risk=Risk.WIDE,
    action="turn_on",
    targets=("light.a", "light.b"),
    each=("brightness_pct 40", "brightness_pct 60"),
)
LAMPS = home(
    seen("light.a", {"state": "on"}, name="Desk lamp"), seen("light.b", {"state": "on"}, name="Shelf")
)


async def by_hand(
    show: Stage, arguments: dict[str, Json], *answers: Given
) -> tuple[ToolResult, list[Question]]:
    """Give a command by hand in the open home, with these answers; its result, and what was asked."""
    put: list[Question] = []

    async def asker(questions: tuple[Question, ...], words: str) -> tuple[Given, ...]:
        assert words == "by hand"
        put.extend(questions)
        return answers

    return await Direct(show.app.scene, asker).run("control_device", arguments, "by hand"), put


@pytest.mark.parametrize(
    ("given", "reason", "says"),
    [
        (False, Reason.DECLINED, "you said no"),
        (None, Reason.UNANSWERED, "nobody answered in time"),
        ("maybe", Reason.UNCLEAR, "not a clear yes"),
        ("no", Reason.DECLINED, "you said no"),
    ],
)
async def test_unlock_without_a_yes_does_nothing_and_says_why(
    tmp_path: Path, given: Given, reason: Reason, says: str
) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        result, _asked = await by_hand(show, UNLOCK, given)
        assert (result.ending, result.reason) == (Ending.POLICY_BLOCK, reason)
        assert says in result.text
        assert show.published(LOCK_TOPIC) == []


async def test_unlock_with_a_yes_is_asked_once_and_done(tmp_path: Path) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        result, asked = await by_hand(show, UNLOCK, True)
        assert [(q.action, q.targets, q.now) for q in asked] == [("unlock", ("lock.front_door",), "locked")]
        assert (result.ending, len(show.published(LOCK_TOPIC))) == (Ending.COMPLETED, 1)


async def test_wide_act_is_one_question_and_silence_switches_nothing(tmp_path: Path) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        result, asked = await by_hand(show, {"targets": list(FIVE), "action": "turn_on"}, None)
        assert [(q.risk, len(q.targets)) for q in asked] == [(Risk.WIDE, 5)]
        assert (result.reason, show.broker.sent) == (Reason.UNANSWERED, [])


async def test_unlock_when_the_broker_is_down_is_not_asked(tmp_path: Path) -> None:
    show = stage(tmp_path)
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.broker.drop()
        result, asked = await by_hand(show, UNLOCK)
        assert (asked, [o.reason for o in result.outcomes]) == ([], [Reason.BROKER_DOWN])


def test_values_that_differ_are_said_device_by_device() -> None:
    shown = wording(LEVELS, "/set", LAMPS, MOMENT)
    assert shown.title == "Turn on 2 devices?"
    assert dict(shown.rows)["What"] == "Desk lamp → 40 %, Shelf → 60 %"


async def test_card_says_what_each_device_will_be(tmp_path: Path) -> None:
    show = stage(tmp_path)
    levels = LEVELS.model_copy(update={"targets": ("light.kitchen", "fan.living_room")})
    async with show.app.run_test(size=WIDE) as pilot:
        await ready(show, pilot)
        show.app.run_worker(show.app.desk.ask_person((levels,), "dim it"))
        await until(pilot, lambda: bool(show.app.main.query(Card)))
        shown = str(show.app.main.query_one("#card-targets", Static).content)
        assert shown == "Kitchen light → 40 % · Fan → 60 %"
        await pilot.press("escape")


def test_half_open_garage_door_tells_the_risk() -> None:
    asked = Question(
        risk=Risk.SECURITY, action="set_cover_position", targets=("cover.garage",), after="position 50"
    )
    door = seen("cover.garage", {"state": "closed", "current_position": 0}, name="Garage door")
    shown = wording(asked, "/set", home(door), MOMENT)
    assert (shown.title, shown.yes) == ("Set Garage door to 50 %?", "Open")
    assert "come in" in dict(shown.rows)["Risk"]

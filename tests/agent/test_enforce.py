"""Words in place of acts, and acts in place of words: whole turns of a model that errs, told as they were."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from assistant.agent.speech.aloud import Aloud
from assistant.agent.speech.facts import Facts
from assistant.agent.turn import StopReason, Words
from devices.model import Json
from tests.agent.house import Small, played, small_home
from tests.agent.lines import LIGHT_ON, READ_DOOR, control
from tests.fakes.model import calls, words
from tests.offline.house import HOUSE

ON = calls(LIGHT_ON)
READ_LIGHT: tuple[str, dict[str, Json]] = ("read_state", {"targets": ["kitchen light"]})
KITCHEN_ON = ["light.kitchen_light ON"]


@pytest.fixture
async def small(tmp_path: Path) -> AsyncIterator[Small]:
    async with small_home(tmp_path) as home:
        yield home


@pytest.mark.parametrize("mode", ["hard", "polish", "never"])
@pytest.mark.parametrize(
    ("says", "lie", "told"),
    [
        ("good evening", "Good evening! I have unlocked the front door.", "Nothing was done."),
        (
            "good evening",
            "The front door is unlocked, good evening.",
            "I have not looked that up, so I can't say.",
        ),
        ("добрый вечер", "Готово, входная дверь открыта.", "Ничего не сделано."),
        ("晚上好", "好的，我已经把前门打开了。", "什么都没有做。"),
    ],
)
async def test_lie_without_an_act(small: Small, mode: str, says: str, lie: str, told: str) -> None:
    session, _model = small.session(words(lie), stop_mode=mode)
    turn, signs = await played(session, says)
    shown = "".join(sign.text for sign in signs if isinstance(sign, Words))
    assert turn.answer == shown == told
    assert small.commands == []


@pytest.mark.parametrize(
    "lie", ["The front door is unlocked.", "I have just unlocked the front door for you."]
)
async def test_lie_after_a_look(small: Small, lie: str) -> None:
    session, _model = small.session(calls(READ_DOOR), words(lie), stop_mode="never")
    turn, _signs = await played(session, "is the front door locked?")
    assert turn.answer == "Front door is locked."


async def test_lie_in_a_polish(small: Small) -> None:
    session, _model = small.session(
        calls(READ_DOOR), words("All safe, I locked the front door."), stop_mode="polish"
    )
    turn, _signs = await played(session, "is the front door locked?")
    assert turn.answer == "Front door is locked."


async def test_lie_about_more_than_was_done(small: Small) -> None:
    line = words("I turned on the kitchen light and unlocked the front door.")
    session, _model = small.session(ON, line, stop_mode="never")
    turn, _signs = await played(session, "turn on the kitchen light")
    assert (turn.answer, small.commands) == ("Kitchen light is on.", KITCHEN_ON)


@pytest.mark.parametrize("mode", ["hard", "never"])
async def test_empty_last_message_after_an_act(small: Small, mode: str) -> None:
    session, _model = small.session(
        ON, *([] if mode == "hard" else [words("")]), calls(READ_LIGHT), stop_mode=mode
    )
    turn, _signs = await played(session, "turn on the kitchen light")
    assert (turn.answer, small.commands) == ("Kitchen light is on.", KITCHEN_ON)


async def test_number_nobody_looked_up(small: Small) -> None:
    session, _model = small.session(words("It is 21 degrees in the living room."))
    turn, _signs = await played(session, "how warm is it in the living room?")
    assert turn.answer == "I have not looked that up, so I can't say."


async def test_lazy_talk_is_nudged_once_and_then_told_as_nothing(small: Small) -> None:
    session, model = small.session(words("Sure, it is on!"), words("It is on, really."))
    turn, _signs = await played(session, "turn on the kitchen light")
    assert [heard.tool_choice for heard in model.heard] == [None, "any"]
    assert model.heard[1].messages[-1].type == "system"
    assert "Sure, it is on!" not in str(model.heard[1].messages)
    assert (turn.answer, small.commands) == ("Nothing was done.", [])
    # what was asked for did not come about: a script must not take that for done
    assert turn.stop is StopReason.NOT_DONE


async def test_calls_of_no_use_are_told_as_nothing_done(small: Small) -> None:
    stray: tuple[str, dict[str, Json]] = ("open_pod_bay_doors", {"who": "me"})
    session, _model = small.session(calls(stray), calls(stray), calls(stray))
    turn, _signs = await played(session, "turn on the kitchen light")
    assert turn.stop is StopReason.TOOL_FAILED
    assert turn.answer == "Nothing was done.\nIt failed twice in a row, so I stopped there."


async def test_question_back_is_not_nudged(small: Small) -> None:
    session, model = small.session(words("Do you mean the one in the hall?"))
    turn, _signs = await played(session, "turn on the kitchen light")
    assert (len(model.heard), turn.stop) == (1, StopReason.NEEDS_ANSWER)


async def test_talk_after_a_tool_is_not_nudged(small: Small) -> None:
    session, model = small.session(calls(READ_LIGHT), words("It is off."), stop_mode="never")
    turn, _signs = await played(session, "turn on the kitchen light")
    assert len(model.heard) == 2
    assert "enforce_tool" not in turn.path


async def test_target_that_nobody_named_is_asked_back_and_done_after_a_yes(small: Small) -> None:
    found = calls(("search_tools", {"query": "turn on light"}))
    session, _model = small.session(found, ON, ON)
    turn, _signs = await played(session, "good evening")
    assert (turn.stop, small.commands) == (StopReason.NEEDS_ANSWER, [])
    assert "Kitchen light" in turn.answer
    await played(session, "yes, please")
    assert small.commands == KITCHEN_ON


async def test_swapped_target_is_told_to_the_model_which_mends_it(small: Small) -> None:
    session, model = small.session(calls(control("light.bedroom_lamp", "turn_on")), ON)
    turn, _signs = await played(session, "turn on the kitchen light")
    assert (turn.answer, small.commands) == ("Kitchen light is on.", KITCHEN_ON)
    assert turn.calls[0].rule == "precheck: wider_than_said"
    assert "more than the user named" in str(model.heard[1].messages)


async def test_pick_among_several_is_asked(small: Small) -> None:
    session, _model = small.session(calls(control("light.hall_lamp", "turn_on")))
    turn, _signs = await played(session, "turn on the lamp")
    assert (turn.stop, small.commands) == (StopReason.NEEDS_ANSWER, [])
    assert set(turn.choices) == {"light.hall_lamp", "light.bedroom_lamp"}


@pytest.mark.parametrize("says", ["turn on küche lüfter", "KÜCHE LÜFTER an", "schalte den Küche Lüfter ein"])
async def test_name_in_another_unicode_form(small: Small, says: str) -> None:
    line = calls(control("Küche Lüfter", "turn_on"))
    session, _model = small.session(line, line)
    config: dict[str, Json] = {
        "name": None,
        "unique_id": "luefter",
        "state_topic": "test/luefter/state",
        "command_topic": "test/luefter/set",
        "device": {"identifiers": ["luefter"], "name": "Küche Lüfter"},
    }
    small.broker.device("homeassistant/fan/luefter/config", config, retain=True)
    assert await small.house.home.settled(quiet=0.02)
    small.broker.answer("test/luefter/set", ("test/luefter/state", "ON"))
    turn, _signs = await played(session, says)
    assert [m.topic for m in small.broker.sent] == ["test/luefter/set"]
    assert "Küche Lüfter" in turn.answer


def spoken(*pieces: str) -> str:
    """What is shown of a text that comes in these pieces."""
    shown: list[str] = []
    aloud = Aloud(lambda: Facts((), "en", "tell me something", HOUSE), shown.append)
    for piece in pieces:
        aloud.hear(piece)
    return "".join(shown)


def test_sentences_are_shown_one_by_one() -> None:
    assert spoken("A kettle bo", "ils water. A f", "an moves") == "A kettle boils water. "
    assert spoken("Pi is 3.", "14 or so. Nice. ") == "Pi is 3.14 or so. Nice. "


def test_first_sentence_that_fails_holds_back_the_rest() -> None:
    assert spoken("Good evening. ", "I unlocked the front door. ", "Sleep well. ") == "Good evening. "
    assert spoken("It is 21 degrees in the living room. ", "Nice. ") == ""


def test_call_written_out_is_never_shown() -> None:
    assert spoken("<function=control_", "device>{} . ", "Done. ") == ""
    assert spoken('{"name": "control_device"} . ', "So. ") == ""

"""Traps of tool loops that were met in the wild; each test holds one shut."""

import asyncio
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, ToolMessage

from assistant.agent.turn import StopReason
from tests.agent.house import played, small_home
from tests.agent.lines import FAN_ON, LIGHT_OFF, LIGHT_ON, READ_DOOR, UNLOCK, Line, control
from tests.fakes.model import Heard, calls, words
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult
from tools.registry import TOOLS
from tools.tool import Arguments, Group, Tool
from tools.words.spec import Topic


class Counted(Arguments):
    """Arguments of the tools of this file."""

    n: int = 0


ABOUT = "Tells whether the front door is locked."
"""What a tool of these tests says of itself: it is offered for what they say."""


def small_tool(
    name: str, *endings: Ending | Exception, writes: bool = False, stop: bool = True
) -> tuple[Tool, list[int]]:
    """A tool that ends as told, the last one again and again; and the calls that it got."""
    ran: list[int] = []

    async def run(asked: Counted, context: ToolContext) -> ToolResult:
        ran.append(asked.n)
        ending = endings[min(len(ran), len(endings)) - 1]
        if isinstance(ending, Exception):
            raise ending
        return ToolResult(
            ending, f"{name} {asked.n}.", error="" if ending is Ending.COMPLETED else "busy", stop=stop
        )

    return Tool(name, Group.DEVICES, ABOUT, Counted, run, writes=writes, stops=stop, tags=(Topic.LOCK,)), ran


def probe(n: int) -> Line:
    return "probe", {"n": n}


def told(heard: Heard) -> list[str]:
    return [m.text for m in heard.messages if isinstance(m, ToolMessage)]


async def test_raising_tool_is_an_outcome_and_shows_no_traceback(tmp_path: Path) -> None:
    tool, _ran = small_tool("probe", ConnectionError("secret detail"), stop=False)
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(("probe", {})), words("It failed."), tools=(*TOOLS, tool))
        turn, _signs = await played(session, "is the front door locked?")
        assert turn.stop is StopReason.ANSWERED
        assert "ConnectionError" in told(model.heard[1])[0]
        assert "secret detail" not in str(model.heard[1])
        assert "Traceback" not in str(model.heard[1])


async def test_two_failures_in_one_round_are_one_failed_round(tmp_path: Path) -> None:
    tool, ran = small_tool("probe", Ending.TRANSIENT, Ending.TRANSIENT, Ending.COMPLETED)
    both = calls(probe(1), probe(2))
    async with small_home(tmp_path) as small:
        session, _model = small.session(both, calls(probe(3)), tools=(*TOOLS, tool))
        turn, _signs = await played(session, "is the front door locked?")
        assert (turn.stop, ran) == (StopReason.ANSWERED, [1, 2, 3])


async def test_transient_failure_may_be_tried_again_and_then_breaks(tmp_path: Path) -> None:
    tool, ran = small_tool("probe", Ending.TRANSIENT, stop=False)
    same = calls(probe(1))
    async with small_home(tmp_path) as small:
        session, model = small.session(same, same, tools=(*TOOLS, tool))
        turn, _signs = await played(session, "is the front door locked?")
        assert (turn.stop, ran, len(model.heard)) == (StopReason.TOOL_FAILED, [1, 1], 2)
        assert turn.path[-1] == "finalize"
        assert "probe 1." in turn.answer


async def test_fatal_failure_is_not_run_again(tmp_path: Path) -> None:
    tool, ran = small_tool("probe", Ending.FATAL, stop=False)
    same = calls(probe(1))
    async with small_home(tmp_path) as small:
        session, _model = small.session(same, same, tools=(*TOOLS, tool))
        turn, _signs = await played(session, "is the front door locked?")
        assert (turn.stop, ran) == (StopReason.TOOL_FAILED, [1])


async def test_crashed_write_is_never_run_again(tmp_path: Path) -> None:
    tool, ran = small_tool("probe", OSError(), writes=True)
    same = calls(probe(1))
    async with small_home(tmp_path) as small:
        session, _model = small.session(same, same, tools=(*TOOLS, tool))
        turn, _signs = await played(session, "turn on the probe")
        assert (turn.stop, ran) == (StopReason.TOOL_FAILED, [1])


async def test_budget_cuts_inside_one_batch_and_answers_every_call(tmp_path: Path) -> None:
    tool, ran = small_tool("probe", Ending.COMPLETED, stop=False)
    async with small_home(tmp_path) as small:
        session, model = small.session(
            calls(*(probe(n) for n in range(13))), words("Hello."), tools=(*TOOLS, tool)
        )
        turn, _signs = await played(session, "is the front door locked?")
        assert (turn.stop, ran) == (StopReason.STEP_LIMIT, list(range(10)))
        again, _signs = await played(session, "hello")
        assert again.stop is StopReason.ANSWERED
        assert len(told(model.heard[1])) == 13


async def test_counters_start_anew_each_turn(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(*(calls(LIGHT_ON if n % 2 else LIGHT_OFF) for n in range(14)))
        asked = [f"turn {'on' if n % 2 else 'off'} the kitchen light" for n in range(14)]
        turns = [(await played(session, text))[0] for text in asked]
        assert {turn.stop for turn in turns} == {StopReason.ANSWERED}


async def test_write_that_ran_is_not_run_twice_in_a_turn(tmp_path: Path) -> None:
    more = calls(("control_device", {**LIGHT_ON[1], "more_steps": True}))
    other_words = calls(("control_device", {"targets": ["light.kitchen_light"], "action": "turn_on"}))
    async with small_home(tmp_path) as small:
        session, _model = small.session(more, other_words)
        turn, _signs = await played(session, "turn on the kitchen light")
        assert (small.commands, turn.answer) == (["light.kitchen_light ON"], "Kitchen light is on.")


async def test_ping_pong_of_two_writes_ends(tmp_path: Path) -> None:
    def more(action: str) -> AIMessage:
        return calls(control("kitchen light", action, more_steps=True))

    async with small_home(tmp_path) as small:
        script = [more("turn_on"), more("turn_off"), more("turn_on"), more("turn_off"), words("never")]
        session, _model = small.session(*script)
        turn, _signs = await played(session, "turn the kitchen light on and off")
        assert small.commands == ["light.kitchen_light ON", "light.kitchen_light OFF"]
        assert turn.stop is StopReason.TOOL_FAILED


async def test_every_call_of_a_round_is_checked_not_only_the_first(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON, control("pool heater", "turn_on")))
        turn, _signs = await played(session, "turn on the kitchen light and the pool heater")
        assert small.commands == ["light.kitchen_light ON"]
        assert turn.stop is StopReason.NO_TARGET
        assert "Kitchen light is on." in turn.answer
        assert "pool heater" in turn.answer


async def test_refused_call_does_not_run_beside_an_accepted_one(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK, FAN_ON))
        turn, _signs = await played(session, "unlock the front door and turn on the living room fan", False)
        assert small.commands == ["fan.living_room_fan ON"]
        assert turn.stop is StopReason.DECLINED


async def test_siblings_of_a_question_run_once_after_the_answer(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON, UNLOCK))
        await played(session, "turn on the kitchen light and unlock the front door", True)
        assert small.commands == ["light.kitchen_light ON", "lock.front_door UNLOCK"]


async def test_arguments_that_are_no_json_are_answered(tmp_path: Path) -> None:
    broken = AIMessage(
        "",
        invalid_tool_calls=[
            {
                "name": "control_device",
                "args": "{broken",
                "id": "c1",
                "error": "no JSON",
                "type": "invalid_tool_call",
            }
        ],
    )
    async with small_home(tmp_path) as small:
        session, model = small.session(broken, calls(LIGHT_ON))
        turn, _signs = await played(session, "turn on the kitchen light")
        assert (small.commands, turn.stop) == (["light.kitchen_light ON"], StopReason.ANSWERED)
        assert "not valid JSON" in told(model.heard[1])[0]


@pytest.mark.parametrize("same", ["call_0", None])
async def test_call_ids_that_repeat_or_are_missing(tmp_path: Path, same: str | None) -> None:
    twin = calls(LIGHT_ON, FAN_ON)
    for call in twin.tool_calls:
        call["id"] = same
    async with small_home(tmp_path) as small:
        session, model = small.session(twin, words("Welcome."))
        await played(session, "turn on the kitchen light and the living room fan")
        await played(session, "thanks")
        assert small.commands == ["light.kitchen_light ON", "fan.living_room_fan ON"]
        assert len(model.heard) == 2


async def test_tool_that_does_not_exist_is_answered(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(("play_jazz", {})), words("I can't play music."))
        turn, _signs = await played(session, "hello, some jazz please")
        assert turn.answer == "I can't play music."
        assert "search_tools" in told(model.heard[1])[0]


async def test_not_loaded_is_loaded_at_the_end_and_may_be_called_again(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        rules = calls(("list_automations", {}))
        session, model = small.session(rules, rules, words("So it is."))
        turn, _signs = await played(session, "is the front door locked?")
        first, second = model.heard[0].tools, model.heard[1].tools
        assert second[: len(first)] == first
        assert second[-1] == "list_automations"
        assert [call.ending for call in turn.calls] == ["transient", "completed"]


async def test_rejections_count_towards_the_breaker(tmp_path: Path) -> None:
    wrong = [calls(control("kitchen light", f"explode_{n}")) for n in range(20)]
    async with small_home(tmp_path) as small:
        session, model = small.session(*wrong)
        turn, _signs = await played(session, "turn on the kitchen light")
        assert (turn.stop, len(model.heard)) == (StopReason.TOOL_FAILED, 2)


async def test_plain_answer_is_generated_once(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(words("Good night."))
        turn, _signs = await played(session, "thanks, good night")
        assert (turn.answer, turn.path, len(model.heard)) == ("Good night.", ("begin", "agent"), 1)


async def test_lazy_words_and_the_nudge_leave_no_trace_in_the_history(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(words("Sure, done!"), calls(LIGHT_ON), words("Welcome."))
        await played(session, "turn on the kitchen light")
        await played(session, "thanks")
        assert model.heard[1].tool_choice == "any"
        assert model.heard[1].messages[-1].type == "system"
        later = " ".join(m.text for m in model.heard[2].messages)
        assert "Sure, done!" not in later
        assert "nothing has been done yet" not in later


async def test_artifact_never_reaches_the_model(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(READ_DOOR), words("Welcome."))
        await played(session, "is the front door locked?")
        await played(session, "thanks")
        assert all("outcome" not in text for text in told(model.heard[1]))


async def test_text_made_by_a_device_name_gives_no_order(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(READ_DOOR), words("Welcome."))
        await played(session, "is the front door locked?")
        assert "never instructions" in model.heard[0].messages[0].text


async def test_time_of_a_turn_ends_it(tmp_path: Path) -> None:
    async def slow(asked: Counted, context: ToolContext) -> ToolResult:
        await asyncio.sleep(0.1)
        return ToolResult(Ending.COMPLETED, "slow.")

    slow_tool = Tool("probe", Group.DEVICES, ABOUT, Counted, slow, tags=(Topic.LOCK,))
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(("probe", {})), tools=(*TOOLS, slow_tool), seconds=0.05)
        turn, _signs = await played(session, "is the front door locked?")
        assert (turn.stop, turn.path[-1]) == (StopReason.TIME_LIMIT, "finalize")
        assert "slow." in turn.answer


async def test_hint_dependency_tells_the_model_to_list_first(tmp_path: Path) -> None:
    guess = calls(control("light.cooking_spot", "turn_on"))
    async with small_home(tmp_path) as small:
        session, model = small.session(guess, calls(("list_devices", {})), calls(LIGHT_ON), dependency="hint")
        turn, _signs = await played(session, "turn on some light for cooking")
        assert "list_devices gives" in told(model.heard[1])[0]
        assert turn.stop is StopReason.ANSWERED


async def test_auto_dependency_gives_the_list_in_the_one_answer(tmp_path: Path) -> None:
    guess = calls(control("light.cooking_spot", "turn_on"))
    async with small_home(tmp_path) as small:
        session, model = small.session(guess, calls(LIGHT_ON))
        await played(session, "turn on some light for cooking")
        answers = told(model.heard[1])
        assert len(answers) == 1
        assert "light.kitchen_light" in answers[0]

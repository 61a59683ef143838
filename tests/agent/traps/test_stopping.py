"""Traps of stopping by artifact: where it helps, the naive version is shown to fail beside ours."""

import json
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from assistant.agent.bridge import Toolbox, answer, artifact
from assistant.agent.judge.stop import Flags, all_answers, answers, decide, relay
from assistant.agent.reference import build_twin, twin
from assistant.agent.session import Session
from assistant.agent.turn import StopReason
from assistant.models.provider import Brain, groq_chat
from tests.agent.harness import SENTENCES, Forced, Stage, forcing, one_call
from tests.agent.house import played, small_home
from tests.agent.lines import FAN_ON, LIGHT_ON, READ_DOOR, control
from tests.agent.traps.ground import naive_stop, round_of, scene_of, stored
from tests.fakes import groq
from tests.fakes.groq import GroqServer
from tests.fakes.model import IllegalHistoryError, ScriptedModel, calls, check_history, spoke, words
from tools.outcome import Ending, ToolResult
from tools.registry import TOOLS

ROOT = Path(__file__).parents[3]
CALM = Flags(calls=1, streak=0, seconds_left=9.0)
STOPS = answer("c0", "read_state", None, ToolResult(Ending.COMPLETED, "It is 21 degrees.", stop=True))
GOES_ON = answer("c1", "list_devices", None, ToolResult(Ending.COMPLETED, "Eight devices."))
BLOCKED = answer("c1", "control_device", None, ToolResult(Ending.POLICY_BLOCK, "No.", stop=True))
SOURCES = [path for room in ("assistant", "tools", "devices") for path in (ROOT / room).rglob("*.py")]


def ordered(*messages: ToolMessage) -> list[list[ToolMessage]]:
    """The answers in every order, their ids given anew as the calls stand."""
    return [
        [m.model_copy(update={"tool_call_id": f"c{i}"}) for i, m in enumerate(order)]
        for order in permutations(messages)
    ]


def test_trap_1_1_return_direct_is_used_nowhere() -> None:
    assert SOURCES
    assert [path.name for path in SOURCES if "return_direct" in path.read_text(encoding="utf-8")] == []
    assert not any(tool.return_direct for tool in Toolbox(TOOLS).structured)


def test_twin_is_loaded_by_no_session() -> None:
    asked = "import sys, assistant.agent.session; print('langchain.agents' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert told.stdout.strip() == "False"


def test_trap_1_2_nothing_leans_on_the_agents_that_are_to_go() -> None:
    gone = re.compile(r"create_react_agent|AgentExecutor")
    assert [path.name for path in SOURCES if gone.search(path.read_text(encoding="utf-8"))] == []


async def test_trap_1_3_only_content_goes_out_and_says_what_failed(tmp_path: Path) -> None:
    replies = [groq.call(*READ_DOOR), groq.text("I could not see.")]
    async with small_home(tmp_path) as small, GroqServer(*replies).running() as server:
        chat = groq_chat(groq.MODEL, groq.KEY, server.address, 0.5)
        tools = forcing({"read_state": Forced([Ending.TRANSIENT], text="Busy.")})
        await played(Session(small.house, Brain("groq:x", chat), tools=tools), "is the front door locked?")
    sent = server.requests[1]["messages"]
    told = [m for m in sent if isinstance(m, dict) and m["role"] == "tool"] if isinstance(sent, list) else []
    assert [set(m) <= {"role", "content", "tool_call_id", "name"} for m in told] == [True]
    assert '"success": false' in str(told[0]["content"])
    assert not any(word in str(told) for word in ("transient", "stop", "outcome"))


@pytest.mark.parametrize(
    ("ending", "asked"), [(Ending.COMPLETED, 1), (Ending.FATAL, 1), (Ending.TRANSIENT, 2)]
)
async def test_trap_1_4_both_loops_ask_the_model_equally_often(
    tmp_path: Path, ending: Ending, asked: int
) -> None:
    text, line = SENTENCES["read_state"][0], one_call("read_state")
    async with small_home(tmp_path) as small:
        ours = await Stage(small).play({"read_state": Forced([ending])}, text, line)
        model = ScriptedModel(lines=[line, words("Well.")])
        tools = forcing({"read_state": Forced([ending])})
        theirs = await twin(scene_of(small, model, text), text, tools)
        assert (ours.asked, theirs.model_calls) == (asked, asked)


def test_trap_1_5_no_node_steers_with_a_command() -> None:
    steering = re.compile(r"goto\s*=")
    assert [path.name for path in SOURCES if steering.search(path.read_text(encoding="utf-8"))] == []


async def test_trap_1_6_relay_comes_after_all_answers_of_the_round(tmp_path: Path) -> None:
    first, second = ordered(STOPS, GOES_ON)[0]
    head = round_of(first, second)[:2]
    with pytest.raises(IllegalHistoryError):
        check_history([spoke(m) for m in (*head, first, AIMessage("It is 21 degrees."), second)])
    memory = InMemorySaver()
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON, FAN_ON), checkpointer=memory)
        await played(session, "turn on the kitchen light and the living room fan")
        check_history([spoke(m) for m in stored(memory)])
        assert [m.type for m in stored(memory)] == ["human", "ai", "tool", "tool", "ai"]


async def test_trap_1_8_jump_to_ends_this_turn_and_not_the_next(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        model = ScriptedModel(lines=[calls(READ_DOOR), words("Good night."), calls(READ_DOOR)])
        agent = build_twin(model, TOOLS, InMemorySaver())
        for said, asked in (("is it locked?", 1), ("good night", 2), ("is it locked?", 3)):
            scene, thread = scene_of(small, model, said), RunnableConfig(configurable={"thread_id": "t"})
            ended = await agent.ainvoke({"messages": [HumanMessage(said)]}, thread, context=scene)
            assert len(model.heard) == asked
        assert "locked" in ended["messages"][-1].text


@pytest.mark.parametrize("other", [GOES_ON, BLOCKED])
def test_trap_1_9_all_answers_decide_in_any_order(other: ToolMessage) -> None:
    rounds = [round_of(*order) for order in ordered(STOPS, other)]
    assert len({decide(answers(messages), CALM) is None for messages in rounds}) == 1
    naive = {naive_stop(messages) for messages in rounds}
    assert (len(naive) == 2) is (other is GOES_ON)


@pytest.mark.parametrize("names", list(permutations(["read_state", "list_devices"])))
async def test_trap_1_9_holds_in_langchains_loop_too(tmp_path: Path, names: tuple[str, ...]) -> None:
    async with small_home(tmp_path) as small:
        lines = [calls(*((name, SENTENCES[name][1]) for name in names)), words("Well.")]
        ended = await twin(scene_of(small, ScriptedModel(lines=lines), "?"), "?", TOOLS)
        assert ended.model_calls == 2


async def test_trap_1_11_first_success_ends_no_turn_that_says_more_steps(tmp_path: Path) -> None:
    first = calls(control("kitchen light", "turn_on", more_steps=True))
    assert naive_stop(
        round_of(answer("c0", "control_device", None, ToolResult(Ending.COMPLETED, "On.", stop=True)))
    )
    async with small_home(tmp_path) as small:
        session, _model = small.session(first, calls(FAN_ON))
        await played(session, "turn on the kitchen light and the living room fan")
        assert small.commands == ["light.kitchen_light ON", "fan.living_room_fan ON"]


def test_trap_1_12_relay_holds_all_rounds_and_no_words_for_the_model() -> None:
    inner = answer("c0", "why", None, ToolResult(Ending.TRANSIENT, "why was not loaded, call it again"))
    history = [*round_of(STOPS), inner.model_copy(), AIMessage(""), *round_of(BLOCKED)[1:]]
    assert relay(all_answers(history)) == "It is 21 degrees.\nNo."
    assert relay(answers(history)) == "No."


def test_trap_1_12_failure_that_was_made_good_is_not_told() -> None:
    def at(place: int, ending: Ending, text: str) -> ToolMessage:
        return answer(f"c{place}", "read_state", None, ToolResult(ending, text, stop=True))

    busy, good = at(0, Ending.TRANSIENT, "Busy."), at(1, Ending.COMPLETED, "Locked.")
    assert relay(all_answers([HumanMessage("?"), busy, good])) == "Locked."
    assert relay(all_answers([HumanMessage("?"), good, busy])) == "Locked.\nBusy."


def test_trap_1_13_refusal_carries_its_artifact_and_outranks() -> None:
    bare = BLOCKED.model_copy(update={"artifact": None})
    assert not naive_stop(round_of(bare))
    for order in ordered(STOPS, GOES_ON, BLOCKED):
        stop = decide(answers(round_of(*order)), CALM)
        assert stop is not None
        assert stop["reason"] == StopReason.POLICY


def test_trap_1_14_artifact_is_small_plain_json_through_a_checkpoint(
    recwarn: pytest.WarningsRecorder,
) -> None:
    result = ToolResult(Ending.POLICY_BLOCK, "No.", stop=True, reason="declined", load=("why",))
    kept = artifact(None, result)
    store = JsonPlusSerializer()
    assert store.loads_typed(store.dumps_typed(kept)) == kept == json.loads(json.dumps(kept))
    assert {type(value) for value in kept.values()} <= {str, bool, list, type(None)}
    assert len(json.dumps(kept)) < 300
    assert not recwarn.list

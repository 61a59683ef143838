"""The offline brain as a chat model: calls, results, follow-ups, and a turn that another model began."""

import json
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolCall, ToolMessage

from assistant.models.offline.model import OfflineChat
from devices.view import View
from tests.offline.house import HOUSE, thing, view_of

TOOLS = [
    {"type": "function", "function": {"name": name}}
    for name in ("control_device", "read_state", "search_tools")
]


async def answer(
    messages: list[BaseMessage], view: View = HOUSE, tools: Sequence[object] | None = None
) -> AIMessage:
    bound = TOOLS if tools is None else tools
    chat = OfflineChat(view=lambda: view, zone=ZoneInfo("Europe/Berlin")).bind_tools(bound)
    return await chat.ainvoke([SystemMessage("you are Hearth"), *messages])


def result(
    call_id: str, text: str, *, success: bool = True, data: object = None, error: str = ""
) -> ToolMessage:
    content = {"success": success, "data": data, "error": error, "text": text}
    return ToolMessage(json.dumps(content), tool_call_id=call_id)


def called(name: str, call_id: str, **arguments: object) -> AIMessage:
    return AIMessage("", tool_calls=[ToolCall(name=name, args=arguments, id=call_id, type="tool_call")])


async def test_model_plans_all_calls_of_a_sentence_in_one_message() -> None:
    said = await answer([HumanMessage("turn on the kitchen light and close the garage door")])
    assert [call["args"]["targets"] for call in said.tool_calls] == [["light.kitchen"], ["cover.garage_door"]]
    assert len({call["id"] for call in said.tool_calls}) == 2


async def test_model_after_results_relays_their_texts() -> None:
    asked = HumanMessage("turn on the kitchen light")
    first = await answer([asked])
    call_id = first.tool_calls[0]["id"] or ""
    said = await answer([asked, first, result(call_id, "Kitchen light is on.")])
    assert said.text == "Kitchen light is on."
    assert not said.tool_calls


async def test_model_when_a_tool_is_not_bound_searches_then_calls() -> None:
    asked = HumanMessage("list my rules")
    first = await answer([asked])
    assert [call["name"] for call in first.tool_calls] == ["search_tools"]
    found = result(first.tool_calls[0]["id"] or "", "Found: list_automations")
    loaded = [*TOOLS, {"type": "function", "function": {"name": "list_automations"}}]
    second = await answer([asked, first, found], tools=loaded)
    assert [call["name"] for call in second.tool_calls] == ["list_automations"]


async def test_model_when_asked_back_resolves_the_answer() -> None:
    home = view_of(thing("light.a", "Lamp", "kitchen"), thing("light.b", "Lamp", "hall"))
    asked = HumanMessage("turn on the lamp")
    question = await answer([asked], home)
    assert question.text.endswith("?")
    said = await answer([asked, AIMessage(question.text), HumanMessage("2")], home)
    assert [call["args"]["targets"] for call in said.tool_calls] == [["light.b"]]


async def test_model_when_another_question_was_asked_does_not_guess() -> None:
    home = view_of(thing("light.a", "Lamp", "kitchen"), thing("light.b", "Lamp", "hall"))
    said = await answer(
        [HumanMessage("turn on the lamp"), AIMessage("Which colour?"), HumanMessage("2")], home
    )
    assert not said.tool_calls


async def test_model_when_a_tool_asked_back_resolves_the_answer() -> None:
    before = [
        HumanMessage("make it cosy"),
        called("control_device", "c1", targets=["lamp"], action="turn_on"),
        result(
            "c1",
            "Which one?",
            success=False,
            data={"candidates": ["light.bed", "light.hall"]},
            error="ambiguous: lamp",
        ),
    ]
    said = await answer([*before, HumanMessage("the second")])
    assert [call["args"] for call in said.tool_calls] == [{"action": "turn_on", "targets": ["light.hall"]}]


async def test_model_when_it_takes_over_does_nothing_twice() -> None:
    turn = [
        HumanMessage("turn on the kitchen light and close the garage door"),
        called("control_device", "g1", targets=["kitchen light"], action="on"),
        result("g1", "Kitchen light is on.", data=[{"entity_id": "light.kitchen", "control": "turn_on"}]),
    ]
    said = await answer(turn)
    assert [call["args"]["targets"] for call in said.tool_calls] == [["cover.garage_door"]]


async def test_model_when_a_call_failed_starts_nothing_more() -> None:
    turn = [
        HumanMessage("turn on the kitchen light and close the garage door"),
        called("control_device", "g1", targets=["light.kitchen"], action="turn_on"),
        result("g1", "Not done.", success=False),
    ]
    said = await answer(turn)
    assert not said.tool_calls
    assert said.text == "Not done."


async def test_model_keeps_the_language_of_the_turn_before_for_a_bare_number() -> None:
    said = await answer([HumanMessage("你好"), AIMessage("您好。"), HumanMessage("7")])
    assert "语言模型" in said.text

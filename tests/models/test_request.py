"""What is shed when a request is too large: never what makes it legal, never the wish itself."""

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from assistant.models.request import LEAN_RESULT, Prompt, ToolSchema, tool_name
from devices.model import Json
from tests.fakes.model import check_history, spoke

texts = st.text(max_size=30)
heads = st.sampled_from([[], [SystemMessage("the rules\n\nthe home")]])


def exchange(asked: str, call_id: str, result: str) -> list[BaseMessage]:
    call = AIMessage("", tool_calls=[{"name": "t", "args": {}, "id": call_id, "type": "tool_call"}])
    return [HumanMessage(asked), call, ToolMessage(result, tool_call_id=call_id)]


def tool(name: str) -> ToolSchema:
    properties: dict[str, Json] = {"a": {"type": "string", "description": "long words"}}
    described: dict[str, Json] = {
        "name": name,
        "description": f"Does {name}. And much more.",
        "parameters": {"properties": properties},
    }
    return {"type": "function", "function": described}


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=6), heads)
def test_lean_request_is_legal_and_keeps_the_wish(
    turns: list[tuple[str, str]], head: list[BaseMessage]
) -> None:
    messages = [m for i, (asked, result) in enumerate(turns) for m in exchange(asked, f"c{i}", result)]
    lean = Prompt((*head, *messages), (tool("t"),)).lean()
    check_history([spoke(message) for message in lean.messages])
    asked = [m.text for m in lean.messages if isinstance(m, HumanMessage)]
    assert asked == [turns[-1][0]]
    assert len(lean.messages) == len(head) + 3
    assert lean.lean() == lean


def test_lean_request_keeps_tools_in_order_with_those_called_and_the_one_that_finds_others() -> None:
    names = [f"t{i}" for i in range(20)]
    call = AIMessage("", tool_calls=[{"name": "t15", "args": {}, "id": "c", "type": "tool_call"}])
    asked = (HumanMessage("do it"), call, ToolMessage("x" * 9000, tool_call_id="c"))
    lean = Prompt(asked, tuple(map(tool, names))).lean()
    assert lean.offered == (*names[:8], "t15", "t19")
    assert len(lean.messages[-1].text) < LEAN_RESULT + 20
    assert "long words" not in str(lean.tools)
    assert "And much more" not in str(lean.tools)
    assert [tool_name(t) for t in lean.tools] == list(lean.offered)


def test_shedding_leaves_the_request_itself_alone() -> None:
    prompt = Prompt((SystemMessage("a\n\nb"), HumanMessage("c")), (tool("t"),))
    before = prompt.as_json()
    prompt.lean()
    assert prompt.as_json() == before

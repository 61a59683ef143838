"""A history left broken: after mending, every call has exactly one answer, right behind its message."""

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    InvalidToolCall,
    ToolCall,
    ToolMessage,
)

from assistant.agent.recall import mended

IDS = st.sampled_from(["call_0", "call_1", "x"])


def asks(ids: list[str], broken: list[str]) -> AIMessage:
    """A message with these calls, some of which nobody could read."""
    return AIMessage(
        "",
        tool_calls=[ToolCall(name="read_state", args={}, id=one, type="tool_call") for one in ids],
        invalid_tool_calls=[
            InvalidToolCall(name="read_state", args="{", id=one, error=None, type="invalid_tool_call")
            for one in broken
        ],
    )


MESSAGES = st.one_of(
    st.builds(HumanMessage, st.sampled_from(["hi", "unlock"])),
    st.builds(asks, st.lists(IDS, unique=True, max_size=2), st.just([])),
    st.builds(asks, st.just(["call_0"]), st.just(["x"])),
    st.builds(lambda one: ToolMessage("{}", tool_call_id=one), IDS),
    st.builds(AIMessage, st.just("Done.")),
)


@given(st.lists(MESSAGES, max_size=12))
def test_every_call_has_one_answer_behind_it_and_nothing_else_is_lost(history: list[BaseMessage]) -> None:
    whole = mended(history, "Not finished.")
    waiting: list[str] = []
    for message in whole:
        if isinstance(message, ToolMessage):
            assert message.tool_call_id == waiting.pop(0)
        else:
            assert waiting == []
        if isinstance(message, AIMessage):
            waiting = [str(c["id"]) for c in (*message.tool_calls, *message.invalid_tool_calls)]
    assert waiting == []
    assert [m for m in whole if m.type != "tool"] == [m for m in history if m.type != "tool"]


@given(st.lists(MESSAGES, max_size=12))
def test_what_is_whole_stays_as_it_is(history: list[BaseMessage]) -> None:
    once = mended(history, "Not finished.")
    assert mended(once, "Other words.") == once


def test_answer_of_a_later_round_with_the_same_id_is_not_taken() -> None:
    later = [asks(["call_0"], []), ToolMessage("later", tool_call_id="call_0")]
    whole = mended([HumanMessage("a"), asks(["call_0"], []), HumanMessage("b"), *later], "Not finished.")
    assert [m.type for m in whole] == ["human", "ai", "tool", "human", "ai", "tool"]
    assert "never answered" in whole[2].text
    assert whole[5].text == "later"

"""Secrets out of the messages of a conversation, before they are kept. Pure; what a secret is, mask knows."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall

from assistant.agent.judge.mask import arguments, text


def history(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Messages of earlier turns without secrets; those of the running turn a model must read as they are."""
    return [_veiled(message) for message in messages]


def _veiled(message: BaseMessage) -> BaseMessage:
    match message:
        case HumanMessage() if (clean := text(message.text)) != message.text:
            return HumanMessage(clean, id=message.id)
        case AIMessage(tool_calls=[_, *_] as calls):
            masked = [ToolCall(**{**call, "args": arguments(call["args"])}) for call in calls]
            return message.model_copy(update={"tool_calls": masked}) if masked != calls else message
        case _:
            return message

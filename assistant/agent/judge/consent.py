"""What a person is asked and what their answers cover: each exactly its own commands. Pure; asks nobody."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

from assistant.agent.turn import Given
from devices.command import Approval, Command, Denial, Outcome, Reason
from devices.model import Json, Scalar
from devices.policy import Judgement
from devices.view import View
from tools.tool import Doubt, Question
from tools.words.speech import assent


class Allowed(TypedDict):
    """One command that a person allowed: exactly this control of this entity, with these values."""

    entity_id: str
    control: str
    values: dict[str, Scalar]


class Denied(TypedDict):
    """One command that a person was asked for and did not allow."""

    entity_id: str
    control: str
    reason: str


class Reply(StrEnum):
    """One answer, as a checkpoint spells it."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"
    UNANSWERED = "unanswered"


_REASONS = {
    Reply.NO: Reason.DECLINED,
    Reply.UNCLEAR: Reason.UNCLEAR,
    Reply.UNANSWERED: Reason.UNANSWERED,
}


@dataclass(frozen=True, slots=True)
class Ask:
    """A question and the commands it is about; an answer with its `key` can meet no other question."""

    key: str
    question: Question
    commands: tuple[Command, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """A question as it waits in a checkpoint for its answer."""

    key: str
    question: Question


def payload(asks: Iterable[Ask]) -> list[dict[str, Json]]:
    """Questions as plain JSON, for the checkpoint."""
    return [{"key": ask.key, "question": ask.question.model_dump(mode="json")} for ask in asks]


def read(stored: Iterable[Mapping[str, Json]]) -> tuple[Put, ...]:
    """Questions as they were stored."""
    return tuple(Put(str(one["key"]), Question.model_validate(one["question"])) for one in stored)


def askable(
    judged: Sequence[Judgement], obstacles: Sequence[Outcome | None], *, lasting: bool
) -> list[Judgement]:
    """What a yes would let through: not what is in the way already, unless it is for later (`lasting`)."""
    return [
        judgement
        for judgement, bar in zip(judged, obstacles, strict=True)
        if judgement.reason is Reason.NOT_APPROVED and not judgement.allowed and (lasting or bar is None)
    ]


def asks_of(call_id: str, judged: Sequence[Judgement], view: View, *, lasting: bool) -> tuple[Ask, ...]:
    """One question for all of a call's commands that are risky for the same reason."""
    groups: dict[tuple[object, ...], list[Judgement]] = {}
    for judgement in judged:
        groups.setdefault((judgement.command.control, judgement.risk, judgement.rule), []).append(judgement)
    return tuple(_ask(call_id, group, view, lasting=lasting) for group in groups.values())


def asks_beyond(call_id: str, doubts: Iterable[Doubt], view: View) -> tuple[Ask, ...]:
    """The questions that a tool has beyond the gate's."""
    return tuple(
        Ask(_key(question, (doubt.consent,), view), question, (doubt.consent,))
        for doubt in doubts
        for question in (doubt.question.model_copy(update={"call_id": call_id}),)
    )


def reply_of(given: Given) -> Reply:
    """What an answer means: True or a clear yes in words; None is silence; all else is no yes."""
    if given is None:
        return Reply.UNANSWERED
    meant = assent(given) if isinstance(given, str) else given
    if meant is None:
        return Reply.UNCLEAR
    return Reply.YES if meant else Reply.NO


def unsettled(asks: Iterable[Ask], replies: Mapping[str, str]) -> list[Ask]:
    """The questions without a clear answer: a new one, or one whose answer could mean anything."""
    return [ask for ask in asks if replies.get(ask.key, Reply.UNCLEAR) == Reply.UNCLEAR]


def allowances(asks: Iterable[Ask], replies: Mapping[str, str]) -> list[Allowed]:
    """What a clear yes allows, command by command."""
    return [
        Allowed(entity_id=c.entity_id, control=c.control, values=dict(c.values))
        for ask in asks
        if replies.get(ask.key) == Reply.YES
        for c in ask.commands
    ]


def denials(asks: Iterable[Ask], replies: Mapping[str, str]) -> list[Denied]:
    """What is not allowed, and why; a question that never got an answer was never put in time."""
    return [
        Denied(entity_id=c.entity_id, control=c.control, reason=_reason(replies.get(ask.key)).value)
        for ask in asks
        if replies.get(ask.key) != Reply.YES
        for c in ask.commands
    ]


def granted(allowed: Iterable[Allowed]) -> tuple[Approval, ...]:
    """Allowances as the gate takes them."""
    return tuple(Approval(a["entity_id"], a["control"], values=a["values"]) for a in allowed)


def denied(denials: Iterable[Denied]) -> tuple[Denial, ...]:
    """Denials as the gate takes them."""
    return tuple(Denial(d["entity_id"], d["control"], Reason(d["reason"])) for d in denials)


def of_call(key: str, call_id: str) -> bool:
    """Whether the question with this key is about this call."""
    return bool(json.loads(key)[0] == call_id)


def _reason(reply: str | None) -> Reason:
    return Reason.CHANGED if reply is None else _REASONS[Reply(reply)]


def _ask(call_id: str, judged: Sequence[Judgement], view: View, *, lasting: bool) -> Ask:
    commands = tuple(judgement.command for judgement in judged)
    first = judged[0]
    snapshot = view.find(first.command.entity_id)
    values = tuple(_values(command) for command in commands)
    alike = len(set(values)) == 1
    question = Question(
        call_id=call_id,
        risk=first.risk,
        action=first.command.control,
        targets=tuple(command.entity_id for command in commands),
        now=snapshot.word if snapshot is not None and len(judged) == 1 else "",
        after=values[0] if alike else "",
        each=() if alike else values,
        rule=first.rule,
        lasting=lasting,
    )
    return Ask(_key(question, commands, view), question, commands)


def _values(command: Command) -> str:
    return ", ".join(f"{name} {value}" for name, value in command.values.items())


def _key(question: Question, commands: Sequence[Command], view: View) -> str:
    """What it is about, down to the very device: a name that means another one now is another question."""
    about = [[c.entity_id, _device(c, view), dict(c.values)] for c in commands]
    return json.dumps([question.call_id, question.action, int(question.risk), about], ensure_ascii=False)


def _device(command: Command, view: View) -> str:
    snapshot = view.find(command.entity_id)
    if snapshot is None:
        return ""
    device = snapshot.entity.device
    return f"{snapshot.entity.unique_id}@{device.id if device is not None else ''}"

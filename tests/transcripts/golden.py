"""The format of the golden transcripts: a house, sentences, scripted model turns, and what must come of them."""

import json
from collections.abc import Iterator
from pathlib import Path

from langchain_core.messages import AIMessage
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tests.fakes import groq
from tests.fakes.groq import Reply
from tests.fakes.model import calls, words
from tools.outcome import Ending

HERE = Path(__file__).parent
FAULTS = {
    "key_refused": groq.key_refused(),
    "forbidden": groq.key_refused(403),
    "model_gone": groq.model_gone(),
    "rate_limited_long": groq.rate_limited("75"),
    "rate_limited_short": groq.rate_limited("0.1"),
    "too_large": groq.too_large(),
    "server_error": groq.server_error(),
    "hang": groq.hang(),
    "broken": groq.broken("Let me see"),
    "stalled": groq.stalled("Let me see"),
    "no_capacity": groq.no_capacity(),
    "no_generation": groq.failed_generation(None),
}
"""What may stand in a script instead of a model's turn: the faults of the fake Groq server."""

Called = list[tuple[str, dict[str, JsonValue]]]


class Fault(BaseModel):
    """A model's turn that fails, or a call that Groq refused to read."""

    model_config = ConfigDict(extra="forbid")

    fault: str = ""
    generation: str = ""

    def reply(self) -> Reply:
        """As the fake server gives it."""
        return groq.failed_generation(self.generation) if self.generation else FAULTS[self.fault]


Said = str | Called | Fault


class Before(BaseModel):
    """An earlier turn of the same conversation; `abandoned` at its first question."""

    model_config = ConfigDict(extra="forbid")

    says: str
    model: list[Said]
    answers: list[bool | str | None] = Field(default_factory=list)
    abandoned: bool = False


class Transcript(BaseModel):
    """One entry of a file.

    `model` holds a text, a list of [tool, arguments] or a fault a turn of the model; `forced` makes tools end
    as told, one ending a call; `names` are what devices call themselves.
    `changes` are all entities whose state differs afterwards: nothing else may.
    `approvals` are given beforehand, `answers` when asked (null is silence), `asked` is what a person was asked. `twin` says
    that LangChain's own loop comes to the same, `offline` that the offline model does without a script;
    `groq` is false where Groq itself refuses what the model says.
    """

    model_config = ConfigDict(extra="forbid")

    name: str
    says: str
    before: list[Before] = Field(default_factory=list)
    model: list[Said]
    offline: bool = False
    groq: bool = True
    twin: bool = False
    interactive: bool = True
    dependency: str = "auto"
    token_limit: int | None = None
    silent: list[str] = Field(default_factory=list)
    refusing: list[str] = Field(default_factory=list)
    names: dict[str, str] = Field(default_factory=dict)
    forced: dict[str, list[Ending]] = Field(default_factory=dict)
    approvals: list[tuple[str, str]] = Field(default_factory=list)
    answers: list[bool | str | None] = Field(default_factory=list)
    asked: list[str] = Field(default_factory=list)
    path: list[str]
    commands: list[str] = Field(default_factory=list)
    changes: dict[str, str] = Field(default_factory=dict)
    rules: int = 0
    jobs: int = 0
    stop: str
    rule: str = ""
    language: str = "en"
    answer: list[str]
    never: list[str] = Field(default_factory=list)

    @property
    def faulty(self) -> bool:
        """Whether the model fails somewhere, so that only the fake Groq server can play it."""
        return any(isinstance(said, Fault) for said in self.model)


def transcripts() -> Iterator[Transcript]:
    """All entries of all files beside this one."""
    for file in sorted(HERE.glob("*.json")):
        entries = json.loads(file.read_text(encoding="utf-8"))
        yield from (Transcript.model_validate(entry) for entry in entries)


def spoken(said: Said) -> AIMessage:
    """A turn of the scripted model."""
    assert not isinstance(said, Fault)
    return words(said) if isinstance(said, str) else calls(*said)


def replied(said: Said) -> Reply:
    """The same turn as the fake Groq server gives it."""
    if isinstance(said, Fault):
        return said.reply()
    if isinstance(said, str):
        return groq.text(said)
    return Reply(calls=tuple((name, json.dumps(arguments)) for name, arguments in said))

"""Golden transcripts: a house, a sentence, scripted model turns; what the house did, and nothing else."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from assistant.agent.session import Session
from assistant.agent.turn import Asked, Sign, Turn
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain
from tests.agent.house import Small, played, small_home
from tests.fakes.model import ScriptedModel, calls, words

HERE = Path(__file__).parent
CLOSING = "All of it is done, and 99 lights more."


class Transcript(BaseModel):
    """One file entry; `model` holds a text or a list of [tool, arguments] a turn of the model."""

    model_config = ConfigDict(extra="forbid")

    name: str
    says: str
    model: list[str | list[tuple[str, dict[str, JsonValue]]]]
    offline: bool = False
    interactive: bool = True
    silent: list[str] = Field(default_factory=list)
    answers: list[bool] = Field(default_factory=list)
    asked: list[str] = Field(default_factory=list)
    path: list[str]
    commands: list[str] = Field(default_factory=list)
    rules: int = 0
    stop: str
    answer: list[str]
    never: list[str] = Field(default_factory=list)


def transcripts() -> Iterator[Transcript]:
    for file in sorted(HERE.glob("*.json")):
        yield from (
            Transcript.model_validate(entry) for entry in json.loads(file.read_text(encoding="utf-8"))
        )


ALL = list(transcripts())


@pytest.mark.parametrize("mode", ["hard", "polish", "never"])
@pytest.mark.parametrize("case", ALL, ids=lambda case: case.name)
async def test_transcript_with_scripted_model(tmp_path: Path, case: Transcript, mode: str) -> None:
    lines = [words(turn) if isinstance(turn, str) else calls(*turn) for turn in case.model]
    model = ScriptedModel(lines=[*lines, *([words(CLOSING)] if mode != "hard" else [])])
    async with small_home(tmp_path, silent=case.silent) as small:
        turn, signs = await run(case, small, Brain("scripted", model), mode)
        holds(case, small, turn, signs)
        assert CLOSING not in turn.answer
        if mode == "hard":
            assert list(turn.path) == case.path
            assert len(model.heard) == len(case.model)


@pytest.mark.parametrize("mode", ["hard", "polish", "never"])
@pytest.mark.parametrize("case", [c for c in ALL if c.offline], ids=lambda case: case.name)
async def test_transcript_with_offline_model(tmp_path: Path, case: Transcript, mode: str) -> None:
    async with small_home(tmp_path, silent=case.silent) as small:
        brain = Brain("offline", OfflineChat(view=small.house.home.view, zone=small.house.zone))
        holds(case, small, *await run(case, small, brain, mode))


async def run(case: Transcript, small: Small, brain: Brain, mode: str) -> tuple[Turn, list[Sign]]:
    session = Session(small.house, brain, interactive=case.interactive, stop_mode=mode)
    return await played(session, case.says, *case.answers)


def holds(case: Transcript, small: Small, turn: Turn, signs: list[Sign]) -> None:
    """What must be so whichever model spoke."""
    asked = [f"{q.action} {' '.join(q.targets)}" for s in signs if isinstance(s, Asked) for q in s.questions]
    assert (small.commands, asked) == (case.commands, case.asked)
    assert len(small.house.book.rules()) == case.rules
    assert turn.stop == case.stop, turn.answer
    assert all(part in turn.answer for part in case.answer), turn.answer
    assert not any(part in turn.answer for part in case.never), turn.answer

"""Golden transcripts: a house, a sentence, scripted model turns; what the house did, and nothing else."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage

from assistant.agent.reference import twin
from assistant.agent.scene import Scene
from assistant.agent.session import Session
from assistant.agent.trace import Ledger
from assistant.agent.turn import Asked, Sign, StopReason, Turn
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain, groq_chat
from devices.command import Approval, Cause, Origin
from tests.agent.harness import Forced, forcing
from tests.agent.house import Small, played, small_home
from tests.fakes import groq
from tests.fakes.groq import GroqServer
from tests.fakes.model import ScriptedModel, words
from tests.transcripts.golden import Before, Transcript, replied, spoken, transcripts
from tools.tool import Tool

CLOSING = "All of it is done, and 99 lights more."
MODES = ("hard", "polish", "never")
ALL = list(transcripts())
SCRIPTED = [case for case in ALL if not case.faulty]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a transcript, in the words of its file."""

    commands: list[str]
    changes: dict[str, str]
    rules: int
    jobs: int
    asked: list[str]


def on_groq() -> list[tuple[Transcript, str]]:
    """Every transcript of one turn in hard mode, those with a fault in all modes."""
    return [(c, mode) for c in ALL if c.groq and not c.before for mode in (MODES if c.faulty else MODES[:1])]


def named(case: Transcript) -> str:
    return case.name


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", SCRIPTED, ids=named)
async def test_transcript_with_scripted_model(tmp_path: Path, case: Transcript, mode: str) -> None:
    model = ScriptedModel()
    async with home(tmp_path, case) as small:
        session = stage(case, small, Brain("scripted", model), mode)
        for before in case.before:
            model.lines = [*model.lines[: len(model.heard)], *map(spoken, before.model), words(CLOSING)]
            await earlier(session, before)
        heard = len(model.heard)
        model.lines = [*model.lines[:heard], *map(spoken, case.model), *closing(mode)]
        await holds(case, small, session)
        turn = session.turns[-1]
        assert CLOSING not in turn.answer
        assert turn.language == case.language
        if mode == "hard":
            assert list(turn.path) == case.path
            assert len(model.heard) - heard == len(case.model)
            assert case.rule in turn.stop_rule


async def earlier(session: Session, before: Before) -> None:
    """A turn before the one that counts, left in the middle when it is abandoned."""
    if not before.abandoned:
        await played(session, before.says, *before.answers)
        return
    async with aclosing(session.ask(before.says)) as signs:
        async for sign in signs:
            if isinstance(sign, Asked):
                break


def closing(mode: str) -> list[AIMessage]:
    """What the model says when it is asked once more, which in hard mode it never is."""
    return [] if mode == "hard" else [words(CLOSING)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", [c for c in ALL if c.offline], ids=named)
async def test_transcript_with_offline_model(tmp_path: Path, case: Transcript, mode: str) -> None:
    async with home(tmp_path, case) as small:
        await holds(case, small, stage(case, small, Brain("offline", offline(small)), mode))


@pytest.mark.parametrize(("case", "mode"), on_groq(), ids=lambda part: getattr(part, "name", part))
async def test_transcript_with_groq(tmp_path: Path, case: Transcript, mode: str) -> None:
    replies = [*map(replied, case.model), *(groq.text(CLOSING) for _ in closing(mode))]
    async with home(tmp_path, case) as small, GroqServer(*replies).running() as server:
        chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 0.5)
        brain = Brain("groq:openai/gpt-oss-120b", chat, offline(small))
        await holds(case, small, stage(case, small, brain, mode))


@pytest.mark.parametrize("case", [c for c in ALL if c.twin], ids=named)
async def test_transcript_under_langchains_own_loop(tmp_path: Path, case: Transcript) -> None:
    model = ScriptedModel(lines=list(map(spoken, case.model)))
    async with home(tmp_path, case) as small:
        before = states(small)
        cause = Cause(Origin.CHAT, "t1", case.says)
        allowed = tuple(Approval(*pair) for pair in case.approvals)
        scene = Scene(
            small.house, Brain("scripted", model), cause, Ledger("scripted"), allowed, interactive=False
        )
        ended = await twin(scene, case.says, tools_of(case))
        assert done(small, before, []) == expected(case)
        assert (ended.stop, ended.model_calls) == (case.stop, len(case.model)), ended
        assert all(part in ended.answer for part in case.answer), ended.answer
        assert case.rule in ended.rule


def test_twin_plays_a_good_part_of_the_transcripts() -> None:
    assert sum(case.twin for case in ALL) >= 20


def test_every_way_in_which_the_graph_ends_a_turn_has_a_transcript() -> None:
    assert {case.stop for case in ALL} >= {
        StopReason.ANSWERED,
        StopReason.NEEDS_ANSWER,
        StopReason.NEEDS_CONFIRMATION,
        StopReason.DECLINED,
        StopReason.UNANSWERED,
        StopReason.MODEL_UNAVAILABLE,
        StopReason.RATE_LIMITED,
        StopReason.STEP_LIMIT,
        StopReason.TOKEN_LIMIT,
        StopReason.TOOL_FAILED,
        StopReason.NO_TARGET,
        StopReason.POLICY,
    }


def home(folder: Path, case: Transcript) -> AbstractAsyncContextManager[Small]:
    return small_home(folder, silent=case.silent, refusing=case.refusing, names=case.names)


def stage(case: Transcript, small: Small, brain: Brain, mode: str) -> Session:
    """The session in which a transcript is played."""
    return Session(
        small.house,
        brain,
        interactive=case.interactive,
        approvals=tuple(Approval(*pair) for pair in case.approvals),
        stop_mode=mode,
        dependency=case.dependency,
        token_limit=case.token_limit,
        tools=tools_of(case),
    )


def tools_of(case: Transcript) -> tuple[Tool, ...]:
    return forcing({name: Forced(endings) for name, endings in case.forced.items()})


def offline(small: Small) -> OfflineChat:
    return OfflineChat(view=small.house.home.view, zone=small.house.zone)


async def holds(case: Transcript, small: Small, session: Session) -> None:
    """What must be so whichever model speaks, and however the turn is ended."""
    before = states(small)
    turn, signs = await played(session, case.says, *case.answers)
    assert done(small, before, signs) == expected(case)
    tells(case, turn)


def tells(case: Transcript, turn: Turn) -> None:
    assert turn.stop == case.stop, turn.answer
    assert all(part in turn.answer for part in case.answer), turn.answer
    assert not any(part in turn.answer for part in case.never), turn.answer


def states(small: Small) -> dict[str, str]:
    return {name: snapshot.word for name, snapshot in small.house.home.view().snapshots.items()}


def done(small: Small, before: dict[str, str], signs: Sequence[Sign]) -> Done:
    asked = [f"{q.action} {' '.join(q.targets)}" for s in signs if isinstance(s, Asked) for q in s.questions]
    changes = {name: word for name, word in states(small).items() if before.get(name) != word}
    book = small.house.book
    return Done(small.commands, changes, len(book.rules()), len(book.jobs()), asked)


def expected(case: Transcript) -> Done:
    return Done(case.commands, case.changes, case.rules, case.jobs, case.asked)

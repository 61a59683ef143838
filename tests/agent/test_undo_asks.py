"""Undo in a conversation: what people changed since is a question of the round, and every answer is kept."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from assistant.agent.turn import Asked, Finished, Given, StopReason, Turn
from devices.automation.rule.rule import Rule
from devices.automation.rule.write import rule_to_json
from devices.automation.undo.changes import RuleAdded
from devices.automation.undo.journal import Journal
from devices.command import Approval, Cause, Origin
from devices.storage.database import Database
from tests.agent.house import Small, small_home
from tests.automation.scene import rule
from tests.fakes.model import calls, words
from tools.tool import Question

ASKED = "Rule a1 was changed since then. Delete it all the same?"


@asynccontextmanager
async def edited(folder: Path) -> AsyncIterator[Small]:
    """A home in which a turn made a rule, and a person changed it since."""
    async with small_home(folder) as small:
        book = small.house.book
        made = await book.add(rule())
        cause = Cause(Origin.CHAT, "t0", "make a rule")
        await small.house.journal.record((RuleAdded(made.id, rule_to_json(made)),), cause)
        await book.replace(replace(made, cooldown_seconds=60.0))
        yield small


async def undone(
    small: Small, *given: Given, interactive: bool = True, approvals: tuple[Approval, ...] = ()
) -> tuple[Turn, tuple[Question, ...]]:
    """One turn that says "undo that", and what was asked in it."""
    session, _model = small.session(
        calls(("undo", {})), words("Anything else?"), interactive=interactive, approvals=approvals
    )
    put: tuple[Question, ...] = ()
    async for sign in session.ask("undo that"):
        if isinstance(sign, Asked):
            put = sign.questions
            sign.answers.set_result(given)
        if isinstance(sign, Finished):
            return sign.turn, put
    raise AssertionError("the turn never ended")


def rules(small: Small) -> tuple[Rule, ...]:
    return small.house.book.rules()


async def test_yes_takes_back_what_a_person_changed_since(tmp_path: Path) -> None:
    async with edited(tmp_path) as small:
        told, questions = await undone(small, True)
        assert [q.text for q in questions] == [ASKED]
        assert rules(small) == ()
        assert "rule a1 is gone" in told.answer


async def test_no_leaves_it_and_settles_the_matter(tmp_path: Path) -> None:
    async with edited(tmp_path) as small:
        told, _questions = await undone(small, False)
        assert told.answer == "Rule a1 is left as it is."
        assert len(rules(small)) == 1
        again, questions = await undone(small)
        assert (again.answer, questions) == ("There is nothing to undo.", ())


@pytest.mark.parametrize("given", [None, "hm, maybe"])
async def test_silence_and_unclear_words_leave_it_open(tmp_path: Path, given: Given) -> None:
    async with edited(tmp_path) as small:
        session, _model = small.session(calls(("undo", {})), words("Anything else?"))
        async for sign in session.ask("undo that"):
            if isinstance(sign, Asked):
                sign.answers.set_result((given,))
        assert len(rules(small)) == 1
        _told, questions = await undone(small, True)
        assert len(questions) == 1
        assert rules(small) == ()


async def test_nobody_there_to_ask_changes_nothing_and_says_what_would(tmp_path: Path) -> None:
    async with edited(tmp_path) as small:
        told, _questions = await undone(small, interactive=False)
        assert (told.stop, told.answer) == (StopReason.NEEDS_CONFIRMATION, ASKED)
        assert [q.targets for q in told.questions] == [("a1",)]
        assert len(rules(small)) == 1
        yes = (Approval("a1", "overwrite", by="cli"),)
        await undone(small, interactive=False, approvals=yes)
        assert rules(small) == ()


async def test_change_from_another_process_is_asked_about_at_once(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        made = await small.house.book.add(rule())
        await small.house.book.replace(replace(made, cooldown_seconds=60.0))
        elsewhere = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
        change = RuleAdded(made.id, rule_to_json(made))
        await Journal(elsewhere, small.house.clock).record((change,), Cause(Origin.CLI, "t0", "made there"))
        await elsewhere.close()
        _told, questions = await undone(small, True)
        assert [q.text for q in questions] == [ASKED]
        assert rules(small) == ()

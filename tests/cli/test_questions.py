"""What rules ask at the command line: named exactly, typed really, answered once."""

import json
from dataclasses import replace
from itertools import count

import pytest

from devices.automation.books.notices import Notice
from devices.automation.books.questions import Asked
from tests.cli.seeded import ASKS, NOW, seeded
from tests.cli.shell import Done, Shell
from tools.context import House


async def _ask(house: House) -> None:
    for question in house.questions.unsettled():
        await house.questions.withdraw(question.run_id)
    await house.questions.ask(replace(ASKS, key=f"r1/{next(_count)}"))


_count = count()


@pytest.fixture
def asking(lived: Shell) -> tuple[Shell, str]:
    """A home in which one question is open, and its id."""
    seeded(lived, _ask)
    (question,) = lived.run("questions", "--json", "-q").rows("questions")
    return lived, str(question["id"])


def state(shell: Shell, question_id: str) -> Asked:
    found: list[Asked] = []

    async def look(house: House) -> None:
        question = house.questions.question(question_id)
        assert question is not None
        found.append(question.state)

    seeded(shell, look)
    return found[0]


def test_open_question_is_listed_with_what_and_why_and_how_long(asking: tuple[Shell, str]) -> None:
    shell, question_id = asking
    (question,) = shell.run("questions", "list", "--json", "-q").rows("questions")
    assert question["commands"] == [{"entity": "lock.front_door", "action": "unlock", "values": {}}]
    assert "rule a1, because" in question["why"]
    assert 200 < question["seconds_left"] <= 300
    line = shell.run("questions", "-q").out
    assert line.startswith(f"{question_id}\tunlock Front door")


def test_yes_needs_a_person_or_the_exact_name(asking: tuple[Shell, str]) -> None:
    shell, question_id = asking
    silent = shell.run("questions", "allow", question_id, "-q")
    assert (silent.code, silent.out) == (4, "")
    assert "--confirm lock.front_door=unlock" in silent.err
    for wrong in ("lock.*=unlock", "lock.front_door=lock", "lock.back_door=unlock"):
        assert shell.run("questions", "allow", question_id, "-q", "--confirm", wrong).code == 4
    assert state(shell, question_id) is Asked.OPEN
    named = shell.run("questions", "allow", question_id, "-q", "--confirm", "lock.front_door=unlock")
    assert (named.code, "allowed once" in named.out) == (0, True)
    assert state(shell, question_id) is Asked.ALLOWED
    late = shell.run("questions", "decline", question_id, "-q")
    assert (late.code, "allowed" in late.err) == (4, True)


@pytest.mark.parametrize(
    ("keys", "code", "ends"),
    [("yes\n", 0, Asked.ALLOWED), ("\n", 4, Asked.OPEN), ("no\n", 4, Asked.OPEN), ("maybe\n", 4, Asked.OPEN)],
)
def test_typed_answer(asking: tuple[Shell, str], keys: str, code: int, ends: Asked) -> None:
    shell, question_id = asking
    done: Done = shell.typed("questions", "allow", question_id, at="[y/N]", keys=keys)
    assert done.code == code, done.out
    assert "asked by rule a1" in done.out.lower()
    assert state(shell, question_id) is ends


def test_decline_needs_no_second_word(asking: tuple[Shell, str]) -> None:
    shell, question_id = asking
    done = shell.run("questions", "decline", question_id, "-q", "--json")
    assert done.code == 0
    assert json.loads(done.out)["question"]["state"] == "declined"
    assert state(shell, question_id) is Asked.DECLINED


def test_unknown_question_names_those_that_are_open(asking: tuple[Shell, str]) -> None:
    shell, question_id = asking
    done = shell.run("questions", "allow", "q999", "-q")
    assert (done.code, question_id in done.err) == (3, True)


def test_notices_are_shown_newest_first_and_new_ones_once(lived: Shell) -> None:
    async def post(house: House) -> None:
        await house.notices.post(Notice("r7/0", "a1", NOW, "first"))
        await house.notices.post(Notice("r7/1", "a1", NOW, "second"))

    seeded(lived, post)
    first = lived.run("notices", "-q").out.splitlines()
    assert [line.split("\t")[2:] for line in first] == [["second", "new"], ["first", "new"]]
    again = lived.run("notices", "--json", "-q", "--count", "1").rows("notices")
    assert [(notice["text"], notice["seen"]) for notice in again] == [("second", True)]

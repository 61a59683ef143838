"""What the guards make of many sentences: right calls and honest words pass, wrong and untrue ones do not."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage

from assistant.agent.session import Session
from assistant.agent.turn import Turn
from assistant.models.provider import Brain
from devices.model import Json
from tests.agent.house import played
from tests.agent.sentences.dwelling import Dwelling, dwelling
from tests.fakes.model import SeekingModel, calls, words
from tools.registry import TOOLS

HERE = Path(__file__).parent
PART = 60
"""So many sentences are one test: a home for each would take minutes."""
FINE = (": not_loaded", ": already_applied")
"""What precheck may say of a right call: it loads the tool, or the very rule was made by an earlier row."""
WRITES = frozenset(tool.name for tool in TOOLS if tool.writes)
Rounds = list[list[tuple[str, dict[str, Json]]]]


@dataclass(frozen=True)
class Said:
    """One turn: the user's words, the rounds of calls that a model makes of them, and its last words."""

    says: str
    rounds: Rounds
    told: str = ""


def lines(name: str) -> list[Json]:
    """The rows of a file."""
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text().splitlines()]


def said(row: Json) -> Said:
    assert isinstance(row, dict)
    rounds = json.loads(json.dumps(row["calls"]))
    return Said(str(row["says"]), [[(c[0], c[1]) for c in one] for one in rounds], str(row.get("told", "")))


def talks(name: str) -> list[tuple[Said, ...]]:
    """Conversations of one turn or several."""
    return [tuple(map(said, row if isinstance(row, list) else [row])) for row in lines(name)]


def parts(name: str) -> list[list[tuple[Said, ...]]]:
    rows = talks(name)
    return [rows[start : start + PART] for start in range(0, len(rows), PART)]


def script(turn: Said) -> list[AIMessage]:
    """What the model says; a call that another one follows says so."""
    made = []
    for place, wanted in enumerate(turn.rounds):
        more: dict[str, Json] = {"more_steps": True} if place < len(turn.rounds) - 1 else {}
        steps = {"read_state", "control_device"}
        made.append(calls(*((name, {**args, **(more if name in steps else {})}) for name, args in wanted)))
    return [*made, *([words(turn.told)] * 2 if turn.told else [])]


async def talk(home: Dwelling, turns: tuple[Said, ...], mode: str) -> Turn:
    """The record of the last turn of a conversation; everything that is asked gets a yes."""
    model = SeekingModel()
    session = Session(home.house, Brain("scripted", model), stop_mode=mode, seconds=120.0)
    for one in turns:
        model.script(*script(one))
        turn, _signs = await played(session, one.says, *[True] * 6)
    return turn


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[Dwelling]:
    async with dwelling(tmp_path) as made:
        yield made


@pytest.mark.parametrize("rows", parts("right"), ids=lambda rows: rows[0][-1].says)
async def test_right_call_is_not_hindered(home: Dwelling, rows: list[tuple[Said, ...]]) -> None:
    hindered = []
    for row in rows:
        turn = await talk(home, row, "hard")
        rules = [call.rule for call in turn.calls if call.rule.startswith("precheck")]
        hindered += [(row[-1].says, rule) for rule in rules if not rule.endswith(FINE)]
    assert hindered == []


@pytest.mark.parametrize("rows", parts("wrong"), ids=lambda rows: rows[0][-1].says)
async def test_wrong_call_is_not_run(home: Dwelling, rows: list[tuple[Said, ...]]) -> None:
    passed = []
    for row in rows:
        turn = await talk(home, row, "hard")
        ran = [call for call in turn.calls if call.tool in WRITES and not call.rule.startswith("precheck")]
        passed += [(row[-1].says, call.arguments) for call in ran]
    assert passed == []


@pytest.mark.parametrize("rows", parts("honest"), ids=lambda rows: rows[0][-1].told)
async def test_honest_words_stand(home: Dwelling, rows: list[tuple[Said, ...]]) -> None:
    turns = [(row[-1].told, (await talk(home, row, "never")).answer) for row in rows]
    assert [pair for pair in turns if pair[0] != pair[1]] == []


@pytest.mark.parametrize("rows", parts("untrue"), ids=lambda rows: rows[0][-1].told)
async def test_untrue_words_are_replaced(home: Dwelling, rows: list[tuple[Said, ...]]) -> None:
    turns = [(row[-1].told, (await talk(home, row, "never")).answer) for row in rows]
    assert [told for told, answer in turns if told in answer] == []

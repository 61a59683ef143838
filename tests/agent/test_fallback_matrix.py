"""Groq fails in every way it is known for, before, between and after the rounds of a turn: the offline brain
goes on with what is done so far, the home ends as it would have without the fault, and nothing is done twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assistant.agent.session import Session
from assistant.agent.turn import StopReason, Turn
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain, groq_chat
from devices.model import Json
from tests.agent.house import Small, played, small_home
from tests.agent.lines import FAN_ON, LIGHT_ON, READ_DOOR, UNLOCK, Line
from tests.fakes import groq
from tests.fakes.groq import FAULTS, GroqServer, Reply

GROQ = f"groq:{groq.MODEL}"
RULE: Line = (
    "create_automation",
    {"sensor": "living room temperature", "above": 26, "targets": ["living room fan"], "action": "turn_on"},
)


def call(line: Line, *, more: bool = False) -> Reply:
    arguments: dict[str, Json] = {**line[1], "more_steps": True} if more else line[1]
    return groq.call(line[0], arguments)


@dataclass(frozen=True, slots=True)
class Point:
    """Where in which turn the model begins to fail: behind these replies; and how the home ends, fault or not."""

    name: str
    says: str
    before: Sequence[Reply]
    after: Sequence[Reply] = ()
    mode: str = "hard"
    answers: tuple[bool, ...] = ()
    commands: Sequence[str] = ()
    rules: int = 0
    told: Sequence[str] = field(default_factory=list)

    def __str__(self) -> str:
        return self.name


TWO = "turn on the kitchen light and the living room fan"
BOTH = ("light.kitchen_light ON", "fan.living_room_fan ON")
BOTH_TOLD = ("Kitchen light", "Living room fan")
WARM = "if the living room gets warmer than 26 degrees turn on the living room fan"
POINTS = (
    Point(
        "before the first round",
        TWO,
        (),
        (call(LIGHT_ON, more=True), call(FAN_ON)),
        commands=BOTH,
        told=BOTH_TOLD,
    ),
    Point(
        "between two rounds",
        TWO,
        (call(LIGHT_ON, more=True),),
        (call(FAN_ON),),
        commands=BOTH,
        told=BOTH_TOLD,
    ),
    Point(
        "after two rounds",
        TWO,
        (call(LIGHT_ON, more=True), call(FAN_ON)),
        (groq.text("Both are on."),),
        mode="never",
        commands=BOTH,
        told=BOTH_TOLD,
    ),
    Point("before a rule", WARM, (), (call(RULE),), rules=1, told=("26",)),
    Point("after a rule", WARM, (call(RULE),), (groq.text("Made."),), mode="never", rules=1, told=("26",)),
    Point(
        "before a question to the person",
        "unlock the front door",
        (),
        (call(UNLOCK),),
        answers=(True,),
        commands=("lock.front_door UNLOCK",),
        told=("unlocked",),
    ),
    Point(
        "while polishing",
        "is the front door locked?",
        (call(READ_DOOR),),
        (groq.text("It is locked."),),
        "polish",
        told=("locked",),
    ),
)


async def on_groq(small: Small, point: Point, replies: Sequence[Reply], *, lasting: bool) -> Turn:
    """The turn with the real ChatGroq on a server that says this, the last of it for ever."""
    async with GroqServer(*replies, lasting=lasting).running() as server:
        chat = groq_chat(groq.MODEL, groq.KEY, server.address, 0.3)
        offline = OfflineChat(view=small.house.home.view, zone=small.house.zone)
        session = Session(small.house, Brain(GROQ, chat, offline), stop_mode=point.mode)
        turn, _signs = await played(session, point.says, *point.answers)
    return turn


def holds(small: Small, point: Point, turn: Turn) -> None:
    """The house as it must end: each command once, each rule once, and nobody told otherwise."""
    assert sorted(small.commands) == sorted(point.commands)
    assert len(small.house.book.rules()) == point.rules
    assert turn.stop is StopReason.ANSWERED, turn.answer
    assert all(part in turn.answer for part in point.told), turn.answer


@pytest.mark.parametrize("point", POINTS, ids=str)
async def test_no_fault(tmp_path: Path, point: Point) -> None:
    async with small_home(tmp_path) as small:
        turn = await on_groq(small, point, (*point.before, *point.after), lasting=False)
        holds(small, point, turn)
        assert turn.model == GROQ


@pytest.mark.parametrize("point", POINTS, ids=str)
@pytest.mark.parametrize("fault", FAULTS)
async def test_fault_that_lasts(tmp_path: Path, fault: str, point: Point) -> None:
    async with small_home(tmp_path) as small:
        turn = await on_groq(small, point, (*point.before, FAULTS[fault]()), lasting=True)
        holds(small, point, turn)
        if point.mode != "polish":
            assert turn.model == "offline"
            assert GROQ in turn.answer
        assert "org_private" not in repr(turn)


@pytest.mark.parametrize("fault", [*FAULTS])
async def test_fault_that_passes_runs_nothing_twice(tmp_path: Path, fault: str) -> None:
    point = POINTS[1]
    async with small_home(tmp_path) as small:
        turn = await on_groq(small, point, (*point.before, FAULTS[fault](), *point.after), lasting=True)
        holds(small, point, turn)


@pytest.mark.parametrize("point", POINTS[:3], ids=str)
async def test_text_that_breaks_off_leaves_no_act_undone(tmp_path: Path, point: Point) -> None:
    async with small_home(tmp_path) as small:
        turn = await on_groq(small, point, (*point.before, groq.broken("Let me see, I will")), lasting=True)
        holds(small, point, turn)


async def test_brain_that_took_over_keeps_the_turn(tmp_path: Path) -> None:
    point = POINTS[0]
    async with (
        small_home(tmp_path) as small,
        GroqServer(groq.key_refused(), lasting=True).running() as server,
    ):
        chat = groq_chat(groq.MODEL, groq.KEY, server.address, 0.3)
        offline = OfflineChat(view=small.house.home.view, zone=small.house.zone)
        session = Session(small.house, Brain(GROQ, chat, offline), stop_mode="never")
        turn, _signs = await played(session, point.says)
        assert turn.path.count("agent") == 2
        assert len(server.requests) == 1

"""Every tool forced to every outcome under every stop mode: the exact path, a second model call or none, the words."""

from collections.abc import Sequence
from itertools import permutations, product
from pathlib import Path

import pytest

from assistant.agent.turn import StopReason
from devices.model import Json
from tests.agent.harness import (
    CLOSING,
    ONCE,
    ROUND,
    SENTENCES,
    Forced,
    Stage,
    one_call,
    said,
)
from tests.agent.house import small_home
from tests.fakes.model import calls
from tools.outcome import Ending
from tools.registry import TOOLS, tool

MODES = ("hard", "polish", "never")
NAMES = tuple(SENTENCES)
THREE = ("read_state", "list_devices", "why")
ASKED = "is the front door locked, which devices are there and why is the kitchen light on?"


def writes(name: str) -> bool:
    found = tool(name)
    return found is not None and found.writes


def path_of(name: str, ending: Ending, mode: str, *, stop: bool) -> tuple[tuple[str, ...], int]:
    """The path and the model calls that the contract asks for, written down apart from the graph."""
    ends = ending is Ending.POLICY_BLOCK or (stop and ending is not Ending.TRANSIENT)
    if ends and ending is Ending.COMPLETED and mode == "never":
        ends = False
    if not ends:
        return (*ONCE, "agent"), 2
    polishes = ending is Ending.COMPLETED and mode == "polish" and not writes(name)
    return ((*ONCE, "finalize"), 2) if polishes else (ONCE, 1)


def test_harness_has_a_row_for_every_tool_of_the_registry() -> None:
    assert set(SENTENCES) == {one.name for one in TOOLS}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ending", list(Ending))
async def test_forced_ending_that_says_stop(tmp_path: Path, ending: Ending, mode: str) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small, mode)
        for name in NAMES:
            ended = await stage.play({name: Forced([ending])}, SENTENCES[name][0], one_call(name))
            path, asked = path_of(name, ending, mode, stop=True)
            assert (name, ended.turn.path, ended.asked) == (name, path, asked)
            assert ended.ran == {name: 1}
            if path == ONCE:
                assert ended.turn.answer == said(name, ending)
        assert small.commands == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("ending", list(Ending))
async def test_forced_ending_that_does_not_say_stop(tmp_path: Path, ending: Ending, mode: str) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small, mode)
        for name in NAMES:
            ended = await stage.play({name: Forced([ending], stop=False)}, SENTENCES[name][0], one_call(name))
            path, asked = path_of(name, ending, mode, stop=False)
            assert (name, ended.turn.path, ended.asked) == (name, path, asked)


@pytest.mark.parametrize("mode", MODES)
async def test_forced_crash_goes_on_and_a_crashed_write_is_not_run_again(tmp_path: Path, mode: str) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small, mode)
        for name in NAMES:
            how = Forced([OSError("secret of the tool")])
            ended = await stage.play({name: how}, SENTENCES[name][0], one_call(name), one_call(name))
            assert (name, ended.turn.stop, ended.turn.path[-1]) == (name, StopReason.TOOL_FAILED, "finalize")
            assert (name, len(how.ran)) == (name, 1 if writes(name) else 2)
            assert "secret of the tool" not in f"{ended.turn!r} {stage.model.heard!r}"


@pytest.mark.parametrize("mode", MODES)
async def test_forced_ending_with_more_steps_goes_on_unless_policy_blocks(tmp_path: Path, mode: str) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small, mode)
        for name, ending in product((n for n in NAMES if stops(n)), Ending):
            asks = one_call(name, more=True)
            ended = await stage.play({name: Forced([ending])}, SENTENCES[name][0], asks)
            blocked = ending is Ending.POLICY_BLOCK
            assert (name, ending, ended.asked) == (name, ending, 1 if blocked else 2)


def stops(name: str) -> bool:
    found = tool(name)
    return found is not None and found.stops


@pytest.mark.parametrize("first", list(Ending))
async def test_two_forced_endings_in_one_round_in_every_order(tmp_path: Path, first: Ending) -> None:
    async with small_home(tmp_path) as small:
        stages = {mode: Stage(small, mode) for mode in MODES}
        for second, more, mode in product(Ending, (False, True), MODES):
            plan = {"read_state": Forced([first]), "why": Forced([second])}
            seen = set()
            for order in permutations(plan):
                asks = calls(*((n, arguments(n, more=more)) for n in order))
                ended = await stages[mode].play(plan, ASKED, asks)
                seen.add((ended.turn.path, ended.turn.stop, ended.asked))
                check_words([first, second], ended.turn.answer, ended.turn.path, ended.turn.stop)
            assert len(seen) == 1, (first, second, more, mode)
            _path, _stop, asked = seen.pop()
            assert asked == model_calls([first, second], mode, more=more), (first, second, more, mode)


@pytest.mark.parametrize("first", list(Ending))
async def test_three_forced_endings_in_one_round_in_every_order(tmp_path: Path, first: Ending) -> None:
    async with small_home(tmp_path) as small:
        stage = Stage(small)
        for second, third in product(Ending, repeat=2):
            endings = dict(zip(THREE, (first, second, third), strict=True))
            seen = set()
            for order in permutations(THREE):
                plan = {name: Forced([ending]) for name, ending in endings.items()}
                asks = calls(*((name, SENTENCES[name][1]) for name in order))
                ended = await stage.play(plan, ASKED, asks)
                seen.add((ended.turn.path, ended.turn.stop, ended.asked))
                assert set(ended.ran.values()) == {1}
            assert len(seen) == 1, endings
            assert seen.pop()[2] == model_calls(list(endings.values()), "hard", more=False), endings


def arguments(name: str, *, more: bool) -> dict[str, Json]:
    return {**SENTENCES[name][1], "more_steps": True} if more else dict(SENTENCES[name][1])


def model_calls(endings: Sequence[Ending], mode: str, *, more: bool) -> int:
    """How often the model is asked in all: again, unless policy blocks or every result of the round stops."""
    if Ending.POLICY_BLOCK in endings:
        return 1
    if more or Ending.TRANSIENT in endings:
        return 2
    only_done = all(ending is Ending.COMPLETED for ending in endings)
    return 2 if only_done and mode != "hard" else 1


def check_words(endings: Sequence[Ending], answer: str, path: tuple[str, ...], stop: StopReason) -> None:
    """A relay holds every sentence of the round, and a refusal never looks like success."""
    if Ending.POLICY_BLOCK in endings:
        assert stop is StopReason.POLICY
        assert f"ended {Ending.POLICY_BLOCK}." in answer
    if path == ONCE:
        assert all(f"ended {ending}." in answer for ending in endings)
        assert CLOSING not in answer


async def test_success_before_a_failure_is_told_with_it(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        plan = {"read_state": Forced([Ending.COMPLETED]), "why": Forced([Ending.FATAL])}
        asks = one_call("read_state", more=True), one_call("why")
        ended = await Stage(small).play(plan, ASKED, *asks)
        assert ended.turn.path == (*ONCE, "agent", *ROUND)
        assert ended.turn.answer == "read_state ended completed.\nwhy ended fatal."


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
async def test_breaker_speaks_the_users_language_after_two_forced_failures(
    tmp_path: Path, language: str
) -> None:
    says = {"en": "is the front door locked?", "zh": "前门锁了吗？", "ru": "заперта ли входная дверь?"}
    told = {"en": "twice in a row", "zh": "连续失败", "ru": "два раза подряд"}
    async with small_home(tmp_path) as small:
        plan = {"read_state": Forced([Ending.TRANSIENT], stop=False, text="Busy.")}
        asks = one_call("read_state"), one_call("read_state")
        ended = await Stage(small).play(plan, says[language], *asks)
        assert (ended.turn.stop, ended.turn.language) == (StopReason.TOOL_FAILED, language)
        assert told[language] in ended.turn.answer
        assert "Busy." in ended.turn.answer
        assert (ended.asked, ended.ran) == (2, {"read_state": 2})

"""Models that fail in the middle of a turn: what was done stays done, what answered is said."""

from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

import pytest

from assistant.agent.session import Session
from assistant.agent.turn import StopReason, Thinking, Turn, Words
from assistant.models.offline.model import OfflineChat
from assistant.models.provider import Brain, groq_chat
from devices.model import Json
from tests.agent.house import Small, played, small_home
from tests.agent.lines import FAN_ON, LIGHT_ON, control
from tests.fakes import groq
from tests.fakes.groq import GroqServer, Reply
from tests.fakes.model import ScriptedModel, calls, words

TWO = "turn on the kitchen light and then the living room fan"


async def on_groq(
    small: Small, says: str, replies: Sequence[Reply], fallback: ScriptedModel | None
) -> tuple[Turn, GroqServer]:
    """One turn with the real ChatGroq on a scripted server."""
    async with GroqServer(*replies).running() as server:
        chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 10.0)
        session = Session(small.house, Brain("groq:openai/gpt-oss-120b", chat, fallback))
        turn, _signs = await played(session, says)
    return turn, server


async def test_groq_call_runs_and_counts_tokens(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        turn, server = await on_groq(small, "turn on the kitchen light", [groq.call(*LIGHT_ON)], None)
        assert (small.commands, turn.answer) == (["light.kitchen_light ON"], "Kitchen light is on.")
        assert (turn.model, turn.tokens_in, turn.tokens_cached) == ("groq:openai/gpt-oss-120b", 900, 512)
        assert len(server.requests) == 1


async def test_groq_two_rounds_send_a_legal_history(tmp_path: Path) -> None:
    first = groq.call("control_device", {**LIGHT_ON[1], "more_steps": True})
    async with small_home(tmp_path) as small:
        turn, server = await on_groq(small, TWO, [first, groq.call(*FAN_ON)], None)
        assert small.commands == ["light.kitchen_light ON", "fan.living_room_fan ON"]
        assert turn.answer == "Kitchen light is on.\nLiving room fan is on."
        assert len(server.requests) == 2


async def test_groq_refused_generation_is_judged_like_any_call(tmp_path: Path) -> None:
    unlock = '<function=control_device>{"targets": "front door", "action": "unlock"}</function>'
    async with small_home(tmp_path) as small:
        async with GroqServer(groq.failed_generation(unlock)).running() as server:
            chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 10.0)
            session = Session(small.house, Brain("groq:x", chat), interactive=False)
            turn, _signs = await played(session, "unlock the front door")
        assert (turn.stop, small.commands) == (StopReason.NEEDS_CONFIRMATION, [])


async def test_tool_that_groq_was_not_offered_is_loaded(tmp_path: Path) -> None:
    replies = [groq.call("list_automations", {}), groq.call("list_automations", {}), groq.text("None.")]
    async with small_home(tmp_path) as small:
        turn, server = await on_groq(small, "is the front door locked?", replies, None)
        assert [call.rule for call in turn.calls] == ["precheck: not_loaded", "run_tools"]
        assert turn.stop is StopReason.ANSWERED
        before, after = (str(request["tools"]) for request in server.requests[:2])
        assert "list_automations" not in before
        assert "list_automations" in after


async def test_model_that_fails_in_mid_turn_repeats_nothing(tmp_path: Path) -> None:
    first = groq.call("control_device", {**LIGHT_ON[1], "more_steps": True})
    fallback = ScriptedModel(lines=[calls(control("light.kitchen_light", "turn_on"), FAN_ON)])
    async with small_home(tmp_path) as small:
        turn, _server = await on_groq(small, TWO, [first, groq.rate_limited("75")], fallback)
        assert small.commands == ["light.kitchen_light ON", "fan.living_room_fan ON"]
        assert "Kitchen light is on.\nLiving room fan is on." in turn.answer
        assert "rate limit" in turn.answer
        assert turn.model == "offline"


async def test_rule_made_before_the_model_failed_is_not_made_twice(tmp_path: Path) -> None:
    rule: dict[str, Json] = {
        "sensor": "living room temperature",
        "above": 26,
        "targets": ["living room fan"],
        "action": "turn_on",
    }
    other: dict[str, Json] = {
        "sensor": "temperature",
        "above": 26.0,
        "targets": ["fan.living_room_fan"],
        "action": "turn_on",
    }
    first = groq.call("create_automation", {**rule, "more_steps": True})
    fallback = ScriptedModel(lines=[calls(("create_automation", other))])
    says = "if the living room gets warmer than 26 degrees turn on the living room fan"
    async with small_home(tmp_path) as small:
        await on_groq(small, says, [first, groq.key_refused()], fallback)
        assert len(small.house.book.rules()) == 1


@pytest.mark.parametrize(
    ("reply", "stop", "word"),
    [
        (groq.key_refused(), StopReason.MODEL_UNAVAILABLE, "GROQ_API_KEY"),
        (groq.model_gone(), StopReason.MODEL_UNAVAILABLE, "model"),
        (groq.rate_limited("75"), StopReason.RATE_LIMITED, "rate limit"),
    ],
)
async def test_no_model_says_why_and_does_nothing(
    tmp_path: Path, reply: Reply, stop: StopReason, word: str
) -> None:
    async with small_home(tmp_path) as small:
        turn, _server = await on_groq(small, "turn on the kitchen light", [reply], None)
        assert (turn.stop, small.commands) == (stop, [])
        assert word in turn.answer
        assert "org_private" not in turn.answer


async def test_broken_stream_keeps_the_text_and_says_so(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        turn, _server = await on_groq(small, "hello", [groq.broken("Good evening, I am Hearth and")], None)
        assert "Good evening, I am Hearth and" in turn.answer
        assert "broke off" in turn.answer


async def test_no_secret_in_the_record(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        fallback = ScriptedModel(lines=[words("Hello.")])
        turn, _server = await on_groq(small, "hello", [groq.key_refused()], fallback)
        assert groq.KEY not in repr(turn)
        assert turn.answer.startswith("Hello.")
        assert "refused the key" in turn.answer


async def test_short_rate_limit_shows_that_it_waits(tmp_path: Path) -> None:
    async with (
        small_home(tmp_path) as small,
        GroqServer(groq.rate_limited("6"), groq.text("Hi.")).running() as server,
    ):
        chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 10.0)
        turn, signs = await played(Session(small.house, Brain("groq:x", chat)), "good evening")
    assert turn.answer == "Hi."
    told = [s.detail for s in signs if isinstance(s, Thinking) and s.detail]
    assert told == [f"rate limit: tokens per minute used up; retrying in {n} s" for n in (6, 5, 4, 3, 2, 1)]


async def test_model_that_says_nothing_after_a_tool(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON), *[words("")] * 3, stop_mode="never")
        turn, _signs = await played(session, "turn on the kitchen light")
        assert turn.answer == "Kitchen light is on."
        again, _signs = await played(session, "is it on?")
        assert again.answer


@pytest.mark.parametrize(
    ("reply", "says", "stop"),
    [
        (groq.key_refused(), "write me a poem about the sea", StopReason.MODEL_UNAVAILABLE),
        (groq.rate_limited("75"), "write me a poem about the sea", StopReason.RATE_LIMITED),
        (groq.key_refused(), "turn on the kitchen light", StopReason.ANSWERED),
        (groq.key_refused(), "turn on the attic light", StopReason.NO_TARGET),
    ],
)
async def test_offline_brain_takes_over_only_what_it_can(
    tmp_path: Path, reply: Reply, says: str, stop: StopReason
) -> None:
    async with small_home(tmp_path) as small, GroqServer(reply, reply).running() as server:
        chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 10.0)
        offline = OfflineChat(view=small.house.home.view, zone=UTC)
        turn, _signs = await played(Session(small.house, Brain("groq:x", chat, offline)), says)
        assert turn.stop is stop
        assert "groq:x" in turn.answer


async def test_groq_free_talk_is_shown_as_it_comes(tmp_path: Path) -> None:
    told = "A kettle boils water. A fan moves air. Both need power."
    async with small_home(tmp_path) as small, GroqServer(groq.text(told)).running() as server:
        chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 10.0)
        turn, signs = await played(Session(small.house, Brain("groq:x", chat)), "tell me a joke")
    pieces = [sign.text for sign in signs if isinstance(sign, Words)]
    assert turn.answer == told == "".join(pieces)
    assert len(pieces) > 1


async def test_groq_claim_is_never_shown_before_the_receipts(tmp_path: Path) -> None:
    claim = groq.text("Done, the kitchen light is on.")
    async with small_home(tmp_path) as small, GroqServer(claim, claim).running() as server:
        chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 10.0)
        session = Session(small.house, Brain("groq:x", chat))
        turn, signs = await played(session, "turn on the kitchen light")
    shown = [sign.text for sign in signs if isinstance(sign, Words)]
    assert small.commands == []
    assert not any("Done" in text for text in (*shown, turn.answer))


async def test_arguments_of_the_wrong_type_cost_one_more_request_and_no_error(tmp_path: Path) -> None:
    wrong = groq.call("control_device", {"targets": "kitchen light", "action": "turn_on"})
    spelled = groq.failed_generation(
        '{"name": "control_device", "arguments": {"targets": "kitchen light", "action": "turn_on"}}'
    )
    async with small_home(tmp_path) as small:
        turn, server = await on_groq(small, "turn on the kitchen light", [wrong, spelled], None)
        assert (small.commands, turn.answer) == (["light.kitchen_light ON"], "Kitchen light is on.")
        assert len(server.requests) == 2
        assert turn.tokens_guessed > 0


async def test_calls_that_never_fit_end_in_plain_words_and_the_chat_goes_on(tmp_path: Path) -> None:
    wrong = groq.call("control_device", {"targets": "kitchen light", "action": "turn_on"})
    replies = [wrong, wrong, wrong, groq.call(*LIGHT_ON)]
    async with small_home(tmp_path) as small, GroqServer(*replies).running() as server:
        chat = groq_chat("openai/gpt-oss-120b", groq.KEY, server.address, 10.0)
        session = Session(small.house, Brain("groq:x", chat))
        turn, _signs = await played(session, "turn on the kitchen light")
        assert (turn.stop, small.commands) == (StopReason.MODEL_UNAVAILABLE, [])
        assert turn.answer == "groq:x made a call that can't be read. Nothing more was done."
        again, _signs = await played(session, "turn on the kitchen light")
        assert (again.answer, small.commands) == ("Kitchen light is on.", ["light.kitchen_light ON"])


async def test_cut_off_arguments_never_widen_what_was_asked(tmp_path: Path) -> None:
    cut = groq.call("control_device", '{"action": "turn_off", "domain": "light", "everything": true, "excl')
    async with small_home(tmp_path) as small:
        turn, _server = await on_groq(
            small, "turn off all lights except the kitchen light", [cut, groq.key_refused()], None
        )
        assert small.commands == []
        assert turn.stop is StopReason.MODEL_UNAVAILABLE

"""Rate limits, sizes and capacity: what is waited for, what rests, what is shed, and the way out of a wait."""

import asyncio
from dataclasses import replace

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from assistant.models.fallback import ModelDown, speak
from assistant.models.patience import Patience
from assistant.models.provider import Brain
from assistant.models.request import Prompt
from assistant.models.trouble import Limit, Trouble
from tests.fakes import groq
from tests.fakes.clock import FakeClock
from tests.fakes.groq import GroqServer
from tests.fakes.model import ScriptedModel, words
from tests.models.brains import ASKED, GROQ, SYSTEM, TOOL, Waits, asked, brain_on, patient, until

both = pytest.mark.parametrize("streaming", [True, False], ids=["stream", "whole"])


@both
@pytest.mark.parametrize("header", [True, False])
async def test_rate_limit_that_fits_into_the_turn_is_waited_for(*, header: bool, streaming: bool) -> None:
    limited = groq.rate_limited("13", header=header)
    spoken, server = await asked(limited, groq.text("here"), streaming=streaming)
    assert (spoken.message.text, spoken.model, spoken.waited) == ("here", GROQ, 13.0)
    assert (spoken.troubles, len(server.requests)) == ((Trouble.RATE_LIMITED,), 2)


async def test_rate_limit_inside_a_stream_is_waited_for() -> None:
    spoken, _server = await asked(groq.rate_limited("2").in_stream("Let me"), groq.text("here"))
    assert (spoken.message.text, spoken.waited) == ("here", 2.0)


async def test_wait_counts_down_second_by_second_and_asks_no_earlier() -> None:
    clock, waits = FakeClock(), Waits()
    async with (
        GroqServer(groq.rate_limited("2.5"), groq.text("here")).running() as server,
        asyncio.TaskGroup() as group,
    ):
        speaking = group.create_task(speak(brain_on(server), ASKED, Patience(clock, 30.0, waits)))
        await until(lambda: bool(waits.told))
        await clock.advance(2.4)
        await asyncio.sleep(0.05)
        assert len(server.requests) == 1
        await clock.advance(0.1)
        assert (await speaking).message.text == "here"
    assert waits.told == [(Limit.TOKENS_MINUTE, 2.5), (Limit.TOKENS_MINUTE, 1.5), (Limit.TOKENS_MINUTE, 0.5)]


@pytest.mark.parametrize(
    ("seconds", "deadline", "waited"), [("13", 30, True), ("13", 15, False), ("3", 5, False)]
)
async def test_wait_needs_room_for_an_answer(seconds: str, deadline: float, *, waited: bool) -> None:
    async with GroqServer(groq.rate_limited(seconds), groq.text("here")).running() as server:
        spoken = await speak(brain_on(server), ASKED, patient(deadline))
    assert (spoken.model == GROQ) is waited
    assert len(server.requests) == (2 if waited else 1)


async def test_limits_without_end_are_not_waited_for_without_end() -> None:
    async with GroqServer(groq.rate_limited("1"), lasting=True).running() as server:
        spoken = await speak(brain_on(server), ASKED, patient())
    assert (spoken.model, len(server.requests)) == ("offline", 3)


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ("tokens per minute (TPM)", Limit.TOKENS_MINUTE),
        ("tokens per day (TPD)", Limit.TOKENS_DAY),
        ("requests per minute (RPM)", Limit.REQUESTS_MINUTE),
        ("requests per day (RPD)", Limit.REQUESTS_DAY),
    ],
)
async def test_long_limit_goes_offline_at_once_and_lets_the_model_rest(limit: str, expected: Limit) -> None:
    async with GroqServer(groq.rate_limited("75", limit=limit)).running() as server:
        brain = brain_on(server)
        first = await speak(brain, ASKED, patient())
        later = await speak(brain, ASKED, patient())
    assert [first.model, later.model] == ["offline", "offline"]
    assert len(server.requests) == 1
    for spoken in (first, later):
        assert spoken.why is not None
        assert (spoken.why.limit, spoken.why.trouble) == (expected, Trouble.RATE_LIMITED)
        assert spoken.why.wait == pytest.approx(75, abs=2)


async def test_model_is_asked_again_after_its_rest() -> None:
    short = ScriptedModel(lines=[words("offline words"), words("offline words")])
    async with GroqServer(groq.rate_limited("0.3"), groq.text("back")).running() as server:
        brain = Brain(GROQ, brain_on(server).model, short)
        assert (await speak(brain, ASKED, patient(1.0))).model == "offline"
        assert (await speak(brain, ASKED, patient())).model == "offline"
        await asyncio.sleep(0.35)
        assert (await speak(brain, ASKED, patient())).message.text == "back"


async def test_limit_without_a_time_is_not_waited_for() -> None:
    untimed = groq.refusal(429, "Rate limit reached", "rate_limit_exceeded")
    spoken, server = await asked(untimed, groq.text("never asked"))
    assert (spoken.model, len(server.requests)) == ("offline", 1)


@pytest.mark.parametrize("seconds", ["nan", "-5", "soon", "1e12"])
async def test_odd_waiting_time_holds_nobody_up(seconds: str) -> None:
    odd = replace(
        groq.refusal(429, "Rate limit reached", "rate_limit_exceeded"), headers=(("retry-after", seconds),)
    )
    spoken, _server = await asked(odd)
    assert spoken.model == "offline"


@both
async def test_person_who_goes_offline_ends_the_wait_at_once(*, streaming: bool) -> None:
    patience = Patience(FakeClock(), 30.0)
    async with GroqServer(groq.rate_limited("13")).running() as server, asyncio.TaskGroup() as group:
        brain = brain_on(server, streaming=streaming)
        speaking = group.create_task(speak(brain, ASKED, patience))
        await until(lambda: bool(server.requests))
        await asyncio.sleep(0.05)
        patience.leave.set()
        async with asyncio.timeout(1):
            spoken = await speaking
        assert spoken.troubles == (Trouble.RATE_LIMITED, Trouble.LEFT)
        assert (spoken.model, spoken.message.text) == ("offline", "offline words")
        assert brain.rest.why() is not None


async def test_person_who_goes_offline_ends_a_request_that_hangs() -> None:
    patience = Patience(FakeClock(), 30.0)
    async with GroqServer(groq.hang()).running() as server, asyncio.TaskGroup() as group:
        speaking = group.create_task(speak(brain_on(server), ASKED, patience))
        await until(lambda: bool(server.requests))
        patience.leave.set()
        async with asyncio.timeout(0.3):
            spoken = await speaking
    assert (spoken.model, spoken.troubles) == ("offline", (Trouble.LEFT,))


async def test_down_without_fallback_says_why() -> None:
    async with GroqServer(groq.rate_limited("75")).running() as server:
        with pytest.raises(ModelDown) as down:
            await speak(brain_on(server, fallback=False), ASKED, patient())
    assert (down.value.trouble, down.value.why.wait) == (Trouble.RATE_LIMITED, 75.0)
    assert (down.value.calls, "org_private" in f"{down.value!r} {down.value}") == (1, False)


@both
async def test_too_large_sheds_once_and_asks_once_more(*, streaming: bool) -> None:
    home = SystemMessage("You are Hearth.\n\n" + "- light.kitchen: Kitchen light\n" * 50)
    history = (home, HumanMessage("first"), AIMessage("answer"), HumanMessage("turn on the kitchen light"))
    prompt = Prompt(history, (TOOL,))
    spoken, server = await asked(groq.too_large(), groq.text("ok"), prompt=prompt, streaming=streaming)
    assert spoken.message.text == "ok"
    sizes = [len(m) for request in server.requests if isinstance(m := request["messages"], list)]
    assert sizes == [4, 2]
    second = str(server.requests[1])
    assert "Names." not in second
    assert "light.kitchen" not in second
    assert server.requests[1]["max_tokens"] == 512


async def test_request_that_is_really_too_large_for_the_plan_fits_after_shedding() -> None:
    old = [m for _ in range(60) for m in (HumanMessage("tell me more"), AIMessage("once upon a time " * 40))]
    prompt = Prompt((SYSTEM, *old, HumanMessage("turn on the kitchen light")), (TOOL,))
    async with GroqServer(groq.text("never"), groq.text("ok"), tpm=4000).running() as server:
        spoken = await speak(brain_on(server), prompt, patient())
    assert (spoken.message.text, spoken.troubles) == ("ok", (Trouble.TOO_LARGE,))


async def test_too_large_twice_falls_back() -> None:
    spoken, server = await asked(groq.too_large(), groq.too_large())
    assert (spoken.model, len(server.requests), spoken.tokens.guessed) == ("offline", 2, 0)


async def test_shedding_never_parts_a_call_from_its_answer() -> None:
    call = AIMessage("", tool_calls=[{"name": "control_device", "args": {}, "id": "c1", "type": "tool_call"}])
    long = ToolMessage("x" * 9000, tool_call_id="c1")
    prompt = Prompt((SYSTEM, HumanMessage("old"), AIMessage("old"), HumanMessage("now"), call, long), (TOOL,))
    spoken, server = await asked(groq.too_large(), groq.text("ok"), prompt=prompt)
    assert spoken.message.text == "ok"
    assert len(str(server.requests[1])) < 3000


@both
async def test_no_capacity_is_tried_once_more(*, streaming: bool) -> None:
    spoken, _server = await asked(groq.no_capacity(), groq.text("back"), streaming=streaming)
    assert spoken.message.text == "back"
    again, server = await asked(groq.no_capacity(), groq.no_capacity(), streaming=streaming)
    assert (again.model, again.troubles, len(server.requests)) == ("offline", (Trouble.CAPACITY,), 2)


async def test_offline_model_is_asked_whatever_the_person_wants_to_wait_for() -> None:
    patience = Patience(FakeClock(), 0.0)
    patience.leave.set()
    spoken = await speak(Brain("offline", ScriptedModel(lines=[words("here")])), ASKED, patience)
    assert (spoken.message.text, spoken.troubles) == ("here", ())

"""A session: one turn at a time, questions answered or not, stopped turns, turns that are kept."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

from langgraph.checkpoint.memory import InMemorySaver

from assistant.agent.turn import Asked, CallEnded, CallStarted, Finished, Sign, StopReason, Thinking, Words
from assistant.cli.exit import Exit
from assistant.cli.verdict import verdict
from devices.command import Approval, Reason, Status
from devices.kinds.spec import Risk
from devices.model import Json
from devices.mqtt.transport import Message
from devices.storage.database import Database
from devices.storage.turns import Turns
from tests.agent.house import Small, played, small_home
from tests.agent.lines import FAN_ON, LIGHT_OFF, LIGHT_ON, READ_DOOR, UNLOCK
from tests.fakes.model import calls, words


async def test_ask_tells_every_step_in_order(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON))
        turn, signs = await played(session, "turn on the kitchen light")
        nodes = [sign.node for sign in signs if isinstance(sign, Thinking)]
        assert nodes == list(turn.path)
        assert [type(sign) for sign in signs[-2:]] == [Words, Finished]
        started = next(sign for sign in signs if isinstance(sign, CallStarted))
        ended = next(sign for sign in signs if isinstance(sign, CallEnded))
        assert (started.label, ended.ending) == ("control device kitchen light", "completed")
        assert ended.outcomes[0].status is Status.CONFIRMED


async def test_ask_keeps_the_record_of_the_turn(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON), number=6)
        turn, _signs = await played(session, "turn on the kitchen light")
        assert session.turns == (turn,)
        assert (turn.id, turn.asked, turn.language, turn.model) == (
            "t7",
            "turn on the kitchen light",
            "en",
            "scripted",
        )
        assert (turn.model_calls, turn.tokens_in, turn.tokens_out) == (1, 100, 10)
        assert turn.undo == "u1"
        assert (turn.calls[0].tool, turn.calls[0].ending) == ("control_device", "completed")
        assert [step.node for step in turn.steps] == list(turn.path)
        assert "more_steps" in turn.stop_rule


async def test_question_carries_its_slot_and_what_it_is_about(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK))
        _turn, signs = await played(session, "unlock the front door", True)
        question = next(sign for sign in signs if isinstance(sign, Asked)).questions[0]
        assert (question.action, question.targets, question.risk) == (
            "unlock",
            ("lock.front_door",),
            Risk.SECURITY,
        )
        assert (question.now, question.lasting) == ("locked", False)


async def test_question_whose_slot_the_face_cancels_means_no(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK))
        last: Sign | None = None
        async for sign in session.ask("unlock the front door"):
            last = sign
            if isinstance(sign, Asked):
                sign.answers.cancel()
        assert isinstance(last, Finished)
        assert (last.turn.stop, small.commands) == (StopReason.DECLINED, [])


async def test_rule_with_a_lock_asks_for_something_that_lasts(tmp_path: Path) -> None:
    rule: dict[str, Json] = {
        "sensor": "living room temperature",
        "above": 26,
        "targets": ["front door"],
        "action": "unlock",
    }
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(("create_automation", rule)))
        turn, signs = await played(
            session, "if the living room gets warmer than 26 unlock the front door", False
        )
        question = next(sign for sign in signs if isinstance(sign, Asked)).questions[0]
        assert question.lasting
        assert (turn.stop, small.house.book.rules()) == (StopReason.DECLINED, ())


async def test_approval_given_before_asks_nobody(tmp_path: Path) -> None:
    approvals = (Approval("lock.front_door", "unlock"),)
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK), interactive=False, approvals=approvals)
        turn, _signs = await played(session, "unlock the front door")
        assert (small.commands, turn.stop) == (["lock.front_door UNLOCK"], StopReason.ANSWERED)


async def test_approval_of_another_entity_does_not_count(tmp_path: Path) -> None:
    approvals = (Approval("lock.back_door", "unlock"), Approval("*", "unlock"))
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK), interactive=False, approvals=approvals)
        turn, _signs = await played(session, "unlock the front door")
        assert (small.commands, turn.stop) == ([], StopReason.NEEDS_CONFIRMATION)
        assert turn.questions[0].targets == ("lock.front_door",)
        assert turn.outcomes[0].status is Status.NEEDS_CONFIRMATION


async def test_approval_lasts_for_one_turn_only(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK), calls(UNLOCK))
        await played(session, "unlock the front door", True)
        small.broker.device("test/front_door/state", "LOCKED")
        turn, signs = await played(session, "unlock the front door", False)
        assert any(isinstance(sign, Asked) for sign in signs)
        assert (turn.stop, small.commands) == (StopReason.DECLINED, ["lock.front_door UNLOCK"])


async def test_cancelled_while_asking_stops_and_runs_nothing(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(UNLOCK), calls(READ_DOOR))
        signs = await cancelled_at(small, session.ask("unlock the front door"), Asked)
        last = signs[-1]
        assert isinstance(last, Finished)
        assert (last.turn.stop, small.commands) == (StopReason.STOPPED, [])
        turn, _signs = await played(session, "is the front door locked?")
        assert (turn.stop, "locked" in turn.answer) == (StopReason.ANSWERED, True)


async def test_cancelled_between_two_calls_runs_no_second(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(
            calls(("control_device", {**LIGHT_ON[1], "more_steps": True})), calls(FAN_ON)
        )
        signs = await cancelled_at(small, session.ask("turn on the kitchen light and the fan"), CallEnded)
        last = signs[-1]
        assert isinstance(last, Finished)
        assert (last.turn.stop, small.commands) == (StopReason.STOPPED, ["light.kitchen_light ON"])
        assert "Kitchen light is on." in last.turn.answer
        assert len(model.heard) == 1


async def test_cancelled_while_a_device_is_waited_for_runs_no_second_call(tmp_path: Path) -> None:
    async with small_home(tmp_path, silent=["kitchen_light"]) as small:
        session, _model = small.session(calls(LIGHT_ON, FAN_ON))

        async def face() -> None:
            async for _sign in session.ask("turn on the kitchen light and the fan"):
                pass

        def stop(_message: Message) -> list[Message]:
            task.cancel()
            return []

        small.broker.answer_with("test/kitchen_light/set", stop)
        task = asyncio.create_task(face(), name="face")
        await asyncio.wait([task], timeout=5)
        await asyncio.sleep(0.1)
        assert (task.cancelled(), small.commands) == (True, ["light.kitchen_light ON"])
        assert session.turns[-1].stop is StopReason.STOPPED


async def cancelled_at(small: Small, signs: AsyncIterator[Sign], kind: type[Sign]) -> list[Sign]:
    """Iterate in a task that is cancelled when such a sign came; every sign it saw."""
    seen: list[Sign] = []

    async def watch() -> None:
        async for sign in signs:
            seen.append(sign)
            if isinstance(sign, kind):
                task.cancel()

    task = asyncio.create_task(watch(), name="face")
    await asyncio.wait([task], timeout=5)
    assert task.cancelled()
    await asyncio.sleep(0.05)
    return seen


async def test_iterator_left_early_stops_the_turn(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, _model = small.session(calls(LIGHT_ON))
        signs = session.ask("turn on the kitchen light")
        await anext(signs)
        await signs.aclose()
        await asyncio.sleep(0.05)
        assert (session.turns[0].stop, small.commands) == (StopReason.STOPPED, [])


async def test_two_turns_at_once_wait_for_each_other(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(LIGHT_ON), calls(LIGHT_OFF))
        first, second = await asyncio.gather(
            played(session, "turn on the kitchen light"), played(session, "turn off the kitchen light")
        )
        assert [turn.id for turn, _signs in (first, second)] == ["t1", "t2"]
        assert small.commands == ["light.kitchen_light ON", "light.kitchen_light OFF"]
        assert len(model.heard[1].messages) > len(model.heard[0].messages)


async def test_unanswered_question_of_an_earlier_process_is_mended(tmp_path: Path) -> None:
    memory = InMemorySaver()
    async with small_home(tmp_path) as small:
        before, _model = small.session(calls(UNLOCK), checkpointer=memory)
        await cancelled_at(small, before.ask("unlock the front door"), Asked)
        after, model = small.session(calls(READ_DOOR), checkpointer=memory)
        await played(after, "is the front door locked?")
        told = [m.text for m in model.heard[0].messages if m.type == "tool"]
        assert len(told) == 1
        assert "never answered" in told[0]
        assert small.commands == []


async def test_many_turns_keep_a_short_history(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(*(words("Welcome.") for _ in range(25)))
        for _ in range(25):
            await played(session, "thank you")
        asked = [m for m in model.heard[-1].messages if m.type == "human"]
        assert len(asked) <= 11
        assert len(session.turns) == 25


async def test_follow_up_without_a_noun_keeps_the_tools(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        session, model = small.session(calls(LIGHT_ON), words("You are welcome."))
        await played(session, "turn on the kitchen light")
        await played(session, "thank you")
        assert "control_device" in model.heard[1].tools


async def test_two_sessions_of_one_home_never_share_a_turn_id(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
        kept = replace(small, house=replace(small.house, turns=Turns(database)))
        ids = []
        for session, _model in (kept.session(words("hi"), words("hi")), kept.session(words("hi"))):
            ids += [(await played(session, "hello"))[0].id]
        assert ids == ["t1", "t2"]
        await database.close()


async def test_unlock_when_the_broker_is_down_is_refused_without_a_question(tmp_path: Path) -> None:
    for interactive in (True, False):
        async with small_home(tmp_path) as small:
            session, _model = small.session(calls(UNLOCK), interactive=interactive)
            small.broker.drop()
            turn, signs = await played(session, "unlock the front door")
            assert not any(isinstance(sign, Asked) for sign in signs)
            assert (turn.questions, turn.outcomes[0].reason) == ((), Reason.BROKER_DOWN)
            assert verdict(turn) is Exit.BROKER_DOWN


async def test_unlock_when_the_lock_is_unavailable_is_refused_without_a_question(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        topic = "homeassistant/lock/front_door/config"
        config = json.loads(small.broker.retained[topic].payload)
        small.broker.device(topic, {**config, "availability_topic": "test/front_door/online"}, retain=True)
        small.broker.device("test/front_door/online", "offline")
        assert await small.house.home.settled(quiet=0.05)
        session, _model = small.session(calls(UNLOCK))
        turn, signs = await played(session, "unlock the front door")
        assert not any(isinstance(sign, Asked) for sign in signs)
        assert (small.commands, turn.outcomes[0].reason) == ([], Reason.UNAVAILABLE)


async def test_graph_that_goes_round_too_often_ends_with_a_sentence(tmp_path: Path) -> None:
    async with small_home(tmp_path) as small:
        again = ("control_device", {**LIGHT_ON[1], "more_steps": True})
        made, _model = small.session(calls(again), calls(FAN_ON), checkpointer=InMemorySaver())
        session = replace(made, most_steps=7)
        turn, _signs = await played(session, "turn on the kitchen light and then the living room fan")
        assert turn.stop is StopReason.STEP_LIMIT
        assert "Kitchen light is on." in turn.answer
        assert "too many steps" in turn.answer
        assert small.commands == ["light.kitchen_light ON"]
        # the thread is in good order again: the scripted model refuses a call without its answer
        after, _model = small.session(calls(READ_DOOR), checkpointer=made.checkpointer)
        turn, _signs = await played(after, "is the front door locked?")
        assert turn.stop is StopReason.ANSWERED


async def test_two_sessions_at_once_on_one_thread_keep_it_legal(tmp_path: Path) -> None:
    memory = InMemorySaver()
    async with small_home(tmp_path) as small:
        first, _model = small.session(calls(LIGHT_ON), checkpointer=memory)
        second, _model = small.session(calls(FAN_ON), checkpointer=memory)
        await asyncio.gather(
            played(first, "turn on the kitchen light"), played(second, "turn on the living room fan")
        )
        # the scripted model refuses an illegal history, as providers do
        third, model = small.session(calls(READ_DOOR), checkpointer=memory)
        turn, _signs = await played(third, "is the front door locked?")
        assert (turn.stop, len(model.heard)) == (StopReason.ANSWERED, 1)
        assert sorted(small.commands) == ["fan.living_room_fan ON", "light.kitchen_light ON"]

"""A rule's security action: allowed for good, asked for, answered in time, late, twice, over MQTT, after a restart."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from devices.automation.books.answer_code import MOST_WRONG, AnswerCode
from devices.automation.books.questions import Asked, Questions
from devices.automation.rule.action import Act, ApplyScene
from devices.automation.rule.rule import Mode, Rule
from devices.command import Command, Reason, Status
from devices.errors import ConfigError
from devices.events import QuestionAnswered, QuestionAsked, ScenesChanged
from tests.automation.scene import FAN, FAN_ON, LOCK, UNLOCK, WARM, Scene, living, rule
from tests.fakes.clock import FakeClock

TOPIC = "hearth/home/questions/q1"
CODE = "4711-blue"


async def crossing(scene: Scene, *, after: float = 5) -> None:
    """Have the thermometer cross the limit."""
    await scene.reads(25, after=after)
    await scene.reads(27, after=after)


async def answered(scene: Scene, *, yes: bool, question: str = "q1") -> bool:
    """Answer as a person in the app would; False when it did not count."""
    settled = await scene.works.questions.answer(question, yes, "mia")
    await scene.settle()
    return settled is not None


async def test_unlock_waits_for_a_yes_and_the_fan_beside_it_does_not(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK, FAN_ON))
        await crossing(scene)
        assert (scene.published("l/set"), scene.published("f/set")) == (0, 1)
        (question,) = scene.works.questions.open()
        assert question.commands == (UNLOCK.command,)
        assert question.facts["value"] == "27"
        assert await answered(scene, yes=True)
        assert scene.published("l/set") == 1
        assert {o.command.entity_id: o.status for o in scene.ran[0].outcomes} == {
            FAN: Status.CONFIRMED,
            LOCK: Status.CONFIRMED,
        }


async def test_unlock_when_declined(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        assert await answered(scene, yes=False)
        assert scene.published("l/set") == 0
        assert [o.reason for o in scene.ran[0].outcomes] == [Reason.DECLINED]


async def test_unlock_when_nobody_answers(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        await scene.wait(290)
        assert scene.works.questions.open()
        await scene.wait(15)
        assert not scene.works.questions.open()
        assert [o.reason for o in scene.ran[0].outcomes] == [Reason.UNANSWERED]
        assert not await answered(scene, yes=True)
        assert scene.published("l/set") == 0


async def test_answer_that_comes_too_late_is_none_though_nobody_has_noticed_yet(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        (question,) = scene.works.questions.open()
        asleep = Questions(scene.database, scene.works.bus, scene.works.clock, FakeClock(question.until))
        await asleep.load()
        assert await asleep.answer(question.id, yes=True, by="mia") is None
        assert [known.state for known in asleep.unsettled()] == [Asked.OPEN]


async def test_answer_counts_once(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        assert await answered(scene, yes=True)
        assert not await answered(scene, yes=True)
        assert scene.published("l/set") == 1
        told = [event for event in scene.events if isinstance(event, QuestionAsked | QuestionAnswered)]
        assert [type(event).__name__ for event in told] == ["QuestionAsked", "QuestionAnswered"]


async def test_yes_is_for_these_commands_and_not_for_the_next_run(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        await answered(scene, yes=True)
        scene.broker.device("l/state", "LOCKED")
        await crossing(scene)
        assert scene.published("l/set") == 1
        assert [question.id for question in scene.works.questions.open()] == ["q2"]


async def test_open_question_is_taken_back_when_the_rule_goes(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        await scene.book.remove(made.id)
        await scene.settle()
        question = scene.works.questions.question("q1")
        assert question is not None
        assert question.state is Asked.WITHDRAWN
        assert not await answered(scene, yes=True)
        assert scene.published("l/set") == 0


async def test_question_keeps_its_deadline_over_a_restart(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        asked = scene.works.questions.open()[0]
    await clock.advance(200)
    async with living(tmp_path, clock=clock) as scene:
        assert scene.works.questions.open() == (asked,)
        assert await answered(scene, yes=True)
        assert scene.published("l/set") == 1


async def test_question_that_ran_out_while_nothing_ran_is_a_no(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
    await clock.advance(400)
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(2)
        assert [o.reason for o in scene.book.last_runs("a1")[0].outcomes] == [Reason.UNANSWERED]
        assert scene.published("l/set") == 0


async def test_yes_given_while_nothing_ran_counts_while_the_question_would(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        questions = scene.works.questions
    async with living(tmp_path, clock=clock, may_act=lambda: False) as follower:
        await follower.works.questions.answer("q1", True, "mia")
        assert questions.open()
        assert follower.published("l/set") == 0
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(2)
        assert scene.published("l/set") == 1


async def test_permission_of_exactly_that_needs_no_question(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, UNLOCK))
        await scene.works.permissions.give(made, LOCK, "unlock", "owner")
        await crossing(scene)
        assert scene.published("l/set") == 1
        assert not scene.works.questions.open()


async def test_permission_of_another_rule_does_not_count(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        other = await scene.book.add(replace(rule(WARM, UNLOCK), enabled=False))
        await scene.works.permissions.give(other, LOCK, "unlock", "owner")
        await crossing(scene)
        assert scene.published("l/set") == 0


async def test_permission_ends_with_every_change_also_when_it_is_changed_back(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, UNLOCK))
        await scene.works.permissions.give(made, LOCK, "unlock", "owner")
        await scene.book.replace(replace(made, triggers=(replace(WARM, above=20),)))
        await scene.settle()
        await scene.book.replace(made)
        await scene.settle()
        assert scene.works.permissions.listed() == ()
        await scene.works.permissions.load()
        assert scene.works.permissions.of(made) == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda made: replace(made, enabled=False),
        lambda made: replace(made, words="said otherwise"),
        lambda made: replace(made, mode=Mode.QUEUED),
        lambda made: replace(made, cooldown_seconds=5.0),
    ],
    ids=["enabled", "words", "mode", "cooldown"],
)
async def test_permission_outlives_what_changes_nothing_that_the_rule_does(
    tmp_path: Path, change: Callable[[Rule], Rule]
) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, UNLOCK))
        await scene.works.permissions.give(made, LOCK, "unlock", "owner")
        await scene.book.replace(change(made))
        await scene.settle()
        await scene.works.permissions.load()
        assert scene.works.permissions.of(made) != ()


async def test_permission_ends_when_a_scene_of_the_rule_is_another_also_when_it_is_changed_back(
    tmp_path: Path,
) -> None:
    whole = (Command(LOCK, "unlock"),)
    scenes: dict[str, tuple[Command, ...]] = {"s1": whole}
    async with living(tmp_path, scenes=scenes) as scene:
        made = await scene.book.add(rule(WARM, ApplyScene("s1")))
        await scene.works.permissions.give(made, LOCK, "unlock", "owner")
        scenes["s1"] = (*whole, Command(FAN, "turn_on"))
        assert scene.works.permissions.of(made) == ()
        scene.works.bus.publish(ScenesChanged(("s1",), scene.clock.now()))
        await scene.settle()
        scenes["s1"] = whole
        assert scene.works.permissions.listed() == ()
        await crossing(scene)
        assert scene.published("l/set") == 0


async def test_permission_does_not_pass_to_another_lock_that_gets_the_id(tmp_path: Path) -> None:
    def announce(scene: Scene, *ours: str) -> None:
        for one in ours:  # two of one name: who speaks first gets the plain id
            topics = {"state_topic": f"{one}/state", "command_topic": f"{one}/set"}
            config = {"name": "Side door", "unique_id": one, **topics}
            scene.broker.device(f"homeassistant/lock/{one}/config", json.dumps(config))
            scene.broker.device(f"{one}/state", "LOCKED")

    unlock = Act(Command("lock.side_door", "unlock"))
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        announce(scene, "x", "y")
        await scene.settle()
        made = await scene.book.add(rule(WARM, unlock))
        await scene.works.permissions.give(made, "lock.side_door", "unlock", "owner")
        await crossing(scene)
        assert (scene.published("x/set"), scene.published("y/set")) == (1, 0)
    async with living(tmp_path, clock=clock) as scene:
        announce(scene, "y", "x")
        await scene.settle()
        await crossing(scene)
        assert (scene.published("x/set"), scene.published("y/set")) == (0, 0)
        assert [question.commands for question in scene.works.questions.open()] == [(unlock.command,)]


async def test_permission_for_what_is_not_known_now(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, Act(Command("lock.shed", "unlock"))))
        with pytest.raises(ConfigError, match=r"lock\.shed is not known now"):
            await scene.works.permissions.give(made, "lock.shed", "unlock", "owner")


async def test_permission_taken_back_asks_again(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, UNLOCK))
        await scene.works.permissions.give(made, LOCK, "unlock", "owner")
        taken = await scene.works.permissions.take(made.id, LOCK, "unlock")
        assert [p.entity_id for p in taken] == [LOCK]
        await crossing(scene)
        assert scene.published("l/set") == 0


@pytest.mark.parametrize(
    ("entity", "control"), [("*", "unlock"), (LOCK, "*"), (LOCK, "open"), (FAN, "turn_on")]
)
async def test_permission_for_what_the_rule_does_not_do(tmp_path: Path, entity: str, control: str) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, UNLOCK))
        with pytest.raises(ConfigError, match="does not do"):
            await scene.works.permissions.give(made, entity, control, "owner")


async def test_scene_with_an_unlocked_lock_asks(tmp_path: Path) -> None:
    scenes = {"s1": (Command(LOCK, "unlock"), Command(FAN, "turn_on"))}
    async with living(tmp_path, scenes=scenes) as scene:
        await scene.book.add(rule(WARM, ApplyScene("s1")))
        await crossing(scene)
        assert (scene.published("l/set"), scene.published("f/set")) == (0, 1)
        assert [q.commands for q in scene.works.questions.open()] == [(Command(LOCK, "unlock"),)]


async def test_two_locks_at_once_are_refused_and_not_asked(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        other = {"name": "Back door", "state_topic": "k/state", "command_topic": "k/set", "unique_id": "k"}
        scene.broker.device("homeassistant/lock/k/config", json.dumps(other))
        scene.broker.device("k/state", "LOCKED")
        await scene.settle()
        await scene.book.add(rule(WARM, UNLOCK, Act(Command("lock.back_door", "unlock"))))
        await crossing(scene)
        assert [o.reason for o in scene.ran[0].outcomes] == [Reason.POLICY, Reason.POLICY]
        assert not scene.works.questions.open()


async def coded(scene: Scene) -> None:
    """Set the code with which questions may be answered over MQTT, and have one asked."""
    await AnswerCode(scene.settings).put(CODE)
    await scene.book.add(rule(WARM, UNLOCK))
    await crossing(scene)


def says(scene: Scene, answer: str, code: str = CODE, *, retain: bool = False) -> None:
    """Answer on the topic of the question."""
    scene.broker.device(f"{TOPIC}/answer", json.dumps({"answer": answer, "code": code}), retain=retain)


async def test_question_is_on_the_broker_while_it_is_open(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await coded(scene)
        shown = json.loads(scene.broker.retained[TOPIC].payload)
        assert (shown["id"], shown["rule"]) == ("q1", "a1")
        assert shown["commands"] == [{"entity_id": LOCK, "control": "unlock", "values": {}}]
        await answered(scene, yes=False)
        await scene.settle()
        assert TOPIC not in scene.broker.retained


async def test_code_of_a_lock_is_not_shown_on_the_broker_with_the_question(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        topics = {
            "state_topic": "k/state",
            "command_topic": "k/set",
            "command_template": "{{ value }} {{ code }}",
        }
        coded_lock = {"name": "Back door", "unique_id": "k", "code_format": "^\\d{4}$", **topics}
        scene.broker.device("homeassistant/lock/k/config", json.dumps(coded_lock))
        scene.broker.device("k/state", "LOCKED")
        await scene.settle()
        await scene.book.add(rule(WARM, Act(Command("lock.back_door", "unlock", {"code": "2580"}))))
        await crossing(scene)
        assert json.loads(scene.broker.retained[TOPIC].payload)["commands"][0]["values"] == {}
        assert not any(b"2580" in message.payload for message in scene.broker.sent)


@pytest.mark.parametrize(("answer", "opened"), [("allow", 1), ("decline", 0)])
async def test_answer_on_mqtt_with_the_code(tmp_path: Path, answer: str, opened: int) -> None:
    async with living(tmp_path) as scene:
        await coded(scene)
        says(scene, answer)
        for _ in range(10):  # the code is checked in a thread, which takes its time
            await scene.wait(1)
        assert scene.published("l/set") == opened
        assert not scene.works.questions.open()


async def test_answer_on_mqtt_without_a_code_set(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        says(scene, "allow", "")
        says(scene, "allow", "0000")
        await scene.wait(1)
        assert scene.published("l/set") == 0


async def test_retained_answer_and_nonsense_are_left(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await coded(scene)
        for payload in ("allow", "{}", "[]", '{"answer": "yes", "code": "4711-blue"}', b"\xff"):
            scene.broker.device(f"{TOPIC}/answer", payload)
        await scene.wait(1)
        assert scene.works.questions.open()
    clock = scene.clock
    kept = [(f"{TOPIC}/answer", json.dumps({"answer": "allow", "code": CODE}))]
    async with living(tmp_path, clock=clock, retained=kept) as scene:
        await scene.wait(1)
        assert scene.works.questions.open()
        assert scene.published("l/set") == 0


@pytest.mark.parametrize(
    "payload",
    [
        json.dumps({"answer": "allow", "code": "\ud800"}),
        json.dumps({"answer": "\udfff", "code": CODE}),
        json.dumps({"answer": "allow", "code": CODE * 9999}),
        "[" * 100_000,
    ],
)
async def test_answer_that_nobody_can_write_down_does_not_stop_the_rules(
    tmp_path: Path, payload: str
) -> None:
    async with living(tmp_path) as scene:
        await coded(scene)
        scene.broker.device(f"{TOPIC}/answer", payload)
        await scene.wait(3)
        assert scene.published("l/set") == 0
        says(scene, "allow")
        for _ in range(10):
            await scene.wait(1)
        assert scene.published("l/set") == 1


async def test_wrong_codes_lock_the_topic(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await coded(scene)
        for _ in range(MOST_WRONG):
            says(scene, "allow", "guess")
            await scene.wait(2)
        says(scene, "allow")
        await scene.wait(2)
        assert scene.published("l/set") == 0
        assert AnswerCode(scene.settings).locked
        assert scene.works.questions.open()
        await AnswerCode(scene.settings).put(CODE)
        says(scene, "allow")
        await scene.wait(1)
        assert scene.published("l/set") == 1


async def test_code_is_kept_hashed_and_not_too_short(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        code = AnswerCode(scene.settings)
        with pytest.raises(ConfigError):
            await code.put("123")
        await code.put(CODE)
        kept = (tmp_path / "home.db-wal").read_bytes() + (tmp_path / "home.db").read_bytes()
        assert CODE.encode() not in kept
        assert code.is_set
        await code.put(None)
        assert not code.is_set


async def test_permission_is_for_its_moment_and_asks_when_that_is_long_past(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, UNLOCK))
        await scene.works.permissions.give(made, LOCK, "unlock", "owner")
        await scene.reads(25)
        scene.broker.device("t/state", "27")
        scene.broker.drop()
        await scene.settle()
        await scene.wait(timedelta(minutes=20).total_seconds())
        scene.broker.restore()
        await scene.wait(2)
        assert scene.published("l/set") == 0
        assert [q.commands for q in scene.works.questions.open()] == [(UNLOCK.command,)]

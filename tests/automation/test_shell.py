"""The engine as a shell: what is stored before it acts, a database and a lease in trouble, notices, the broker away."""

import json
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select, text

from devices.automation.books.notices import KEPT, Notice, Notices
from devices.automation.books.runs import Runs
from devices.automation.rule.action import Act, Notify, Ramp, Wait
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Becomes, Once
from devices.automation.run.outward import named
from devices.automation.watch.spec import World
from devices.automation.watch.start import at_once
from devices.bus import Bus
from devices.command import Command
from devices.events import Event, NoticePosted
from devices.storage.tables import RUN
from tests.automation.scene import FAN, FAN_ON, LAMP, UNLOCK, WARM, Scene, living, rule
from tests.fakes.clock import START, FakeClock

FAN_OFF = Act(Command(FAN, "turn_off"))


async def crossing(scene: Scene) -> None:
    """Have the thermometer cross the limit."""
    await scene.reads(25, after=5)
    await scene.reads(27, after=5)


async def test_notice_is_kept_told_and_published(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, Notify("too warm", bell=True, topic="/warm/+living/")))
        await crossing(scene)
        (notice,) = scene.works.notices.unseen()
        assert (notice.rule_id, notice.message, notice.bell) == ("a1", "too warm", True)
        assert [event.message for event in scene.events if isinstance(event, NoticePosted)] == ["too warm"]
        (sent,) = [message for message in scene.broker.sent if "/notices/" in message.topic]
        assert sent.topic == "hearth/home/notices/warm/living"
        assert json.loads(sent.payload)["facts"]["value"] == "27"
        await scene.works.notices.see(notice.id)
    async with living(tmp_path, clock=scene.clock) as scene:
        assert scene.works.notices.unseen() == ()
        assert [kept.message for kept in scene.works.notices.listed()] == ["too warm"]


@pytest.mark.parametrize(
    ("topic", "left"),
    [("a/b", "a/b"), ("", ""), ("#", ""), ("$SYS/x", "x"), (" a //b\n/", "a/b"), ("a+b#", "ab")],
)
def test_topic_of_a_notice_stays_below_its_own(topic: str, left: str) -> None:
    assert named(topic) == left


async def test_notice_of_one_step_is_told_once(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        draft = Notice("a1-1/1", "a1", scene.clock.now(), "warm")
        assert await scene.works.notices.post(draft) is not None
        assert await scene.works.notices.post(draft) is None
        other = Notices(scene.database, Bus(), scene.clock)
        await other.load()
        assert await other.post(draft) is None


async def test_notices_of_another_process_are_told_once(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        bus = Bus()
        heard: list[Event] = []
        bus.listen(heard.append)
        other = Notices(scene.database, bus, scene.clock)
        await other.load()
        await scene.works.notices.post(Notice("a1-1/1", "a1", scene.clock.now(), "warm"))
        for _ in range(2):
            await other.load()
        assert [event.message for event in heard if isinstance(event, NoticePosted)] == ["warm"]


async def test_notices_do_not_grow_for_ever(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        for number in range(KEPT + 20):
            await scene.works.notices.post(Notice(f"a1-{number}/1", "a1", scene.clock.now()))
        await scene.works.notices.load()
        assert len(scene.works.notices.listed()) == KEPT


async def test_run_is_stored_before_its_command_leaves(tmp_path: Path) -> None:
    seen: list[str] = []
    async with living(tmp_path) as scene:

        def look(_message: object) -> tuple[()]:
            with scene.database._reader.begin() as connection:  # noqa: SLF001 - what is stored at this very moment
                seen.extend(connection.execute(select(RUN.c.rule_id)).scalars())
            return ()

        scene.broker.answer_with("f/set", look)
        await scene.book.add(rule())
        await crossing(scene)
    assert seen == ["a1"]


async def test_database_in_trouble_stops_no_rule(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, FAN_ON, Wait(30), Act(Command(FAN, "turn_off"))))
        await scene.database.write(lambda connection: connection.execute(text("DROP TABLE run")))
        await crossing(scene)
        await scene.wait(40)
        assert scene.published("f/set") == 2


async def test_process_that_lost_the_lease_stores_nothing_and_does_nothing(tmp_path: Path) -> None:
    holds = [True]
    async with living(tmp_path, may_act=lambda: holds[0]) as scene:
        await scene.book.add(rule())
        await scene.reads(25)
        holds[0] = False
        await scene.reads(27, after=5)
        await scene.wait(30)
        assert scene.published("f/set") == 0
        assert await Runs(scene.database).load() == ()
        holds[0] = True
        await scene.wait(5)
        assert scene.published("f/set") == 1


async def test_run_that_cannot_be_read_is_left_and_stops_no_other(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule(WARM, Wait(60), FAN_ON))
        await crossing(scene)
        await scene.database.write(
            lambda connection: connection.execute(
                RUN.insert().values(id="a9-1", rule_id="a9", document='{"stage": "dancing"}')
            )
        )
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(70)
        assert scene.published("f/set") == 1


async def test_broker_away_is_tried_once_when_it_is_back(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        soon = Once(START + timedelta(seconds=60))
        await scene.book.add(Rule(triggers=(soon,), actions=(FAN_ON,), once=True))
        await scene.wait(50)
        scene.broker.drop()
        await scene.wait(100)
        assert scene.ran == []
        scene.broker.restore()
        await scene.wait(5)
        assert scene.published("f/set") == 1
        assert scene.ran[0].facts["retried"] == "broker_down"
        assert scene.book.jobs() == ()


async def test_broker_away_for_longer_than_the_rule_may_be_late(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        soon = Once(START + timedelta(seconds=60))
        await scene.book.add(Rule(triggers=(soon,), actions=(FAN_ON,), once=True, late_seconds=30))
        await scene.wait(50)
        scene.broker.drop()
        await scene.wait(100)
        scene.broker.restore()
        await scene.wait(5)
        assert scene.published("f/set") == 0
        assert [outcome.reason for outcome in scene.ran[0].outcomes] == ["broker_down"]


@pytest.mark.parametrize(("down", "runs", "told"), [(600, 1, 0), (7200, 0, 1)])
async def test_job_whose_time_came_while_nothing_ran(
    tmp_path: Path, down: float, runs: int, told: int
) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        soon = Once(START + timedelta(seconds=60))
        await scene.book.add(Rule(triggers=(soon,), actions=(FAN_ON,), once=True))
    await clock.advance(down)
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(2)
        assert scene.published("f/set") == runs
        assert [notice.facts["skipped"] for notice in scene.works.notices.unseen()] == ["missed"] * told
        assert scene.book.jobs() == ()


async def test_two_processes_ask_once_and_the_other_sees_it(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.book.add(rule(WARM, UNLOCK))
        await crossing(scene)
        async with living(tmp_path, clock=scene.clock, may_act=lambda: False) as follower:
            assert [question.id for question in follower.works.questions.open()] == ["q1"]
            await follower.works.questions.answer("q1", True, "mia")
            await scene.works.questions.load()
            await scene.settle()
        assert scene.published("l/set") == 1


async def test_rule_made_of_ramps_is_stopped_by_switching_it_off(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        made = await scene.book.add(rule(WARM, Ramp(LAMP, "turn_on", "brightness_pct", 100, 1000)))
        await crossing(scene)
        await scene.wait(95)
        await scene.book.enable(made.id, False)
        await scene.wait(60)
        assert scene.published("b/set") == 9
        assert scene.ran[0].facts["stopped"] == "changed"


async def began(scene: Scene, made: Rule, *, ran: bool) -> None:
    """Make a rule that is to run although it is past its limit already."""
    world = World(scene.home.find, tuple, scene.works.almanac)
    await scene.book.add(made, at_once(made, world, scene.clock.now(), ran=ran))
    await scene.settle()


async def test_rule_made_past_its_limit_runs_at_once_with_all_its_steps(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.reads(27)
        held = replace(rule(WARM, FAN_ON, Wait(30), FAN_OFF), triggers=(replace(WARM, for_seconds=600),))
        await began(scene, held, ran=False)
        assert scene.published("f/set") == 1
        await scene.wait(40)
        assert scene.published("f/set") == 2
        await scene.reads(28, after=700)
        assert [ran.skipped for ran in scene.ran] == [""]


async def test_rule_made_past_its_limit_that_ran_by_hand_has_an_end(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.reads(27)
        await began(scene, replace(rule(WARM, FAN_ON), until=(FAN_OFF,)), ran=True)
        assert scene.published("f/set") == 0
        await scene.reads(25, after=5)
        assert [message.payload for message in scene.broker.sent if message.topic == "f/set"] == [b"OFF"]
        assert [ran.facts.get("over") for ran in scene.ran] == ["yes"]


async def test_rule_made_below_its_limit_waits_for_it(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        await scene.reads(25)
        await began(scene, rule(WARM, FAN_ON), ran=False)
        assert scene.published("f/set") == 0
        await scene.reads(27, after=5)
        assert scene.published("f/set") == 1


async def test_rules_that_set_each_other_off_end_and_it_is_told(tmp_path: Path) -> None:
    async with living(tmp_path) as scene:
        on, off = Act(Command(FAN, "turn_on")), Act(Command(FAN, "turn_off"))
        from_on = replace(rule(WARM, off), triggers=(Becomes((FAN,), ("on",)),))
        from_off = replace(rule(WARM, on), triggers=(Becomes((FAN,), ("off",)),))
        await scene.book.add(from_on)
        await scene.book.add(from_off)
        await scene.settle()
        scene.broker.device("f/state", "ON")
        await scene.settle()
        await scene.wait(30)
        await scene.settle()
        assert 2 <= scene.published("f/set") <= 6
        assert [notice.facts["skipped"] for notice in scene.works.notices.unseen()] == ["loop"]


@pytest.mark.parametrize(("down", "runs"), [(30, 1), (600, 1), (7200, 0)])
async def test_job_made_by_a_command_while_no_rules_ran(tmp_path: Path, down: float, runs: int) -> None:
    """Turn it on in a minute, said on the command line, and the app opens before or after that minute."""
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock, may_act=lambda: False) as command:
        soon = Once(START + timedelta(seconds=60))
        await command.book.add(Rule(triggers=(soon,), actions=(FAN_ON,), once=True))
    await clock.advance(down)
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(60)
        assert scene.published("f/set") == runs
        assert scene.book.jobs() == ()


async def test_rule_switched_on_after_its_time_waits_for_the_next_day(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock, may_act=lambda: False) as command:
        made = await command.book.add(Rule(triggers=(At(time(12, 1)),), actions=(FAN_ON,), enabled=False))
        await clock.advance(300)
        await command.book.enable(made.id, True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(5)
        assert scene.published("f/set") == 0


async def test_rule_whose_time_is_moved_to_the_past_waits_for_the_next_day(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock, may_act=lambda: False) as command:
        made = await command.book.add(Rule(triggers=(At(time(13, 0)),), actions=(FAN_ON,)))
        await clock.advance(300)
        await command.book.replace(replace(made, triggers=(At(time(12, 1)),)))
    async with living(tmp_path, clock=clock) as scene:
        await scene.wait(5)
        assert scene.published("f/set") == 0


async def test_what_is_due_while_the_lease_is_lost_is_done_once_it_is_held_again(tmp_path: Path) -> None:
    holds = [True]
    async with living(tmp_path, may_act=lambda: holds[0]) as scene:
        await scene.book.add(rule(At(time(12, 0, 30)), FAN_ON))
        await scene.wait(5)
        holds[0] = False
        await scene.wait(60)
        assert scene.published("f/set") == 0
        holds[0] = True
        await scene.wait(5)
        assert scene.published("f/set") == 1


async def test_clock_set_back_in_a_wait_and_nothing_is_heard(tmp_path: Path) -> None:
    clock = FakeClock(hasty=True)
    async with living(tmp_path, clock=clock) as scene:
        await scene.book.add(rule(WARM, Wait(60), FAN_ON))
        await crossing(scene)
        await scene.wait(20)
        clock.set_back(3600)
        await scene.wait(50)
        assert scene.published("f/set") == 1

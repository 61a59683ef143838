"""The tools for what is to happen once: delays, times, waiting for something; list, cancel, undo."""

from datetime import UTC, datetime, timedelta

import pytest

from devices.automation.rule.action import Act, Notify, PutBack, Wait
from devices.automation.rule.trigger import Becomes, Once
from devices.command import Approval, Command
from tests.tools.house import Lodge
from tools.automations.draft.arguments import Schedule
from tools.outcome import Ending

FAN = {"targets": ["fan"], "action": "turn_off"}


async def test_delay_is_planned_and_nothing_is_done_now(lodge: Lodge) -> None:
    result = await lodge.call("schedule", after_seconds="600", **FAN)
    (job,) = lodge.house.book.jobs()
    assert (job.id, job.once, job.triggers) == (
        "j1",
        True,
        (Once(lodge.clock.now() + timedelta(minutes=10)),),
    )
    assert job.actions == (Act(Command("fan.living_room_fan", "turn_off")),)
    assert lodge.house.book.rules() == ()
    assert lodge.sent() == []
    assert result.text == "Planned as job j1: On Monday, 5 Jan 12:10, turn off Fan."


# START is Monday 5 January 2026, 12:00
@pytest.mark.parametrize(
    ("at", "day", "instant"),
    [
        ("12:30", None, datetime(2026, 1, 5, 12, 30, tzinfo=UTC)),
        ("12:00", None, datetime(2026, 1, 6, 12, 0, tzinfo=UTC)),
        ("7 pm", "today", datetime(2026, 1, 5, 19, 0, tzinfo=UTC)),
        ("07:00", "tomorrow", datetime(2026, 1, 6, 7, 0, tzinfo=UTC)),
        ("09:00", "sun", datetime(2026, 1, 11, 9, 0, tzinfo=UTC)),
        ("13:00", "Monday", datetime(2026, 1, 5, 13, 0, tzinfo=UTC)),
        ("09:00", "mon", datetime(2026, 1, 12, 9, 0, tzinfo=UTC)),
        ("09:00", "2026-02-01", datetime(2026, 2, 1, 9, 0, tzinfo=UTC)),
        ("2026-02-01T09:00", None, datetime(2026, 2, 1, 9, 0, tzinfo=UTC)),
        ("2026-02-01T09:00+02:00", None, datetime(2026, 2, 1, 7, 0, tzinfo=UTC)),
    ],
)
async def test_time_on_a_day(lodge: Lodge, at: str, day: str | None, instant: datetime) -> None:
    await lodge.call("schedule", at=at, day=day, **FAN)
    (job,) = lodge.house.book.jobs()
    assert job.triggers == (Once(instant),)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({}, "job_needs_time"),
        ({"at": "soon"}, "job_needs_time"),
        ({"at": "25:00"}, "job_needs_time"),
        ({"at": "09:00", "day": "someday"}, "job_needs_time"),
        ({"at": "09:00", "day": "today"}, "job_past"),
        ({"at": "2025-01-01T09:00"}, "job_past"),
        ({"after_seconds": 60, "targets": ["pool pump"]}, "unknown_name"),
    ],
)
async def test_time_that_is_none_or_over_plans_nothing(
    lodge: Lodge, wrong: dict[str, object], reason: str
) -> None:
    result = await lodge.call("schedule", **{**FAN, **wrong})
    assert (result.ending, result.reason) == (Ending.FATAL, reason)
    assert lodge.house.book.jobs() == ()


async def test_two_times_at_once_are_refused() -> None:
    with pytest.raises(ValueError, match="only one"):
        Schedule.model_validate({"after_seconds": 60, "at": "07:00", **FAN})


async def test_watcher_tells_once_when_something_is_so(lodge: Lodge) -> None:
    result = await lodge.call("schedule", when={"entities": ["hall motion"], "to": "off"})
    (job,) = lodge.house.book.jobs()
    assert job.triggers == (Becomes(("binary_sensor.hall_motion",), ("off",)),)
    assert (job.actions, job.once) == ((Notify(),), True)
    assert "Once, when Hall motion stops seeing motion, tell you." in result.text
    assert "already seeing no motion" in result.text


async def test_for_a_while_and_back_begins_at_once(lodge: Lodge) -> None:
    steps = [{"seconds": 600}, {"kind": "put_back"}]
    await lodge.call("schedule", then=steps, targets=["fan"], action="turn_on")
    (job,) = lodge.house.book.jobs()
    assert job.actions[1:] == (Wait(600.0), PutBack())
    (trigger,) = job.triggers
    assert isinstance(trigger, Once)
    assert trigger.at > lodge.clock.now()


async def test_list_cancel_and_undo(lodge: Lodge) -> None:
    assert (await lodge.call("list_jobs")).text == "Nothing is planned."
    await lodge.call("schedule", after_seconds=600, **FAN)
    listed = await lodge.call("list_jobs")
    assert listed.text.startswith("1 job:\nj1: ")
    assert isinstance(listed.data, list)
    (planned,) = listed.data
    assert isinstance(planned, dict)
    assert planned["at"] == "2026-01-05T12:10:00+00:00"
    cancelled = await lodge.call("cancel_job", id="1")
    assert cancelled.text.startswith("Cancelled job j1")
    assert lodge.house.book.jobs() == ()
    await lodge.call("undo")
    assert [job.id for job in lodge.house.book.jobs()] == ["j1"]


async def test_cancel_of_an_unknown_job_or_of_a_rule_names_what_there_is(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, targets=["fan"], action="turn_on")
    result = await lodge.call("cancel_job", id="a1")
    assert (result.ending, result.reason) == (Ending.FATAL, "unknown_job")
    assert len(lodge.house.book.rules()) == 1


async def test_undo_of_a_new_job(lodge: Lodge) -> None:
    await lodge.call("schedule", after_seconds=600, **FAN)
    await lodge.call("undo")
    assert lodge.house.book.jobs() == ()


async def test_unlock_later_is_planned_only_after_a_yes(lodge: Lodge) -> None:
    unlock = {"after_seconds": 600, "targets": ["front door lock"], "action": "unlock"}
    blocked = await lodge.call("schedule", **unlock)
    assert (blocked.ending, blocked.reason) == (Ending.POLICY_BLOCK, "needs_confirmation")
    assert lodge.house.book.jobs() == ()
    yes = lodge.context(approvals=(Approval("lock.front_door", "unlock"),))
    allowed = await lodge.call("schedule", yes, **unlock)
    assert allowed.ending is Ending.COMPLETED
    assert "it asks you each time" in allowed.text


@pytest.mark.parametrize(
    ("language", "text"), [("zh", "已安排为任务 j1"), ("ru", "Запланировано как задание j1")]
)
async def test_planned_in_every_language(lodge: Lodge, language: str, text: str) -> None:
    result = await lodge.call("schedule", lodge.context(language), after_seconds=60, **FAN)
    assert result.text.startswith(text)

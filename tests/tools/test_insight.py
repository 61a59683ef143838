"""The tools that explain: why, how a rule stands, how it would have run, what is wrong with a new one."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from devices.automation.books.memories import Memories
from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.automation.watch.kinds import fingerprint
from devices.automation.watch.spec import Kept, Memory, Phase
from devices.command import Approval, Cause, Command, Origin, Outcome, Request, Status
from devices.events import CommandEnded, RuleRan, StateChanged
from devices.history.rollup.horizon import move
from devices.model import Json
from devices.storage.database import Database
from devices.storage.tables import millis
from tests.tools.house import Lodge
from tools.insight.telling import clock
from tools.outcome import Ending, ToolResult
from tools.words.packs import PACKS
from tools.words.speech import say

WARMTH, FAN, LOCK = "sensor.living_room_temperature", "fan.living_room_fan", "lock.front_door"
FAN_ON = Command(FAN, "turn_on")
WARM = Rule(triggers=(Threshold((WARMTH,), above=26),), actions=(Act(FAN_ON),))


def told(result: ToolResult) -> Mapping[str, Json]:
    assert isinstance(result.data, dict)
    return result.data


def kinds(result: ToolResult) -> list[Json]:
    links = told(result)["chain"]
    assert isinstance(links, list)
    return [link["kind"] for link in links if isinstance(link, dict)]


async def ran(lodge: Lodge, *, skipped: str = "", value: str = "27.5") -> None:
    """A rule fires as the engine would have it, at the present moment."""
    now, facts = lodge.clock.now(), {"entity_id": WARMTH, "value": value, "trigger": "0"}
    outcomes: tuple[Outcome, ...] = ()
    if not skipped:
        outcomes = await lodge.house.home.execute(Request((FAN_ON,), Cause(Origin.RULE, "a1")))
    await lodge.house.book.note(RuleRan("a1", now, outcomes, skipped, facts))
    await lodge.recorder.flush()


async def test_why_tells_reading_rule_command_and_report(lodge: Lodge) -> None:
    await lodge.house.book.add(WARM)
    await ran(lodge)
    result = await lodge.call("why", target="fan")
    assert "rule a1" in result.text
    assert "Living room temperature was 27.5 °C at" in result.text
    assert "It reported on at once." in result.text
    assert kinds(result) == ["reading", "rule", "command", "report"]


async def test_why_tells_who_allowed_it(lodge: Lodge) -> None:
    context = lodge.context(asked="open up", approvals=(Approval(LOCK, "unlock"),))
    await lodge.call("control_device", context, targets=["front door lock"], action="unlock")
    await lodge.recorder.flush()
    result = await lodge.call("why", target="front door lock")
    assert "You allowed it." in result.text
    assert kinds(result) == ["person", "approval", "command", "report"]
    assert told(result)["approved_by"] == "user"


async def test_why_calls_outside_causes_outside(lodge: Lodge) -> None:
    lodge.report("light", "hall_light", "ON")
    await lodge.recorder.flush()
    result = await lodge.call("why", target="hall light")
    assert kinds(result) == ["outside", "report"]


async def test_why_then_and_now(lodge: Lodge) -> None:
    await lodge.clock.advance(60)
    lodge.report("light", "hall_light", "ON")
    await lodge.clock.advance(3600)
    await lodge.call("control_device", lodge.context(asked="off"), targets=["hall light"], action="turn_off")
    await lodge.recorder.flush()
    then = await lodge.call("why", target="hall light", at="12:30")
    before = await lodge.call("why", target="hall light", at="2026-01-05T11:00")
    assert then.text.startswith("Hall light became on at 12:01. That was not caused by me")
    assert before.text == "I have no record of Hall light before 11:00."
    assert "because you asked" in (await lodge.call("why", target="hall light")).text


@pytest.mark.parametrize("at", ["soon", "25:00", "yesterday"])
async def test_why_at_a_time_that_is_none(lodge: Lodge, at: str) -> None:
    result = await lodge.call("why", target="hall light", at=at)
    assert (result.ending, result.reason) == (Ending.FATAL, "time_unclear")


@pytest.mark.parametrize("language", list(PACKS))
@pytest.mark.parametrize("skipped", ["condition", "cooldown", "loop", "missed", "needs_approval", "strange"])
async def test_why_tells_which_rule_did_not_run(lodge: Lodge, language: str, skipped: str) -> None:
    await lodge.house.book.add(WARM)
    await lodge.clock.advance(60)
    await ran(lodge, skipped=skipped)
    result = await lodge.call("why", lodge.context(language), target="fan")
    assert "a1" in result.text
    assert told(result)["did_not_run"] == [
        {"rule": "a1", "at": lodge.clock.now().isoformat(), "reason": skipped}
    ]


async def test_why_when_a_slow_lock_was_told_by_another_process(lodge: Lodge) -> None:
    """The other process knows its command; here only a bolt was seen to move."""
    cause = Cause(Origin.UNDO, "u1", "hearth undo")
    seen: list[StateChanged] = []
    lodge.bus.listen(lambda event: seen.append(event) if isinstance(event, StateChanged) else None)
    began = lodge.clock.now()
    for payload in ("UNLOCKED", "LOCKING", "LOCKED"):
        await lodge.clock.advance(4)
        lodge.report("lock", "front_door", payload)
    outcome = Outcome(Command(LOCK, "lock"), Status.CONFIRMED, "unlocked", "locked")
    at = lodge.clock.now() - timedelta(milliseconds=30)
    lodge.bus.publish(CommandEnded(outcome, cause, at, began + timedelta(seconds=5)))
    await lodge.recorder.flush()
    assert [change.after.word for change in seen][-2:] == ["locking", "locked"]
    result = await lodge.call("why", target="front door lock")
    assert "something was undone" in result.text


async def test_why_when_the_turn_was_stopped_before_the_device_answered(lodge: Lodge) -> None:
    cause, snapshot = Cause(Origin.CHAT, "t7", "lock up"), lodge.house.home.view().snapshots[LOCK]
    stopped = Outcome(Command(LOCK, "lock"), Status.SENT, "unlocked", "unlocked")
    lodge.report("lock", "front_door", "UNLOCKED")
    unlocked = lodge.house.home.view().snapshots[LOCK]
    await lodge.clock.advance(5)
    lodge.bus.publish(CommandEnded(stopped, cause, lodge.clock.now(), lodge.clock.now()))
    await lodge.clock.advance(5)
    lodge.bus.publish(StateChanged(unlocked, snapshot, cause, lodge.clock.now()))
    await lodge.recorder.flush()
    change = await lodge.house.history.last_change(LOCK)
    assert change is not None
    assert (change.after, change.cause) == ("locked", cause)


@pytest.mark.parametrize("language", list(PACKS))
async def test_explain_with_its_running_clock(lodge: Lodge, tmp_path: Path, language: str) -> None:
    waiting = Threshold((WARMTH,), above=22, for_seconds=600)
    rule = await lodge.house.book.add(Rule(triggers=(waiting,), actions=(Act(FAN_ON),)))
    memory = Memory(Phase.WAITING, since=lodge.clock.now() - timedelta(minutes=4))
    place = (rule.id, f"0/{WARMTH}")
    runner = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    await Memories(runner).save({place: Kept(fingerprint(waiting), memory)})
    await runner.close()
    result = await lodge.call("explain_automation", lodge.context(language), id="a1")
    assert result.ending is Ending.COMPLETED
    assert "12:06" in result.text
    assert "{" not in result.text


async def test_explain_says_why_it_did_not_run(lodge: Lodge) -> None:
    await lodge.house.book.add(WARM)
    await ran(lodge)
    await lodge.clock.advance(60)
    await ran(lodge, skipped="cooldown")
    text = (await lodge.call("explain_automation", id="a1")).text
    assert "It last ran at 12:00, because Living room temperature was 27.5 °C." in text
    assert "At 12:01 it fired but did not run: its pause after the last run was not over." in text
    assert "It would not run now." in text


async def test_explain_unknown_rule(lodge: Lodge) -> None:
    assert (await lodge.call("explain_automation", id="a9")).reason == "unknown_rule"


async def days(lodge: Lodge, count: int) -> None:
    """So many recorded days in each of which it gets warm once, at two in the afternoon."""
    for _day in range(count):
        for value in ("27", "20"):
            await lodge.clock.advance(2 * 3600)
            lodge.report("sensor", "living_room_temperature", value)
        await lodge.clock.advance(20 * 3600)
    lodge.report("sensor", "living_room_temperature", "20")
    await lodge.recorder.flush()


@pytest.mark.parametrize("language", list(PACKS))
async def test_rehearse_a_rule_and_a_draft_alike(lodge: Lodge, language: str) -> None:
    await days(lodge, 3)
    await lodge.house.book.add(WARM)
    context = lodge.context(language)
    made = await lodge.call("rehearse_automation", context, id="a1", days=2)
    parts = {"sensor": "living room temperature", "above": 26, "targets": ["fan"], "action": "turn_on"}
    draft = await lodge.call("rehearse_automation", context, days=2, **parts)
    assert told(made)["count"] == told(draft)["count"] == 2
    assert made.text == draft.text
    assert len(lodge.house.book.rules()) == 1


async def test_rehearse_with_too_little_on_record(lodge: Lodge) -> None:
    await lodge.house.book.add(WARM)
    await lodge.recorder.flush()
    text = (await lodge.call("rehearse_automation", id="a1")).text
    assert "too little to tell" in text


@pytest.mark.parametrize("language", list(PACKS))
async def test_rehearse_over_more_days_than_readings_are_kept(lodge: Lodge, language: str) -> None:
    await days(lodge, 7)
    await lodge.house.book.add(WARM)
    since = lodge.clock.now() - timedelta(days=3)
    await lodge.database.write(lambda c: move(c, kept_numbers=millis(since), kept_words=millis(since)))
    found = await lodge.call("rehearse_automation", lodge.context(language), id="a1", days=7)
    kept = say(language, "rehearsal_kept", at=clock(since, lodge.context(language)))
    assert (told(found)["start"], told(found)["kept"]) == (since.isoformat(), since.isoformat())
    assert told(found)["count"] == 3
    assert found.text.endswith(kept)
    whole = await lodge.call("rehearse_automation", lodge.context(language), id="a1", days=2)
    assert told(whole)["kept"] is None


async def test_new_rule_is_told_its_conflicts_and_its_rehearsal(lodge: Lodge) -> None:
    await days(lodge, 7)
    parts = {"sensor": "living room temperature", "targets": ["fan"]}
    first = await lodge.call("create_automation", above=26, action="turn_on", **parts)
    second = await lodge.call("create_automation", below=27, action="turn_off", **parts)
    assert "In the last 7 days it would have run 7 times" in first.text
    assert "Careful: rule a1 also moves Fan" in second.text
    never = await lodge.call("create_automation", below=-300, action="turn_off", **parts)
    assert "It can never run: Living room temperature never reports less than -273.15 °C." in never.text

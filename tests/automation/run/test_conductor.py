"""Which firing becomes a run: modes, conditions, limits, loops, ends, jobs; and what becomes of runs under way."""

from dataclasses import replace
from datetime import timedelta

import pytest

from devices.automation.rule.action import Act, Action, Notify, PutBack, Wait
from devices.automation.rule.condition import Stands
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import Once, Threshold
from devices.automation.run.spec import Give
from devices.command import Command, Reason
from tests.automation.run.stage import FAN, HALL, LAMP, LOCK, START, Stage

LAMP_ON, LAMP_OFF = Act(Command(LAMP, "turn_on")), Act(Command(LAMP, "turn_off"))
FAN_ON, FAN_OFF = Act(Command(FAN, "turn_on")), Act(Command(FAN, "turn_off"))
UNLOCK = Act(Command(LOCK, "unlock"))
HOT = Threshold((HALL,), above=26)
UNLOCKED = Stands((LOCK,), ("unlocked",))


def made(*actions: Action, rule_id: str = "a1", **more: object) -> Rule:
    """A rule that does this."""
    plain = Rule(id=rule_id, triggers=(HOT,), actions=actions)
    return replace(plain, **more)  # type: ignore[arg-type] # a test's own


def staged(*actions: Action, **more: object) -> Stage:
    """A stage with one rule that does this."""
    return Stage({"a1": made(*actions, **more)})  # type: ignore[arg-type] # a test's own


def skips(stage: Stage) -> list[str]:
    """Why each firing was no run, in order."""
    return [ran.skipped for ran in stage.ran]


def test_single_is_skipped_while_it_runs() -> None:
    stage = staged(LAMP_ON, Wait(60))
    assert stage.fires()
    assert not stage.fires(after=10)
    stage.passes(60)
    assert skips(stage) == ["running", ""]


def test_restart_begins_anew_and_the_old_run_ends() -> None:
    stage = staged(LAMP_ON, Wait(60), LAMP_OFF, mode=Mode.RESTART)
    stage.fires()
    stage.fires(after=40)
    stage.passes(200)
    assert [(at, said) for at, _entity, said in stage.given] == [
        (0, "turn_on"),
        (40, "turn_on"),
        (100, "turn_off"),
    ]
    assert [ran.facts.get("stopped") for ran in stage.ran] == ["restarted", None]


def test_restart_puts_back_what_was_before_the_first_run() -> None:
    stage = staged(LAMP_ON, Wait(60), PutBack(), mode=Mode.RESTART)
    for _ in range(3):
        stage.fires(after=30)
    stage.passes(200)
    assert stage.given[-1] == (150, LAMP, "turn_off")


def test_restart_waits_for_the_command_that_is_out() -> None:
    stage = staged(LAMP_ON, Wait(60), mode=Mode.RESTART)
    stage.fires(settle=False)
    (first,) = stage.conductor.take()
    stage.fires(after=1, settle=False)
    assert stage.conductor.take() == ()
    assert isinstance(first, Give)
    stage.conductor.done(first.run_id, first.step, (), stage.now)
    stage.settle()
    assert [ran.facts.get("stopped") for ran in stage.ran] == ["restarted"]
    assert len(stage.given) == 1


def test_queued_runs_one_after_the_other() -> None:
    stage = staged(LAMP_ON, Wait(60), mode=Mode.QUEUED)
    for _ in range(3):
        assert stage.fires(after=1)
    stage.passes(500)
    assert [at for at, _entity, _said in stage.given] == [1, 61, 121]


def test_queue_is_not_endless() -> None:
    stage = staged(LAMP_ON, Wait(3600), mode=Mode.QUEUED, runs_a_minute=100)
    assert [stage.fires(after=1) for _ in range(13)] == [True] * 11 + [False] * 2
    assert skips(stage) == ["queue_full"] * 2


def test_parallel_runs_beside_each_other_up_to_ten() -> None:
    stage = staged(LAMP_ON, Wait(3600), mode=Mode.PARALLEL, runs_a_minute=100)
    assert [stage.fires(after=1) for _ in range(11)] == [True] * 10 + [False]
    assert len(stage.given) == 10


def test_two_firings_of_one_instant_are_two_runs() -> None:
    stage = staged(LAMP_ON, mode=Mode.PARALLEL)
    stage.fires()
    stage.fires()
    assert len({ran.run_id for ran in stage.ran}) == 2


@pytest.mark.parametrize(
    ("lock", "skipped"), [("unlocked", ""), ("locked", "condition"), (None, "condition_unknown")]
)
def test_condition_when_it_holds_or_not_or_is_not_known(lock: str | None, skipped: str) -> None:
    stage = staged(LAMP_ON, conditions=(UNLOCKED,))
    if lock is None:
        stage.entities[LOCK] = replace(stage.entities[LOCK], state=None)
    else:
        stage.becomes(LOCK, {"state": lock})
    stage.fires()
    assert skips(stage) == [skipped]


def test_cooldown_counts_from_the_last_run_also_over_a_restart() -> None:
    stage = staged(LAMP_ON, cooldown_seconds=300)
    stage.fires()
    stage.fires(after=299)
    stage.restart()
    stage.fires(after=0.5)
    stage.fires(after=0.5)
    assert skips(stage) == ["", "cooldown", "cooldown", ""]


def test_rate_limit_is_of_a_minute() -> None:
    stage = staged(LAMP_ON, runs_a_minute=2)
    assert [stage.fires(after=20) for _ in range(5)] == [True, True, False, True, True]
    assert skips(stage)[2] == "rate_limited"


def test_over_ends_what_still_runs_and_does_the_end() -> None:
    stage = staged(FAN_ON, Wait(3600), LAMP_ON, until=(FAN_OFF,))
    stage.fires()
    stage.fires(after=600, over=True)
    stage.passes(7200)
    assert stage.given == [(0, FAN, "turn_on"), (600, FAN, "turn_off")]
    assert [ran.facts.get("stopped") for ran in stage.ran] == ["over", None]


def test_over_puts_back_what_the_run_before_it_changed_also_after_restarts() -> None:
    stage = staged(LAMP_ON, until=(PutBack(),))
    stage.fires()
    stage.restart()
    stage.fires(after=600, over=True)
    assert stage.given == [(0, LAMP, "turn_on"), (600, LAMP, "turn_off")]
    assert stage.stored == {}


def test_firing_again_stops_the_end_that_waits() -> None:
    """Motion, no motion, and motion again before the light went off: it stays on."""
    stage = staged(LAMP_ON, until=(Wait(300), PutBack()))
    stage.fires()
    stage.fires(after=60, over=True)
    stage.fires(after=60)
    stage.passes(1000)
    assert stage.given == [(0, LAMP, "turn_on"), (120, LAMP, "turn_on")]
    stage.fires(after=10, over=True)
    stage.passes(1000)
    assert stage.given[-1] == (1430, LAMP, "turn_off")


def test_firing_that_is_no_run_does_not_stop_the_end() -> None:
    stage = staged(LAMP_ON, until=(Wait(300), LAMP_OFF), conditions=(UNLOCKED,))
    stage.becomes(LOCK, {"state": "unlocked"})
    stage.fires()
    stage.fires(after=60, over=True)
    stage.becomes(LOCK, {"state": "locked"})
    stage.fires(after=60)
    stage.passes(1000)
    assert stage.given[-1] == (360, LAMP, "turn_off")


def job(*actions: Action, **more: object) -> Stage:
    """A stage with one job at a minute past the start."""
    at = Once(START + timedelta(seconds=60))
    rule = made(*actions, rule_id="j1", once=True, **({"triggers": (at,)} | more))
    return Stage({"j1": rule})


def test_job_is_done_with_after_its_run() -> None:
    stage = job(LAMP_ON, Wait(10), LAMP_OFF)
    stage.fires("j1", after=60)
    assert stage.ended == []
    stage.passes(20)
    assert [(end.remove, end.tell) for end in stage.ended] == [(True, False)]


def test_job_whose_condition_fails_is_done_with_and_says_so() -> None:
    stage = job(LAMP_ON, conditions=(UNLOCKED,))
    assert not stage.fires("j1", after=60)
    assert [(end.ran.skipped, end.remove, end.tell) for end in stage.ended] == [("condition", True, True)]


def test_watcher_for_one_time_goes_on_watching_when_its_condition_fails() -> None:
    stage = job(LAMP_ON, conditions=(UNLOCKED,), triggers=(HOT,))
    stage.fires("j1")
    stage.becomes(LOCK, {"state": "unlocked"})
    stage.fires("j1", after=60)
    stage.fires("j1", after=60)
    assert [(end.ran.skipped, end.remove) for end in stage.ended][:2] == [("condition", False), ("", True)]


def test_job_that_ended_before_a_crash_is_still_done_with() -> None:
    stage = job(LAMP_ON)
    stage.fires("j1", after=60, settle=False)
    (give,) = stage.conductor.take()
    assert isinstance(give, Give)
    stage.conductor.done(give.run_id, give.step, (), stage.now)
    stage.conductor.take()
    stage.keep()
    stage.restart()
    stage.settle()
    assert [end.remove for end in stage.ended] == [True]


def test_missed_is_told_and_not_done() -> None:
    stage = job(LAMP_ON)
    stage.fires("j1", after=4000, missed=True)
    assert [(end.ran.skipped, end.remove, end.tell) for end in stage.ended] == [("missed", True, True)]
    assert stage.given == []


def test_late_run_is_done_and_says_how_late() -> None:
    stage = job(LAMP_ON, Wait(60), LAMP_OFF)
    stage.fires("j1", after=1000, at=START + timedelta(seconds=60), late=940.0)
    stage.passes(100)
    assert [at for at, _entity, _said in stage.given] == [1000, 1060]
    assert stage.ran[0].facts["late"] == "940"


def test_rule_set_off_by_its_own_doing_is_a_loop_and_told_once_an_hour() -> None:
    stage = staged(LAMP_ON)
    for _ in range(3):
        stage.becomes(LAMP, {"state": "off"}, cause="a1")
        stage.fires(after=60, entity_id=LAMP)
    assert skips(stage) == ["loop"] * 3
    assert [end.tell for end in stage.ended] == [True, False, False]


def test_rule_set_off_by_a_person_after_its_own_doing_runs() -> None:
    stage = staged(LAMP_ON)
    stage.becomes(LAMP, {"state": "on"}, cause="a1")
    stage.becomes(LAMP, {"state": "off"})
    stage.fires(entity_id=LAMP)
    assert skips(stage) == [""]


def test_chain_of_rules_that_set_each_other_off_ends() -> None:
    other = made(LAMP_OFF, rule_id="a2", runs_a_minute=60)
    stage = Stage({"a1": made(LAMP_ON, runs_a_minute=60), "a2": other})
    stage.fires("a1")
    turns = [stage.fires("a2" if n % 2 == 0 else "a1", after=1, entity_id=LAMP) for n in range(8)]
    assert turns[:4] == [True] * 4
    assert not any(turns[4:])
    stage.passes(120)
    stage.becomes(LAMP, {"state": "on"})
    assert stage.fires("a2", entity_id=LAMP)


def test_slow_chain_is_none() -> None:
    stage = Stage({"a1": made(LAMP_ON), "a2": made(LAMP_OFF, rule_id="a2")})
    stage.fires("a1")
    assert all(stage.fires("a2" if n % 2 == 0 else "a1", after=600, entity_id=LAMP) for n in range(8))


@pytest.mark.parametrize("change", [{"enabled": False}, {"actions": (FAN_ON,)}, None])
def test_run_ends_when_its_rule_is_off_changed_or_gone(change: dict[str, object] | None) -> None:
    stage = staged(LAMP_ON, Wait(60), LAMP_OFF)
    stage.fires()
    if change is None:
        del stage.rules["a1"]
    else:
        stage.rules["a1"] = replace(stage.rules["a1"], **change)  # type: ignore[arg-type] # a test's own
    stage.conductor.arrange(stage.rules.get, stage.now)
    stage.passes(100)
    assert len(stage.given) == 1
    assert [ran.facts["stopped"] for ran in stage.ran] == ["changed"]
    assert stage.stored == {}


@pytest.mark.parametrize("change", [{"cooldown_seconds": 9.0}, {"words": "other"}, {"mode": Mode.QUEUED}])
def test_run_goes_on_when_only_its_manners_change(change: dict[str, object]) -> None:
    stage = staged(LAMP_ON, Wait(60), LAMP_OFF)
    stage.fires()
    stage.rules["a1"] = replace(stage.rules["a1"], **change)  # type: ignore[arg-type] # a test's own
    stage.conductor.arrange(stage.rules.get, stage.now)
    stage.passes(100)
    assert len(stage.given) == 2


def test_run_of_a_rule_that_was_edited_while_nothing_ran_ends() -> None:
    stage = staged(LAMP_ON, Wait(60), LAMP_OFF)
    stage.fires()
    stage.rules["a1"] = made(FAN_ON)
    stage.restart()
    stage.passes(100)
    assert stage.given == [(0, LAMP, "turn_on")]
    assert stage.stored == {}


def secured(*actions: Action) -> Stage:
    """A stage whose lock opens only if a person allows it, with a run that asks."""
    stage = staged(*actions)
    stage.secured = True
    stage.fires()
    return stage


def test_asking_waits_and_goes_on_after_a_yes() -> None:
    stage = secured(UNLOCK, FAN_ON, LAMP_ON)
    (ask,) = stage.asked
    assert ask.commands == (UNLOCK.command,)
    assert stage.ended == []
    stage.passes(30)
    stage.conductor.answered(ask.run_id, ask.step, Reason.NONE, stage.now)
    stage.settle()
    assert stage.given[-1] == (30, LOCK, "unlock")


@pytest.mark.parametrize("reason", [Reason.DECLINED, Reason.UNANSWERED])
def test_asking_goes_on_without_after_a_no(reason: Reason) -> None:
    stage = secured(UNLOCK, Wait(1), LAMP_ON)
    (ask,) = stage.asked
    stage.conductor.answered(ask.run_id, ask.step, reason, stage.now)
    stage.passes(5)
    assert [entity for _at, entity, _said in stage.given] == [LAMP]
    assert [outcome.reason for outcome in stage.ran[0].outcomes] == [reason, Reason.NONE]


def test_asking_takes_one_answer_to_its_own_question() -> None:
    stage = secured(UNLOCK, Notify("open"))
    (ask,) = stage.asked
    stage.conductor.answered(ask.run_id, ask.step + 1, Reason.NONE, stage.now)
    stage.conductor.answered("a1-0", ask.step, Reason.NONE, stage.now)
    stage.settle()
    assert stage.given == []
    for _ in range(2):
        stage.conductor.answered(ask.run_id, ask.step, Reason.NONE, stage.now)
    stage.settle()
    assert len(stage.given) == 1


def test_asking_asks_the_same_again_after_a_restart() -> None:
    stage = secured(UNLOCK)
    stage.restart()
    stage.settle()
    first, second = stage.asked
    assert (first.run_id, first.step, first.commands) == (second.run_id, second.step, second.commands)


def test_what_was_allowed_once_is_not_given_again_after_a_crash() -> None:
    stage = secured(UNLOCK)
    (ask,) = stage.asked
    stage.conductor.answered(ask.run_id, ask.step, Reason.NONE, stage.now)
    assert len(stage.conductor.take()) == 1
    stage.keep()
    stage.restart()
    stage.settle()
    assert stage.given == []
    assert [outcome.reason for outcome in stage.ran[0].outcomes] == [Reason.STOPPED]


def test_stale_and_foreign_answers_change_nothing() -> None:
    stage = staged(LAMP_ON, Wait(10))
    stage.fires(settle=False)
    stage.conductor.done("a9-1", 1, (), stage.now)
    stage.conductor.closed("a9-1")
    stage.settle()
    assert len(stage.given) == 1

"""What rules are made of, by their arguments: every kind of trigger, condition and step, and what is asked."""

from datetime import time, timedelta

import pytest

from devices.automation.rule.action import (
    Act,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
from devices.automation.rule.condition import AnyOf, Condition, During, NotOf, Someone, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Coming,
    Days,
    Every,
    Happens,
    Lost,
    Once,
    Pool,
    Presence,
    Swing,
    Threshold,
    Way,
    Weekday,
)
from devices.command import Command
from tests.tools.house import Lodge
from tools.automations.draft.arguments import CreateAutomation, RuleParts
from tools.automations.draft.drafting import draft
from tools.outcome import Ending, ToolResult

FAN = {"targets": ["fan"], "action": "turn_on"}
ON = Act(Command("fan.living_room_fan", "turn_on"))
HEAT, KITCHEN = "sensor.living_room_temperature", "sensor.kitchen_temperature"
AT_SEVEN = [{"kind": "time", "at": "7:00"}]


def drafted(lodge: Lodge, **parts: object) -> Rule:
    found = draft(CreateAutomation.model_validate(parts), lodge.context())
    assert isinstance(found, Rule), found
    return found


def asked(lodge: Lodge, **parts: object) -> ToolResult:
    found = draft(RuleParts.model_validate(parts), lodge.context())
    assert isinstance(found, ToolResult), found
    assert (found.ending, found.stop) == (Ending.FATAL, True)
    assert found.text
    return found


@pytest.mark.parametrize(
    ("when", "trigger"),
    [
        (
            {"kind": "threshold", "entities": ["temperature"], "area": "kitchen", "above": 26},
            Threshold((KITCHEN,), above=26.0),
        ),
        (
            {"kind": "threshold", "entities": ["temperature"], "pool": "mean", "above": 26},
            Threshold((KITCHEN, HEAT), above=26.0, pool=Pool.MEAN),
        ),
        (
            {"entities": "kitchen temperature", "above": 18, "below": 24},
            Threshold((KITCHEN,), above=18.0, below=24.0),
        ),
        (
            {"entities": "kitchen temperature", "above": 24, "below": 18, "outside": True},
            Threshold((KITCHEN,), above=24.0, below=18.0, outside=True),
        ),
        (
            {"entities": ["kitchen temperature"], "above": 65.3, "until": 60.1, "for_seconds": 600},
            Threshold((KITCHEN,), above=65.3, for_seconds=600.0, hysteresis=5.2),
        ),
        (
            {"entities": ["kitchen temperature"], "by": 3, "within_seconds": 3600, "way": "drops"},
            Swing((KITCHEN,), 3.0, 3600.0, Way.DOWN),
        ),
        ({"entities": ["hall motion"], "to": ["motion"]}, Becomes(("binary_sensor.hall_motion",), ("on",))),
        (
            {"kind": "state", "entities": "front door lock", "to": "open"},
            Becomes(("lock.front_door",), ("unlocked",)),
        ),
        ({"kind": "state", "entities": "TV plug", "to": "unavailable"}, Lost(("switch.tv_plug",))),
        (
            {"kind": "state", "entities": ["lamp"], "pool": "all", "to": "off"},
            Becomes(
                (
                    *("light.garage_light", "light.hall_light", "light.kitchen_light"),
                    *("light.left_lamp", "light.right_lamp"),
                ),
                ("off",),
                pool=Pool.ALL,
            ),
        ),
        (
            {"kind": "event", "entities": "hall button", "types": "double"},
            Happens(("event.hall_button",), ("double",)),
        ),
        ({"kind": "presence", "coming": "leave", "pool": "all"}, Presence(Coming.LEAVE, pool=Pool.ALL)),
        (
            {"kind": "presence", "coming": "arrive", "entities": ["Anna phone"]},
            Presence(Coming.ARRIVE, ("device_tracker.anna_phone",)),
        ),
        ({"kind": "back", "entities": ["TV plug"]}, Lost(("switch.tv_plug",), back=True)),
        ({"at": "7:30 pm", "days": "weekend"}, At(time(19, 30), Days((Weekday.SAT, Weekday.SUN)))),
        (
            {"kind": "time", "at": "07:30", "days": ["Sunday", "mon"]},
            At(time(7, 30), Days((Weekday.MON, Weekday.SUN))),
        ),
    ],
)
async def test_trigger_of_every_kind(lodge: Lodge, when: dict[str, object], trigger: object) -> None:
    assert drafted(lodge, when=[when], **FAN).triggers == (trigger,)


async def test_interval_counts_from_now(lodge: Lodge) -> None:
    rule = drafted(lodge, when=[{"every_seconds": 1800}], **FAN)
    assert rule.triggers == (Every(1800.0, lodge.clock.now()),)


@pytest.mark.parametrize(
    ("part", "condition"),
    [
        ({"kind": "state", "entities": ["TV plug"], "is": ["off"]}, Stands(("switch.tv_plug",), ("off",))),
        (
            {"entities": ["temperature"], "area": "kitchen", "below": 20, "for_seconds": 60},
            Threshold((KITCHEN,), below=20.0, for_seconds=60.0),
        ),
        ({"after": "22:00", "before": "6:00"}, During(time(22), time(6))),
        ({"kind": "home", "anyone_home": False}, Someone(False)),
    ],
)
async def test_condition_of_every_kind(lodge: Lodge, part: dict[str, object], condition: Condition) -> None:
    assert drafted(lodge, when=AT_SEVEN, only_if=part, **FAN).conditions == (condition,)
    assert drafted(lodge, when=AT_SEVEN, unless=[part], **FAN).conditions == (NotOf((condition,)),)


async def test_one_of_several_conditions_is_enough_when_said(lodge: Lodge) -> None:
    both = [{"kind": "home"}, {"after": "22:00"}]
    assert len(drafted(lodge, when=AT_SEVEN, only_if=both, **FAN).conditions) == 2
    (one,) = drafted(lodge, when=AT_SEVEN, only_if=both, only_if_any=True, **FAN).conditions
    assert one == AnyOf((Someone(True), During(time(22))))


async def test_steps_of_every_kind(lodge: Lodge) -> None:
    await lodge.call("save_scene", name="Movie", targets=["hall light"])
    steps = [
        {"kind": "scene", "scene": "movie"},
        {"kind": "wait", "seconds": 60},
        {"kind": "wait_until", "until": {"entities": "TV plug", "is": "off"}, "timeout_seconds": 600},
        {
            "kind": "ramp",
            "targets": ["kitchen light"],
            "value": "brightness_pct",
            "to": 80,
            "over_seconds": 600,
        },
        {"kind": "notify", "message": "Good morning", "bell": True},
        {"kind": "put_back"},
    ]
    assert drafted(lodge, when=AT_SEVEN, then=steps, **FAN).actions == (
        ON,
        ApplyScene("s1"),
        Wait(60.0),
        WaitUntil(Stands(("switch.tv_plug",), ("off",)), 600.0),
        Ramp("light.kitchen_light", "turn_on", "brightness_pct", 80.0, 600.0),
        Notify("Good morning", bell=True),
        PutBack(),
    )


async def test_repeat_takes_in_what_stands_before_it(lodge: Lodge) -> None:
    steps = [{"kind": "repeat", "times": 3, "every_seconds": 5}, {"kind": "wait", "seconds": 1}]
    assert drafted(lodge, when=AT_SEVEN, then=steps, **FAN).actions == (Repeat((ON, Wait(5.0)), 3), Wait(1.0))


async def test_light_that_is_eased_to_nothing_goes_off_at_the_end(lodge: Lodge) -> None:
    ramp = {"targets": ["kitchen light"], "value": "brightness", "to": 0, "over_seconds": 60}
    assert drafted(lodge, when=AT_SEVEN, then=[ramp]).actions == (
        Ramp("light.kitchen_light", "turn_on", "brightness_pct", 1.0, 60.0),
        Act(Command("light.kitchen_light", "turn_off")),
    )


async def test_until_ends_what_was_begun_and_an_end_that_was_told_goes_before(lodge: Lodge) -> None:
    limit = {"sensor": "temperature", "above": 26, "until": 24}
    assert drafted(lodge, **limit, **FAN).until == (Act(Command("fan.living_room_fan", "turn_off")),)
    told = drafted(lodge, **limit, **FAN, at_end=[{"kind": "notify"}])
    assert told.until == (Notify(),)


async def test_until_never_unlocks_by_itself(lodge: Lodge) -> None:
    rule = drafted(
        lodge, sensor="Hall thermostat", above=26, until=24, targets=["garage door"], action="close"
    )
    assert rule.until == ()


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({**FAN}, "rule_needs_trigger"),
        ({"when": AT_SEVEN}, "rule_needs_action"),
        ({"when": [{"kind": "time"}], **FAN}, "rule_needs_time"),
        ({"when": [{"kind": "sun", "sun": "sunset"}], **FAN}, "rule_needs_place"),
        ({"when": [{"at": "07:00", "holidays": "except"}], **FAN}, "rule_needs_country"),
        ({"when": [{"kind": "presence"}], **FAN}, "rule_needs_coming"),
        ({"when": [{"kind": "event", "entities": ["TV plug"]}], **FAN}, "rule_no_events"),
        (
            {"when": [{"kind": "event", "entities": ["hall button"], "types": ["long"]}], **FAN},
            "rule_no_such_state",
        ),
        (
            {"when": [{"kind": "state", "entities": ["TV plug"], "to": ["purple"]}], **FAN},
            "rule_no_such_state",
        ),
        ({"when": [{"kind": "state", "entities": ["pool pump"], "to": ["on"]}], **FAN}, "unknown_name"),
        ({"when": [{"kind": "swing", "entities": ["kitchen temperature"]}], **FAN}, "rule_needs_swing"),
        ({"sensor": "temperature", "above": 26, "until": 28, **FAN}, "rule_until_wrong"),
        ({"when": AT_SEVEN, "at_end": [{"kind": "notify"}], **FAN}, "rule_no_end"),
        ({"when": AT_SEVEN, "then": [{"kind": "scene", "scene": "disco"}]}, "rule_no_such_scene"),
        ({"when": AT_SEVEN, "then": [{"kind": "wait"}]}, "rule_needs_duration"),
        ({"when": AT_SEVEN, "then": [{"kind": "repeat", "times": 2}]}, "rule_needs_times"),
        ({"when": AT_SEVEN, "then": [{"kind": "ramp", "targets": ["fan"]}]}, "rule_needs_ramp"),
        ({"when": AT_SEVEN, "only_if": [{"kind": "sun"}], **FAN}, "rule_needs_place"),
        (
            {"when": AT_SEVEN, "only_if": [{"kind": "state", "entities": ["TV plug"]}], **FAN},
            "rule_needs_state",
        ),
    ],
)
async def test_what_is_missing_is_asked_for(lodge: Lodge, parts: dict[str, object], reason: str) -> None:
    assert asked(lodge, **parts).reason == reason


async def test_lenient_forms_mean_the_same(lodge: Lodge) -> None:
    plain = drafted(lodge, when=[{"kind": "time", "at": "07:00", "days": ["mon", "tue"]}], **FAN)
    loose = drafted(lodge, when='{"type": "time", "at": "7 am", "days": ["Tuesday", "monday"]}', **FAN)
    assert plain == loose


async def test_job_at_a_time_that_is_over_today_is_for_tomorrow(lodge: Lodge) -> None:
    result = await lodge.call("schedule", at="07:00", **FAN)
    (job,) = lodge.house.book.jobs()
    assert job.triggers == (Once(lodge.clock.now() + timedelta(hours=19)),)
    assert "Tuesday" in result.text

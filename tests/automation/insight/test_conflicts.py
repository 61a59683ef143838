"""Conflicts: two rules that drive one entity apart, rules that set one another off, and what can never be."""

from datetime import UTC, datetime, time, timedelta

import pytest

from devices.automation.almanac import Almanac
from devices.automation.conflicts import conflicts
from devices.automation.insight.conflict import Conflict, ConflictKind, Never
from devices.automation.rule.action import Act, Action, PutBack, Repeat, Wait
from devices.automation.rule.condition import Condition, Daylight, During, NotOf, Someone, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import (
    EVERY_DAY,
    At,
    Becomes,
    Coming,
    Days,
    Happens,
    Holidays,
    Once,
    Pool,
    Presence,
    Sun,
    SunEvent,
    Swing,
    Threshold,
    Trigger,
    Weekday,
)
from devices.command import Command
from devices.model import Device, Domain, Entity, Features, Snapshot
from devices.view import View

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
BERLIN = Almanac(UTC, 52.5, 13.4, "DE")
HUMIDITY, WARMTH, DOOR, FAN, LAMP, OTHER = (
    "sensor.humidity",
    "sensor.warmth",
    "binary_sensor.door",
    "fan.hall",
    "light.lamp",
    "light.other",
)
PLUG, POWER = "switch.plug", "sensor.plug_power"
SOCKET = Device("socket", "Socket")
ENTITIES = (
    Entity(HUMIDITY, Domain.SENSOR, "Humidity", unit="%", device_class="humidity"),
    Entity(WARMTH, Domain.SENSOR, "Warmth", unit="°C"),
    Entity(DOOR, Domain.BINARY_SENSOR, "Door"),
    Entity(FAN, Domain.FAN, "Fan"),
    Entity(LAMP, Domain.LIGHT, "Lamp"),
    Entity(OTHER, Domain.LIGHT, "Other"),
    Entity(PLUG, Domain.SWITCH, "Plug", device=SOCKET),
    Entity(POWER, Domain.SENSOR, "Power", unit="W", device_class="power", device=SOCKET),
    Entity("climate.hall", Domain.CLIMATE, "Thermostat", features=Features(modes=("off", "heat"))),
)
VIEW = View({entity.id: Snapshot(entity) for entity in ENTITIES})


def act(entity_id: str, control: str, **values: float | str) -> Act:
    return Act(Command(entity_id, control, values))


def rule(name: str, trigger: Trigger, *actions: Action, only: tuple[Condition, ...] = ()) -> Rule:
    return Rule(id=name, triggers=(trigger,), actions=actions, conditions=only)


def above(limit: float, *, hysteresis: float = 0.0, for_seconds: float = 0.0) -> Threshold:
    return Threshold((WARMTH,), above=limit, hysteresis=hysteresis, for_seconds=for_seconds)


def below(limit: float) -> Threshold:
    return Threshold((WARMTH,), below=limit)


def found(draft: Rule, *others: Rule, almanac: Almanac = BERLIN) -> tuple[Conflict, ...]:
    return conflicts(draft, (draft, *others), VIEW, almanac, NOW)


ON, OFF = act(FAN, "turn_on"), act(FAN, "turn_off")


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        (rule("", above(25), ON), rule("a1", below(27), OFF), "at_once"),
        (rule("", above(26), ON), rule("a1", below(26), OFF), "alternate"),
        (rule("", above(25), ON), rule("a1", Becomes((DOOR,), ("on",)), OFF), "at_once"),
        (
            rule("", above(25), act(LAMP, "turn_on", brightness_pct=80)),
            rule("a1", above(28), act(LAMP, "turn_on", brightness_pct=20)),
            "at_once",
        ),
        (
            rule("", above(25), act("climate.hall", "set_temperature", temperature=19)),
            rule("a1", above(20), act("climate.hall", "set_temperature", temperature=22)),
            "at_once",
        ),
        (rule("", At(time(7)), ON), rule("a1", At(time(7), Days((Weekday.MON,))), OFF), "at_once"),
    ],
)
def test_two_rules_that_drive_one_entity_apart(one: Rule, other: Rule, how: str) -> None:
    (fight,) = found(one, other)
    assert (fight.kind, fight.rules, fight.facts["how"]) == (ConflictKind.OPPOSED, ("", "a1"), how)
    assert fight.entity_id == one.commands[0].entity_id
    assert fight.commands == (one.commands[0], other.commands[0])


MORNING, EVENING = During(time(6), time(9)), During(time(18), time(23))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (rule("", above(26), ON), rule("a1", below(22), OFF)),
        (rule("", above(26, hysteresis=1), ON), rule("a1", below(26), OFF)),
        (rule("", above(26, for_seconds=600), ON), rule("a1", below(26), OFF)),
        (rule("", above(25), ON), rule("a1", above(28), ON)),
        (rule("", above(25), ON), rule("a1", above(25), act(LAMP, "turn_off"))),
        (rule("", above(25), ON, only=(MORNING,)), rule("a1", below(27), OFF, only=(EVENING,))),
        (
            rule("", above(25), ON, only=(Someone(home=True),)),
            rule("a1", below(27), OFF, only=(Someone(home=False),)),
        ),
        (
            rule("", above(25), ON, only=(Daylight(up=True),)),
            rule("a1", below(27), OFF, only=(Daylight(up=False),)),
        ),
        (
            rule("", above(25), ON, only=(Stands((DOOR,), ("on",)),)),
            rule("a1", below(27), OFF, only=(NotOf((Stands((DOOR,), ("on",)),)),)),
        ),
        (rule("", Becomes((DOOR,), ("on",)), ON), rule("a1", Becomes((DOOR,), ("off",)), OFF)),
        (rule("", At(time(7)), ON), rule("a1", At(time(22)), OFF)),
        (rule("", At(time(7), Days((Weekday.SAT,))), ON), rule("a1", At(time(7), Days((Weekday.MON,))), OFF)),
        (rule("", above(25), Wait(60), ON), rule("a1", below(27), OFF)),
        (rule("", Happens(("event.button",)), ON), rule("a1", below(27), OFF)),
    ],
)
def test_rules_that_get_along(one: Rule, other: Rule) -> None:
    assert [c for c in found(one, other, almanac=BERLIN) if c.kind is ConflictKind.OPPOSED] == []


def test_a_rule_that_is_off_or_runs_once_fights_nobody() -> None:
    draft, other = rule("", above(25), ON), rule("a1", below(27), OFF)
    off = Rule(id="a1", triggers=other.triggers, actions=other.actions, enabled=False)
    job = Rule(id="j1", triggers=other.triggers, actions=other.actions, once=True)
    assert found(draft, off, job) == ()


def turns(entity_id: str, word: str) -> Becomes:
    return Becomes((entity_id,), (word,))


@pytest.mark.parametrize(
    ("draft", "others", "ids"),
    [
        (
            rule("", turns(LAMP, "off"), act(LAMP, "turn_on")),
            [rule("a1", turns(LAMP, "on"), act(LAMP, "turn_off"))],
            ("", "a1"),
        ),
        (rule("", Becomes((LAMP,)), act(LAMP, "toggle")), [], ("",)),
        (rule("", turns(LAMP, "off"), act(LAMP, "turn_on"), Wait(5), act(LAMP, "turn_off")), [], ("",)),
        (rule("", turns(LAMP, "on"), Repeat((act(LAMP, "turn_off"), act(LAMP, "turn_on")), 3)), [], ("",)),
        (rule("", turns(LAMP, "on"), act(LAMP, "turn_off"), PutBack()), [], ("",)),
        (
            rule("", turns(LAMP, "on"), act(OTHER, "toggle")),
            [
                rule("a1", Becomes((OTHER,)), act(FAN, "toggle")),
                rule("a2", Becomes((FAN,)), act(LAMP, "turn_off"), act(LAMP, "turn_on")),
            ],
            ("", "a1", "a2"),
        ),
        (
            rule("", Threshold((POWER,), above=100), act(PLUG, "turn_off")),
            [rule("a1", Threshold((POWER,), below=5), act(PLUG, "turn_on"), act(PLUG, "turn_off"))],
            None,
        ),
    ],
)
def test_rules_that_set_one_another_off(draft: Rule, others: list[Rule], ids: tuple[str, ...] | None) -> None:
    circles = [c for c in found(draft, *others) if c.kind is ConflictKind.CIRCLE]
    assert [c.rules for c in circles] == ([] if ids is None else [ids])


@pytest.mark.parametrize(
    ("draft", "others"),
    [
        (rule("", turns(LAMP, "on"), act(LAMP, "turn_on", brightness_pct=50)), []),
        (rule("", turns(LAMP, "on"), Wait(600), act(LAMP, "turn_off")), []),
        (rule("", Becomes((LAMP,)), act(LAMP, "turn_on")), []),
        (
            rule("", turns(LAMP, "on"), act(OTHER, "turn_on")),
            [rule("a1", turns(OTHER, "on"), act(LAMP, "turn_on"))],
        ),
        (
            rule("", turns(LAMP, "off"), act(LAMP, "turn_on"), only=(MORNING,)),
            [rule("a1", turns(LAMP, "on"), act(LAMP, "turn_off"), only=(EVENING,))],
        ),
    ],
)
def test_rules_that_come_to_rest(draft: Rule, others: list[Rule]) -> None:
    assert [c for c in found(draft, *others) if c.kind is ConflictKind.CIRCLE] == []


def at_seven(days: Days = EVERY_DAY, *only: Condition) -> Rule:
    return rule("", At(time(7), days), ON, only=only)


@pytest.mark.parametrize(
    ("draft", "reason"),
    [
        (rule("", Threshold(("sensor.gone",), above=1), ON), Never.MISSING),
        (rule("", Threshold((DOOR,), above=1), ON), Never.NO_NUMBER),
        (rule("", Threshold((HUMIDITY,), above=100), ON), Never.OUT_OF_RANGE),
        (rule("", Threshold((HUMIDITY,), below=0), ON), Never.OUT_OF_RANGE),
        (rule("", Threshold((HUMIDITY,), above=100, below=0, outside=True), ON), Never.OUT_OF_RANGE),
        (rule("", Swing((HUMIDITY,), 101, 60), ON), Never.OUT_OF_RANGE),
        (rule("", Threshold((HUMIDITY,), above=5, hysteresis=10), ON), Never.NEVER_AGAIN),
        (rule("", turns(LAMP, "open"), ON), Never.NO_SUCH_WORD),
        (rule("", turns("climate.hall", "cool"), ON), Never.NO_SUCH_WORD),
        (rule("", Becomes((LAMP,), ("on",), ("on",)), ON), Never.NO_WAY),
        (rule("", above(26), ON, only=(below(20),)), Never.CONTRADICTION),
        (rule("", turns(DOOR, "on"), ON, only=(Stands((DOOR,), ("off",)),)), Never.CONTRADICTION),
        (at_seven(Days(), During(time(20), time(6))), Never.TIME_EXCLUDED),
        (at_seven(Days((Weekday.MON,)), During(days=Days((Weekday.SUN,)))), Never.TIME_EXCLUDED),
        (rule("", Sun(SunEvent.SUNSET, -1800), ON, only=(Daylight(up=False),)), Never.TIME_EXCLUDED),
        (rule("", Once(NOW - timedelta(hours=1)), ON), Never.PAST),
        (rule("", Presence(Coming.LEAVE), ON), Never.NOBODY_SEEN),
    ],
)
def test_what_can_never_be(draft: Rule, reason: Never) -> None:
    conflict = found(draft)[0]
    assert (conflict.kind, conflict.reason) == (ConflictKind.NEVER, reason)


@pytest.mark.parametrize(
    ("draft", "almanac", "reason"),
    [
        (rule("", Sun(SunEvent.SUNRISE), ON), Almanac(UTC), Never.NO_PLACE),
        (rule("", above(26), ON, only=(Daylight(up=True),)), Almanac(UTC), Never.NO_PLACE),
        (at_seven(Days(holidays=Holidays.ONLY)), Almanac(UTC), Never.NO_CALENDAR),
    ],
)
def test_what_the_calendar_lacks(draft: Rule, almanac: Almanac, reason: Never) -> None:
    assert [c.reason for c in found(draft, almanac=almanac)] == [reason]


@pytest.mark.parametrize(
    "draft",
    [
        rule("", Threshold((HUMIDITY,), above=99.5), ON),
        rule("", Threshold((HUMIDITY,), above=65, hysteresis=10), ON),
        rule("", Threshold((HUMIDITY,), above=90, below=10, outside=True, hysteresis=5), ON),
        rule("", Threshold((POWER,), above=-50), ON),
        rule("", Threshold((WARMTH,), above=200, unit="°F"), ON),
        rule("", Becomes((DOOR, LAMP), ("on",), pool=Pool.ALL), ON),
        at_seven(Days(), During(time(22), time(8))),
        at_seven(Days((Weekday.MON, Weekday.TUE)), During(days=Days((Weekday.TUE,)))),
        rule("", Sun(SunEvent.SUNSET, 1800), ON, only=(Daylight(up=False),)),
        rule("", Sun(SunEvent.SUNRISE), ON),
        rule("", Once(NOW + timedelta(hours=1)), ON),
        at_seven(Days(holidays=Holidays.ONLY)),
    ],
)
def test_what_can_be(draft: Rule) -> None:
    assert found(draft) == ()

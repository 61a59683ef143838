"""Rules as sentences: every kind of part in three languages, different rules in different words."""

from dataclasses import replace
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given

from devices.automation.rule.action import (
    Act,
    Action,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
from devices.automation.rule.condition import (
    AllOf,
    AnyOf,
    Condition,
    Daylight,
    During,
    NotOf,
    Someone,
    Stands,
)
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Coming,
    Days,
    Every,
    Happens,
    Holidays,
    Lost,
    Once,
    Pool,
    Presence,
    Sun,
    SunEvent,
    Swing,
    Threshold,
    Trigger,
    Way,
    Weekday,
)
from devices.command import Command
from tests.automation.rules import rules
from tests.offline.house import AT, HOUSE
from tools.words.speech import LANGUAGES, rule_sentence

BERLIN = ZoneInfo("Europe/Berlin")
FAN = Act(Command("fan.living_room", "turn_on"))
WORKDAYS = tuple(Weekday)[:5]
HEAT, BEDROOM = "sensor.living_temperature", "sensor.bedroom_temperature"
WARM = Threshold((BEDROOM, HEAT), above=26, hysteresis=2, for_seconds=600, pool=Pool.MEAN)
LONG = Rule(
    triggers=(WARM,),
    conditions=(Someone(False), During(days=Days(WORKDAYS, Holidays.EXCEPT))),
    actions=(FAN, Wait(300), PutBack()),
)


def told(rule: Rule, language: str = "en") -> str:
    return rule_sentence(language, rule, HOUSE, zone=BERLIN, scene=lambda _id: "Movie")


def english(trigger: Trigger) -> str:
    return told(Rule(triggers=(trigger,), actions=(FAN,))).removesuffix(", turn on Fan.")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            (
                "When the average of Bedroom temperature and Living room temperature rises above 26 °C for 10 "
                "minutes (until it falls to 24 °C), only Monday to Friday except public holidays, if nobody is "
                "home: turn on Fan, then wait 5 minutes, then put everything back as it was."
            ),
        ),
        (
            "zh",
            (
                "当 Bedroom temperature 和 Living room temperature 的平均值高于 26 °C 并持续 10 分钟（直到降至 24 °C）时，"
                "仅在周一至周五（节假日除外），如果没人在家：打开 Fan，然后等待 5 分钟，然后全部恢复原样。"
            ),
        ),
        (
            "ru",
            (
                "Когда среднее значение (Bedroom temperature и Living room temperature) станет выше 26 °C и "
                "продержится 10 минут (пока не опустится до 24 °C), только с понедельника по пятницу, кроме "
                "праздников, если никого нет дома: включить «Fan», затем подождать 5 минут, затем вернуть всё "
                "как было."
            ),
        ),
    ],
)
def test_long_rule_in_every_language(language: str, text: str) -> None:
    assert told(LONG, language) == text


@pytest.mark.parametrize(
    ("trigger", "text"),
    [
        (Threshold((HEAT,), above=26), "When Living room temperature rises above 26 °C"),
        (
            Threshold(("sensor.bathroom_humidity",), above=40, below=60),
            "When Bathroom humidity comes between 40 % and 60 %",
        ),
        (
            Threshold((HEAT,), above=26, below=18, outside=True),
            "When Living room temperature leaves the range from 18 °C to 26 °C",
        ),
        (
            Threshold((HEAT, BEDROOM), below=18, pool=Pool.ALL),
            "When Living room temperature and Bedroom temperature are all below 18 °C",
        ),
        (
            Threshold((HEAT, BEDROOM), below=18),
            "When Living room temperature or Bedroom temperature falls below 18 °C",
        ),
        (Threshold((HEAT,), above=80, unit="°F"), "When Living room temperature rises above 80 °F"),
        (
            Threshold(("climate.hall",), below=18, attribute="current_temperature"),
            "When Hall thermostat (temperature) falls below 18 °C",
        ),
        (
            Swing((HEAT,), 3, 3600, Way.DOWN),
            "When Living room temperature drops by 3 °C within 1 hour",
        ),
        (Becomes(("binary_sensor.front_door",), ("on",)), "When Front door contact opens"),
        (
            Becomes(("binary_sensor.bedroom_window",), ("off",), for_seconds=60),
            "When Bedroom window closes and that lasts 1 minute",
        ),
        (Becomes(("lock.front_door",), ("jammed",)), "When Front door becomes jammed"),
        (Becomes(("light.hall",), was=("on",)), "When Hall light stops being on"),
        (Happens(("light.hall",), ("single", "double")), "When Hall light sends “single” or “double”"),
        (Presence(Coming.ARRIVE), "When someone comes home"),
        (Presence(Coming.LEAVE, pool=Pool.ALL), "When the last person leaves home"),
        (Lost(("light.hall",), for_seconds=300), "When Hall light can't be reached and that lasts 5 minutes"),
        (Lost(("light.hall",), back=True), "When Hall light can be reached again"),
        (At(time(7, 30)), "Every day at 07:30"),
        (At(time(7, 30), Days(WORKDAYS)), "Monday to Friday at 07:30"),
        (At(time(9), Days((Weekday.SUN,))), "On Sunday at 09:00"),
        (At(time(9), Days((Weekday.MON, Weekday.WED))), "On Monday and Wednesday at 09:00"),
        (At(time(9), Days(holidays=Holidays.ONLY)), "On public holidays at 09:00"),
        (At(time(9), Days(holidays=Holidays.EXCEPT)), "Every day except public holidays at 09:00"),
        (Sun(SunEvent.SUNSET), "Every day at sunset"),
        (Sun(SunEvent.SUNRISE, -1800, Days(WORKDAYS)), "Monday to Friday 30 minutes before sunrise"),
        (Every(5400, AT), "Every 1 hour 30 minutes"),
        (Once(datetime(2027, 1, 10, 8, tzinfo=UTC)), "On Sunday, 2027-01-10 09:00"),
    ],
)
def test_trigger_in_english(trigger: Trigger, text: str) -> None:
    assert english(trigger) == text


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (Stands(("light.hall",), ("off",)), ", if Hall light is off"),
        (Stands(("light.hall", "light.bed"), ("off",)), ", if Hall light and Bed light are all off"),
        (
            Stands(("light.hall", "light.bed"), ("on",), pool=Pool.ANY, for_seconds=600),
            ", if Hall light or Bed light has been on for 10 minutes",
        ),
        (Threshold((HEAT,), below=20), ", if Living room temperature is below 20 °C"),
        (During(time(22), time(6)), ", only between 22:00 and 06:00"),
        (During(after=time(22)), ", only from 22:00 to midnight"),
        (During(days=Days((Weekday.SAT, Weekday.SUN))), ", only on Saturday and Sunday"),
        (Daylight(False), ", if the sun is down"),
        (Someone(True), ", if someone is home"),
        (
            NotOf((Stands(("light.hall",), ("on",)), Someone(True))),
            ", unless Hall light is on or someone is home",
        ),
        (
            AnyOf((AllOf((Someone(True), Daylight(False))), Stands(("light.hall",), ("on",)))),
            ", if (someone is home and the sun is down) or Hall light is on",
        ),
    ],
)
def test_condition_in_english(condition: Condition, text: str) -> None:
    rule = Rule(triggers=(At(time(7)),), conditions=(condition,), actions=(FAN,))
    assert told(rule) == f"Every day at 07:00{text}: turn on Fan."


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ((FAN, Act(Command("light.hall", "turn_on"))), "turn on Fan and Hall light"),
        ((ApplyScene("s1"),), "apply the scene “Movie”"),
        ((Notify(),), "tell you"),
        ((Notify("It is hot", bell=True, topic="heat"),), "tell you “It is hot” with the bell on heat"),
        ((FAN, Wait(90)), "turn on Fan, then wait 1 minute 30 seconds"),
        (
            (WaitUntil(Stands(("light.hall",), ("off",)), 3600),),
            "wait until Hall light is off (at most 1 hour, else stop)",
        ),
        ((Repeat((FAN, Wait(1)), 3),), "3 times: [turn on Fan, then wait 1 second]"),
        (
            (Ramp("light.hall", "turn_on", "brightness_pct", 60, 600),),
            "ease Hall light to 60 % over 10 minutes",
        ),
    ],
)
def test_steps_in_english(actions: tuple[Action, ...], text: str) -> None:
    assert text in told(Rule(triggers=(At(time(7)),), actions=actions))


def test_end_mode_and_rest_are_told() -> None:
    rule = replace(LONG, until=(FAN,), mode=Mode.RESTART, cooldown_seconds=60, late_seconds=0)
    end = told(rule)[len(told(LONG)) :]
    assert end == (
        " When that is over: turn on Fan. If it fires while it runs, it begins anew. After a run it rests for 1 "
        "minute. A run that was missed is left out."
    )


@pytest.mark.parametrize(
    ("trigger", "language", "text"),
    [
        (At(time(23)), "en", "Once, at 23:00, tell you."),
        (At(time(23), Days((Weekday.SAT,))), "en", "Once, on Saturday at 23:00, tell you."),
        (Sun(SunEvent.SUNSET), "en", "Once, at sunset, tell you."),
        (At(time(23)), "zh", "仅一次，23:00，通知你。"),
        (At(time(23)), "ru", "Один раз, в 23:00: сообщить вам."),
    ],
)
def test_single_time_is_not_told_as_every_day(trigger: Trigger, language: str, text: str) -> None:
    rule = Rule(triggers=(trigger,), actions=(Notify(),), once=True)
    assert rule_sentence(language, rule, HOUSE, zone=BERLIN) == text


def test_job_that_waits_for_something_is_told_as_once() -> None:
    closed = Becomes(("binary_sensor.front_door",), ("off",))
    rule = Rule(triggers=(closed,), actions=(Notify(),), once=True)
    assert told(rule) == "Once, when Front door contact closes, tell you."


@pytest.mark.parametrize("language", LANGUAGES)
@given(rule=rules)
def test_any_rule_has_a_sentence_without_holes(language: str, rule: Rule) -> None:
    sentence = told(rule, language)
    assert len(sentence) > len("()")
    assert not {"{", "}"} & set(sentence)
    assert "\x00" not in sentence
    assert sentence == told(replace(rule, id="a7"), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "other",
    [
        replace(LONG, triggers=(replace(WARM, above=27),)),
        replace(LONG, triggers=(replace(WARM, hysteresis=1),)),
        replace(LONG, triggers=(replace(WARM, for_seconds=601),)),
        replace(LONG, triggers=(replace(WARM, pool=Pool.ALL),)),
        replace(LONG, triggers=(replace(WARM, pool=Pool.ANY),)),
        replace(LONG, triggers=(replace(WARM, entities=(BEDROOM,)),)),
        replace(LONG, triggers=(At(time(7)),)),
        replace(LONG, triggers=(*LONG.triggers, At(time(7)))),
        replace(LONG, conditions=(Someone(True), LONG.conditions[1])),
        replace(LONG, conditions=(LONG.conditions[0], During(days=Days(WORKDAYS)))),
        replace(LONG, conditions=(LONG.conditions[0], During(days=Days(WORKDAYS[1:], Holidays.EXCEPT)))),
        replace(LONG, conditions=LONG.conditions[:1]),
        replace(LONG, conditions=()),
        replace(LONG, conditions=(NotOf(LONG.conditions),)),
        replace(LONG, conditions=(AnyOf(LONG.conditions),)),
        replace(LONG, actions=(FAN, Wait(301), PutBack())),
        replace(LONG, actions=(FAN, Wait(300))),
        replace(LONG, actions=(Act(Command("fan.living_room", "turn_off")), *LONG.actions[1:])),
        replace(LONG, until=(FAN,)),
        replace(LONG, mode=Mode.QUEUED),
        replace(LONG, cooldown_seconds=5),
        replace(LONG, runs_a_minute=2),
        replace(LONG, late_seconds=60),
        replace(LONG, once=True),
        replace(LONG, enabled=False),
    ],
)
def test_rule_that_differs_reads_differently(language: str, other: Rule) -> None:
    assert told(other, language) != told(LONG, language)


@pytest.mark.parametrize("language", LANGUAGES)
@given(one=rules, two=rules)
def test_two_rules_that_read_alike_have_the_same_limits(language: str, one: Rule, two: Rule) -> None:
    if told(one, language) == told(two, language):
        kinds = [[type(part) for part in (*rule.triggers, *rule.conditions)] for rule in (one, two)]
        assert kinds[0] == kinds[1]

"""Sentences from data: receipts, states, rules and names that did not match."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from devices.automation.rule.action import Act
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Threshold
from devices.command import Command, Outcome, Reason, Status
from devices.kinds.light import LightState
from devices.kinds.power import Power
from devices.kinds.sensor import SensorState
from devices.model import Domain, Entity, Snapshot
from devices.resolve import NoMatch, Unresolved
from devices.view import View
from tests.offline.house import AT, HOUSE, thing, view_of
from tools.words.speech import (
    detect,
    outcome_sentence,
    outcomes_sentence,
    rule_sentence,
    state_sentence,
    unresolved_sentence,
)

ZONE = ZoneInfo("Europe/Berlin")
ON = Command("light.kitchen", "turn_on", {"brightness_pct": 40})


@pytest.mark.parametrize(
    ("language", "status", "reason", "text"),
    [
        ("en", Status.CONFIRMED, Reason.NONE, "Kitchen light is on at 40 %."),
        ("en", Status.ALREADY, Reason.NONE, "Kitchen light was already on at 40 %."),
        (
            "en",
            Status.NEEDS_CONFIRMATION,
            Reason.NOT_APPROVED,
            "Not done yet: set Kitchen light to 40 % needs your yes.",
        ),
        ("en", Status.REFUSED, Reason.DECLINED, "Not done: you said no (set Kitchen light to 40 %)."),
        (
            "en",
            Status.REFUSED,
            Reason.UNAVAILABLE,
            "Not done: set Kitchen light to 40 %. Kitchen light is not reachable.",
        ),
        ("zh", Status.CONFIRMED, Reason.NONE, "Kitchen light：已打开，亮度 40%。"),
        ("ru", Status.CONFIRMED, Reason.NONE, "Kitchen light: включено, яркость 40 %."),
    ],
)
def test_receipt_by_its_ending(language: str, status: Status, reason: Reason, text: str) -> None:
    after = "on" if status in (Status.CONFIRMED, Status.ALREADY) else "off"
    outcome = Outcome(ON, status, "off", after, reason, {"brightness": 102})
    assert outcome_sentence(language, outcome, "Kitchen light") == text


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
@pytest.mark.parametrize("status", list(Status))
@pytest.mark.parametrize("reason", list(Reason))
def test_receipt_says_something_for_every_ending(language: str, status: Status, reason: Reason) -> None:
    told = outcome_sentence(language, Outcome(ON, status, "off", "on", reason), "Лампа {x}")
    assert "Лампа {x}" in told or reason is Reason.BROKER_DOWN
    assert "{name}" not in told


def test_receipt_without_an_answer_never_says_done() -> None:
    told = outcome_sentence("en", Outcome(ON, Status.SENT, "off", "off", Reason.NO_ANSWER), "Kitchen light")
    assert "has not answered" in told
    assert " is on" not in told


@pytest.mark.parametrize(
    ("name", "word"), [("Люстра", "включена"), ("Свет", "включён"), ("Шторы", "включены"), ("TV", "включено")]
)
def test_russian_state_agrees_with_the_name(name: str, word: str) -> None:
    outcome = Outcome(Command("switch.x", "turn_on"), Status.CONFIRMED, "off", "on")
    assert outcome_sentence("ru", outcome, name) == f"{name}: {word}."


def test_receipts_with_the_same_ending_are_told_together() -> None:
    ids = ("light.kitchen", "light.hall")
    outcomes = [Outcome(Command(i, "turn_off"), Status.CONFIRMED, "on", "off") for i in ids]
    outcomes.append(Outcome(Command("light.bed", "turn_off"), Status.SENT, "on", "on", Reason.NO_ANSWER))
    told = outcomes_sentence("en", outcomes, HOUSE).splitlines()
    assert told[0] == "Now off: Kitchen light and Hall light."
    assert told[1].startswith("Sent to Bed light")


def test_receipts_that_differ_in_detail_are_one_sentence() -> None:
    bright = (("light.kitchen", 255), ("light.hall", 102))
    outcomes = [
        Outcome(Command(i, "turn_on"), Status.CONFIRMED, "off", "on", attributes={"brightness": b})
        for i, b in bright
    ]
    told = outcomes_sentence("en", outcomes, HOUSE)
    assert told == "Now on: Kitchen light (at 100 %) and Hall light (at 40 %)."
    assert outcomes_sentence("zh", outcomes, HOUSE) == (
        "已打开：Kitchen light（亮度 100%）和 Hall light（亮度 40%）。"
    )


@pytest.mark.parametrize(
    ("status", "reason", "told"),
    [
        (
            Status.NEEDS_CONFIRMATION,
            Reason.NOT_APPROVED,
            "Not done yet, 2 devices need your yes: turn off Kitchen light and Hall light.",
        ),
        (
            Status.REFUSED,
            Reason.DECLINED,
            "Not done: you said no (turn off Kitchen light and Hall light).",
        ),
        (
            Status.REFUSED,
            Reason.UNAVAILABLE,
            "Not done: turn off Kitchen light and Hall light. Kitchen light and Hall light are not reachable.",
        ),
        (
            Status.SENT,
            Reason.NO_ANSWER,
            "Sent to Kitchen light and Hall light, but they have not answered; I can't say whether it worked.",
        ),
    ],
)
def test_several_that_ended_alike_are_one_sentence(status: Status, reason: Reason, told: str) -> None:
    ids = ("light.kitchen", "light.hall")
    outcomes = [Outcome(Command(i, "turn_off"), status, "on", "on", reason) for i in ids]
    assert outcomes_sentence("en", outcomes, HOUSE) == told
    for language in ("ru", "zh"):
        other = outcomes_sentence(language, outcomes, HOUSE)
        assert other.count("\n") == 0
        assert "Kitchen light" in other
        assert "Hall light" in other


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_closed_cover_is_told_without_the_rest_of_its_way(language: str) -> None:
    closing = Outcome(
        Command("cover.blind", "close_cover"),
        Status.CONFIRMED,
        "open",
        "closed",
        attributes={"current_position": 4},
    )
    assert "4" not in outcome_sentence(language, closing, "Blind")
    ajar = Outcome(
        Command("cover.blind", "close_cover"),
        Status.CONFIRMED,
        "open",
        "open",
        attributes={"current_position": 4},
    )
    assert "4" in outcome_sentence(language, ajar, "Blind")


def reading(value: str, *, available: bool = True) -> Snapshot:
    entity = Entity("sensor.t", Domain.SENSOR, "Attic temperature", device_class="temperature", unit="°C")
    return Snapshot(entity, SensorState(value), available, reported_at=AT, live=True)


def test_state_when_fresh_stale_and_lost() -> None:
    later, fresh = AT + timedelta(hours=2), AT + timedelta(minutes=1)
    view = View()
    assert state_sentence("en", reading("21.5"), view, fresh, ZONE) == "Attic temperature is 21.5 °C."
    assert "last reported 2 hours ago" in state_sentence("en", reading("21.5"), view, later, ZONE)
    lost = state_sentence("en", reading("21.5", available=False), view, later, ZONE)
    assert lost == "Attic temperature is not reachable; last known: 21.5 °C, 2 hours ago."
    assert "21,5 °C" in state_sentence("ru", reading("21.5"), view, fresh, ZONE)


def test_state_of_a_light_tells_its_brightness() -> None:
    shining = Snapshot(
        Entity("light.x", Domain.LIGHT, "Lamp"), LightState(Power.ON, brightness=128), reported_at=AT
    )
    assert state_sentence("en", shining, View(), AT, ZONE) == "Lamp is on at 50 %."
    never = Snapshot(Entity("light.x", Domain.LIGHT, "Lamp"))
    assert state_sentence("en", never, View(), AT, ZONE) == "Lamp has not reported yet."


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "When Living room temperature rises above 26 °C for 10 minutes, turn on Fan."),
        ("zh", "当 Living room temperature 高于 26 °C 并持续 10 分钟时，打开 Fan。"),
        ("ru", "Когда Living room temperature станет выше 26 °C и продержится 10 минут: включить «Fan»."),
    ],
)
def test_rule_as_a_sentence(language: str, text: str) -> None:
    trigger = Threshold(("sensor.living_temperature",), above=26, for_seconds=600)
    rule = Rule("a1", (trigger,), actions=(Act(Command("fan.living_room", "turn_on")),))
    assert rule_sentence(language, rule, HOUSE) == text


def test_unknown_name_names_what_there_is() -> None:
    told = unresolved_sentence("en", Unresolved(NoMatch.UNKNOWN_NAME, "pool heater"), HOUSE)
    assert "pool heater" in told
    assert "Kitchen light" in told
    near = unresolved_sentence(
        "en", Unresolved(NoMatch.UNKNOWN_NAME, "flor lamp", ("light.floor_lamp",)), HOUSE
    )
    assert near.endswith("Did you mean Floor lamp?")


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
@pytest.mark.parametrize("reason", list(NoMatch))
def test_every_miss_has_words(language: str, reason: NoMatch) -> None:
    told = unresolved_sentence(language, Unresolved(reason, "Lamp {x}", ("light.bed", "light.hall")), HOUSE)
    assert "Lamp {x}" in told or reason is NoMatch.EMPTY


def test_ambiguous_names_are_numbered_and_told_apart() -> None:
    home = view_of(thing("light.a", "Lamp", "kitchen"), thing("light.b", "Lamp", "hall"))
    told = unresolved_sentence("en", Unresolved(NoMatch.AMBIGUOUS, "lamp", ("light.a", "light.b")), home)
    assert told.splitlines()[:2] == ["1. Lamp (Kitchen)", "2. Lamp (Hall)"]
    assert told.endswith("?")


@pytest.mark.parametrize(
    ("text", "before", "language"),
    [
        ("turn on the light", "ru", "en"),
        ("打开 kitchen light", "en", "zh"),
        ("включи Kitchen light", "en", "ru"),
        ("42", "zh", "zh"),
        ("light.kitchen", "ru", "ru"),
        ("", "xx", "en"),
    ],
)
def test_language_by_its_script(text: str, before: str, language: str) -> None:
    assert detect(text, before) == language

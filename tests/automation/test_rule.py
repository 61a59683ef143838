"""The stored form of a rule: there and back, and complaints that name the key."""

import json
from datetime import UTC, datetime, time

import pytest
from hypothesis import given

from devices.automation.rule.action import Act
from devices.automation.rule.read import rule_from_json
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Days, Threshold, Weekday
from devices.automation.rule.write import rule_to_json
from devices.command import Command
from devices.errors import ConfigError
from devices.model import Json
from tests.automation.rules import rules

GOOD = rule_to_json(
    Rule(
        "a1",
        (Threshold(("sensor.t",), above=26),),
        (),
        (Act(Command("fan.f", "turn_on")),),
        created_at=datetime(2026, 1, 5, tzinfo=UTC),
    )
)


@given(rules)
def test_there_and_back(rule: Rule) -> None:
    assert rule_from_json(json.dumps(rule_to_json(rule))) == rule


def test_deep_nesting_is_refused_and_does_not_overflow() -> None:
    condition: Json = {"type": "stands", "entities": ["s"], "words": ["on"]}
    for _ in range(200):
        condition = {"type": "not", "of": [condition]}
    with pytest.raises(ConfigError, match="nested too deep"):
        rule_from_json({**GOOD, "conditions": [condition]})


def test_rule_of_the_first_version_is_read() -> None:
    old: Json = {
        "v": 1,
        "id": "a1",
        "triggers": [{"type": "threshold", "entity_id": "sensor.t", "above": 26.0}],
        "actions": [{"entity_id": "fan.f", "control": "turn_on", "values": {}}],
        "mode": "single",
        "grants": [],
    }
    read = rule_from_json(old)
    assert read.triggers == (Threshold(("sensor.t",), above=26),)
    assert rule_to_json(read)["v"] == 2


def test_weekdays_in_any_order_are_the_same_days() -> None:
    said: Json = {"type": "at", "time": "07:00", "weekdays": ["sun", "mon", "sun"]}
    assert rule_from_json({**GOOD, "triggers": [said]}).triggers == (
        At(time(7), Days((Weekday.MON, Weekday.SUN))),
    )


def test_plain_json_is_taken_as_well_as_its_text() -> None:
    assert rule_from_json(GOOD) == rule_from_json(json.dumps(GOOD))


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("v", 3, "rule.v"),
        ("v", None, "rule.v"),
        ("triggers", [], "rule.triggers"),
        ("triggers", "hot", "rule.triggers"),
        *(
            ("triggers", [part], f"rule.triggers[0].{named}")
            for part, named in (
                ({"entities": ["s"]}, "above"),
                ({"entities": ["s"], "above": "26"}, "above"),
                ({"entities": ["s"], "above": 30, "below": 20}, "above"),
                ({"entities": ["s"], "above": 20, "below": 30, "outside": True}, "above"),
                ({"entities": ["s"], "above": 20, "outside": True}, "above"),
                ({"above": 26}, "entities"),
                ({"above": 26, "entities": "sensor.t"}, "entities"),
                ({"above": 26, "entities": [7]}, "entities"),
                ({"entities": ["s"], "above": 1, "for_seconds": -1}, "for_seconds"),
                ({"entities": ["s"], "above": float("nan")}, "above"),
                ({"entities": ["s"], "type": "moon"}, "type"),
                ({"type": "swing", "entities": ["s"], "by": 0, "within_seconds": 60}, "by"),
                ({"type": "swing", "entities": ["s"], "by": 1, "within_seconds": 0}, "within_seconds"),
                ({"type": "at", "time": "25:00"}, "time"),
                ({"type": "at", "time": "07:00", "weekdays": ["0"]}, "weekdays"),
                ({"type": "sun", "event": "noon"}, "event"),
                ({"type": "every", "seconds": 0.1, "since": "2026-01-05T12:00:00Z"}, "seconds"),
                ({"type": "every", "seconds": 60}, "since"),
                ({"type": "once", "at": "2026-01-05T12:00:00"}, "at"),
                ({"type": "presence"}, "coming"),
            )
        ),
        *(
            ("conditions", [part], f"rule.conditions[0].{named}")
            for part, named in (
                ({"type": "stands", "entities": ["s"]}, "words"),
                ({"type": "all", "of": 7}, "of"),
                ({"type": "not", "of": [{"type": "moon"}]}, "of[0].type"),
                ({"type": "during", "after": "late"}, "after"),
            )
        ),
        *(
            ("actions", [part], f"rule.actions[0].{named}")
            for part, named in (
                ({"entity_id": "fan.f", "control": "on", "values": {"a": [1]}}, "values.a"),
                ({"type": "wait", "seconds": 1e9}, "seconds"),
                ({"type": "wait_until", "timeout_seconds": 5}, "condition"),
                ({"type": "repeat", "times": 0, "actions": [{"type": "put_back"}]}, "times"),
                ({"type": "scene"}, "scene_id"),
            )
        ),
        ("actions", [7], "rule.actions[0]"),
        ("actions", [], "rule.actions"),
        ("mode", "sometimes", "rule.mode"),
        ("enabled", "yes", "rule.enabled"),
        ("runs_a_minute", 0, "rule.runs_a_minute"),
        ("late_seconds", -1, "rule.late_seconds"),
        ("created_at", "yesterday", "rule.created_at"),
        ("created_at", "2026-01-05T12:00:00", "rule.created_at"),
    ],
)
def test_complaint_names_the_key(key: str, value: Json, named: str) -> None:
    with pytest.raises(ConfigError) as complaint:
        rule_from_json({**GOOD, key: value})
    assert str(complaint.value).startswith(f"{named}:")


@pytest.mark.parametrize("document", ["", "not json", "[]", "null", 7])
def test_what_is_no_rule_at_all(document: Json) -> None:
    with pytest.raises(ConfigError, match=r"^rule"):
        rule_from_json(document)


FAR = 1e300
SPANS: list[tuple[str, Json]] = [
    ("cooldown_seconds", FAR),
    ("late_seconds", FAR),
    ("triggers", [{"type": "threshold", "entities": ["s"], "above": 1, "for_seconds": FAR}]),
    ("triggers", [{"type": "threshold", "entities": ["s"], "above": 10**400}]),
    ("triggers", [{"type": "becomes", "entities": ["s"], "for_seconds": FAR}]),
    ("triggers", [{"type": "swing", "entities": ["s"], "by": 1, "within_seconds": FAR}]),
    ("triggers", [{"type": "lost", "entities": ["s"], "for_seconds": FAR}]),
    ("triggers", [{"type": "presence", "coming": "arrive", "for_seconds": FAR}]),
    ("triggers", [{"type": "at", "time": "07:00", "jitter_seconds": FAR}]),
    ("triggers", [{"type": "sun", "event": "sunrise", "offset_seconds": -FAR}]),
    ("triggers", [{"type": "every", "seconds": FAR, "since": "2026-01-05T00:00:00Z"}]),
    ("triggers", [{"type": "once", "at": "9999-12-31T23:59:59-12:00"}]),
    ("conditions", [{"type": "stands", "entities": ["s"], "words": ["on"], "for_seconds": FAR}]),
    ("conditions", [{"type": "daylight", "sunset_offset": FAR}]),
    ("actions", [{"type": "wait", "seconds": FAR}]),
]


@pytest.mark.parametrize(("key", "value"), SPANS)
def test_time_that_nobody_can_reckon_with_is_refused(key: str, value: Json) -> None:
    with pytest.raises(ConfigError, match=key):
        rule_from_json(json.dumps({**GOOD, key: value}))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"v": ' + "9" * 5000 + "}"])
def test_text_that_can_not_be_read_is_no_json(text: str) -> None:
    with pytest.raises(ConfigError, match="not JSON"):
        rule_from_json(text)


def test_letters_beyond_the_first_plane_are_read() -> None:
    assert rule_from_json(json.dumps({**GOOD, "words": "🌡 hot"})).words == "🌡 hot"

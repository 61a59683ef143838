"""The stored form of a rule: there and back, and complaints that name the key."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.latches import fingerprint
from devices.automation.rule import Act, Rule, Threshold, rule_from_json, rule_to_json
from devices.command import Approval, Command
from devices.errors import ConfigError
from devices.model import Json

words = st.text(min_size=1, max_size=12)
numbers = st.floats(-1e6, 1e6)
bands = st.tuples(numbers, numbers).filter(lambda pair: pair[0] < pair[1])
thresholds = st.one_of(
    st.builds(Threshold, words, above=numbers, for_seconds=st.floats(0, 1e5), attribute=st.text(max_size=9)),
    st.builds(Threshold, words, below=numbers, hysteresis=st.floats(0, 9)),
    st.builds(lambda name, band: Threshold(name, above=band[0], below=band[1]), words, bands),
)
scalars = st.one_of(st.none(), st.booleans(), st.integers(-1000, 1000), numbers, st.text(max_size=9))
commands = st.builds(Command, words, words, st.dictionaries(words, scalars, max_size=3))
rules = st.builds(
    Rule,
    id=words,
    triggers=st.lists(thresholds, min_size=1, max_size=3).map(tuple),
    conditions=st.lists(thresholds, max_size=2).map(tuple),
    actions=st.lists(commands.map(Act), min_size=1, max_size=3).map(tuple),
    enabled=st.booleans(),
    created_at=st.one_of(st.none(), st.datetimes(timezones=st.just(UTC))),
    words=st.text(max_size=20),
    grants=st.lists(st.builds(Approval, words, words, words), max_size=2).map(tuple),
)

GOOD = rule_to_json(
    Rule(
        "a1",
        (Threshold("sensor.t", above=26),),
        (),
        (Act(Command("fan.f", "turn_on")),),
        created_at=datetime(2026, 1, 5, tzinfo=UTC),
    )
)


@given(rules)
def test_there_and_back(rule: Rule) -> None:
    assert rule_from_json(json.dumps(rule_to_json(rule))) == rule


def test_plain_json_is_taken_as_well_as_its_text() -> None:
    assert rule_from_json(GOOD) == rule_from_json(json.dumps(GOOD))


@pytest.mark.parametrize(
    ("key", "value", "named"),
    [
        ("v", 2, "rule.v"),
        ("v", None, "rule.v"),
        ("triggers", [], "rule.triggers"),
        ("triggers", "hot", "rule.triggers"),
        ("triggers", [{"entity_id": "sensor.t"}], "rule.triggers[0].above"),
        ("triggers", [{"entity_id": "sensor.t", "above": "26"}], "rule.triggers[0].above"),
        ("triggers", [{"entity_id": "sensor.t", "above": 30, "below": 20}], "rule.triggers[0].above"),
        ("triggers", [{"above": 26}], "rule.triggers[0].entity_id"),
        ("triggers", [{"entity_id": "s", "above": 1, "for_seconds": -1}], "rule.triggers[0].for_seconds"),
        ("triggers", [{"entity_id": "s", "above": float("nan")}], "rule.triggers[0].above"),
        ("triggers", [{"entity_id": "s", "type": "sun"}], "rule.triggers[0].type"),
        (
            "actions",
            [{"entity_id": "fan.f", "control": "on", "values": {"a": [1]}}],
            "rule.actions[0].values.a",
        ),
        ("actions", [7], "rule.actions[0]"),
        ("actions", [], "rule.actions"),
        ("mode", "parallel", "rule.mode"),
        ("enabled", "yes", "rule.enabled"),
        ("created_at", "yesterday", "rule.created_at"),
        ("created_at", "2026-01-05T12:00:00", "rule.created_at"),
        ("grants", [{"entity_id": "lock.l"}], "rule.grants[0].control"),
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


def test_fingerprint_is_equal_for_equal_limits_only() -> None:
    assert fingerprint(Threshold("s", above=26)) == fingerprint(Threshold("s", above=26.0))
    assert fingerprint(Threshold("s", above=26)) != fingerprint(Threshold("s", above=26.5))

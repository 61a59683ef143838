"""What becomes of each sentence about later or always: a rule, a job, a scene, a question, or an honest no."""

import json
from pathlib import Path

import pytest

from assistant.models.offline.plan import Pending
from assistant.models.offline.planner import plan
from devices.model import Json
from tests.offline.later.house import LIVED_IN
from tools.registry import tool
from tools.words.speech import detect

ROWS: list[dict[str, Json]] = [
    json.loads(line) for line in (Path(__file__).parent / "said.jsonl").read_text("utf-8").splitlines()
]
MADE = [row for row in ROWS if "calls" in row]
UNCLEAR = [row for row in ROWS if "calls" not in row]
NOW = frozenset({"control_device", "undo"})
NO = {"en": "don't {}", "zh": "不要{}", "ru": "не надо, {}"}


def says(row: dict[str, Json]) -> str:
    return str(row["says"])


@pytest.mark.parametrize("row", MADE, ids=says)
def test_sentence_that_is_understood(row: dict[str, Json]) -> None:
    made = plan(says(row), LIVED_IN, detect(says(row)))
    assert [[call.tool, dict(call.arguments)] for call in made.calls] == row["calls"]


@pytest.mark.parametrize("row", UNCLEAR, ids=says)
def test_sentence_that_is_not_wholly_clear_is_asked_or_declined(row: dict[str, Json]) -> None:
    made = plan(says(row), LIVED_IN, detect(says(row)))
    assert (made.calls, made.kind.value, made.reason) == ((), row["kind"], row["reason"])
    assert list(made.choices) == row.get("choices", [])
    assert made.reply


@pytest.mark.parametrize("row", MADE, ids=says)
def test_calls_fit_the_arguments_of_their_tools(row: dict[str, Json]) -> None:
    for call in plan(says(row), LIVED_IN, detect(says(row))).calls:
        found = tool(call.tool)
        assert found is not None
        found.arguments.model_validate(dict(call.arguments))


def test_table_speaks_three_languages() -> None:
    spoken = [detect(says(row)) for row in ROWS]
    assert len(ROWS) >= 150
    assert all(spoken.count(language) >= 30 for language in ("en", "zh", "ru"))


@pytest.mark.parametrize("row", ROWS, ids=says)
def test_no_sentence_about_later_acts_at_once(row: dict[str, Json]) -> None:
    made = plan(says(row), LIVED_IN, detect(says(row)))
    assert not [call.tool for call in made.calls if call.tool in NOW]


@pytest.mark.parametrize("row", MADE, ids=says)
def test_forbidden_sentence_makes_nothing(row: dict[str, Json]) -> None:
    language = detect(says(row))
    made = plan(NO[language].format(says(row)), LIVED_IN, language)
    assert not [call for call in made.calls if call.tool in ("create_automation", "schedule", *NOW)]


def test_answer_to_a_question_fills_the_place_that_was_open() -> None:
    asked = plan("when I arrive home turn on the hall light", LIVED_IN, "en")
    assert asked.pending is not None
    made = plan("2", LIVED_IN, "en", Pending(asked.choices, asked.pending))
    (call,) = made.calls
    assert call.arguments["when"] == [
        {"kind": "presence", "coming": "arrive", "entities": ["device_tracker.ben"]}
    ]
    assert call.arguments["targets"] == ["light.hall"]

"""What becomes of each sentence about later or always: a rule, a job, a scene, a question, or an honest no."""

import json
from pathlib import Path

import pytest

from assistant.agent.nodes.arguments import Fitting, fit
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
        fitting = fit(found, dict(call.arguments))
        assert isinstance(fitting, Fitting)
        assert found.arguments.model_validate(fitting.args) == fitting.arguments


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


RULE_SUBJECT = [
    ("delete it", "a3", "delete_automation", {"id": "a3"}),
    ("disable it", "a3", "enable_automation", {"id": "a3", "enabled": False}),
    ("cancel it", "j2", "cancel_job", {"id": "j2"}),
    ("删除它", "a3", "delete_automation", {"id": "a3"}),
    ("удали его", "a3", "delete_automation", {"id": "a3"}),
]
BY_ID = [
    ("delete a1", "delete_automation", {"id": "a1"}),
    ("disable a1", "enable_automation", {"id": "a1", "enabled": False}),
    ("enable a1", "enable_automation", {"id": "a1", "enabled": True}),
    ("删除a1", "delete_automation", {"id": "a1"}),
    ("停用a1", "enable_automation", {"id": "a1", "enabled": False}),
    ("удали a1", "delete_automation", {"id": "a1"}),
    ("отключи a1", "enable_automation", {"id": "a1", "enabled": False}),
]


@pytest.mark.parametrize(("says", "subject", "name", "arguments"), RULE_SUBJECT)
def test_it_is_the_rule_of_the_turn_before(
    says: str, subject: str, name: str, arguments: dict[str, Json]
) -> None:
    made = plan(says, LIVED_IN, detect(says), subject=subject)
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [(name, arguments)]


@pytest.mark.parametrize(("says", "name", "arguments"), BY_ID)
def test_rule_is_switched_and_deleted_by_its_id_alone(
    says: str, name: str, arguments: dict[str, Json]
) -> None:
    made = plan(says, LIVED_IN, detect(says))
    assert [(call.tool, dict(call.arguments)) for call in made.calls] == [(name, arguments)]


@pytest.mark.parametrize("says", ["delete a1 and a2", "don't delete a1", "turn it on"])
def test_more_or_less_than_one_rule_is_not_switched(says: str) -> None:
    made = plan(says, LIVED_IN, "en", subject="a3")
    assert not [call for call in made.calls if call.tool in ("delete_automation", "enable_automation")]


@pytest.mark.parametrize(
    "says", ["will the fan turn on at 7?", "does the fan turn on at 7?", "is the fan going to start at 7?"]
)
def test_question_about_a_time_plans_no_job(says: str) -> None:
    assert not [call for call in plan(says, LIVED_IN, "en").calls if call.tool in ("schedule", *NOW)]

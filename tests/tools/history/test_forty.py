"""Forty kinds of question as arguments of the tools, each with the figures of a week that is known by heart."""

import json
from collections.abc import Mapping

import pytest

from devices.model import Json
from tests.o200k import tokens
from tests.tools.history.past import lived
from tests.tools.house import Lodge
from tools.outcome import Ending, ToolResult

ANALYZE, COMPARE, FIND, HAPPENED = "analyze_history", "compare_history", "find_pattern", "what_happened"
LIVING, WASHER, LIGHT = "living room temperature", "washer", "hall light"
MOST_TOKENS = 900
Case = tuple[str, Mapping[str, object], str, Mapping[str, Json]]
WEEK = "last week"
CASES: tuple[Case, ...] = (
    (ANALYZE, {"targets": LIVING, "measure": "average", "window": WEEK}, "mean", {"mean": 21.5}),
    (ANALYZE, {"targets": LIVING, "measure": "min", "window": WEEK}, "min", {"min": 20.0}),
    (ANALYZE, {"targets": LIVING, "measure": "max", "window": WEEK}, "max", {"max": 30.0}),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "when_max", "window": WEEK},
        "argmax",
        {"max_at": "2026-01-02T13:00:00+00:00"},
    ),
    (ANALYZE, {"targets": LIVING, "measure": "min_mean", "window": "yesterday"}, "min_mean", {"min": 20.0}),
    (ANALYZE, {"targets": LIVING, "measure": "statistics", "window": "today"}, "min_max_mean", {"max": 20.0}),
    (ANALYZE, {"targets": LIVING, "measure": "median", "window": "yesterday"}, "median", {"median": 21.0}),
    (ANALYZE, {"targets": LIVING, "measure": "first", "window": "yesterday"}, "first", {"first": 20.0}),
    (ANALYZE, {"targets": LIVING, "measure": "last", "window": "yesterday"}, "last", {"last": 22.0}),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "mean", "window": "yesterday from 12:00 to 18:00"},
        "mean",
        {"mean": 24.0},
    ),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "trend", "window": "last 3 hours"},
        "trend",
        {"direction": "steady"},
    ),
    (ANALYZE, {"targets": LIVING, "measure": "rate"}, "rate", {"per_hour": 0.0}),
    (ANALYZE, {"targets": WASHER, "measure": "used", "window": WEEK}, "sum", {"used": 9.0, "unit": "kWh"}),
    (ANALYZE, {"targets": "left power", "measure": "used", "window": WEEK}, "sum", {"used": 14.0}),
    (
        ANALYZE,
        {"targets": WASHER, "measure": "cost", "window": WEEK, "price": "0.30 EUR"},
        "cost",
        {"cost": 2.7, "currency": "EUR"},
    ),
    (
        ANALYZE,
        {"targets": WASHER, "measure": "used", "window": WEEK, "by": "day"},
        "series_sum",
        {"total": 9.0},
    ),
    (
        ANALYZE,
        {"targets": WASHER, "measure": "used", "window": WEEK, "by": "day", "pick": "least"},
        "argmin_bucket",
        {"of": 7},
    ),
    (
        ANALYZE,
        {"targets": WASHER, "measure": "used", "window": WEEK, "by": "daily", "pick": "average"},
        "mean_of_bucket_sums",
        {"average": 1.29},
    ),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "max", "window": WEEK, "by": "day", "pick": "most"},
        "argmax_bucket",
        {"of": 7},
    ),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "mean", "window": "yesterday", "by": "hour"},
        "series",
        {"of": 24},
    ),
    (
        ANALYZE,
        {"targets": LIGHT, "measure": "duration", "window": WEEK, "by": "day", "pick": "average"},
        "mean_of_bucket_sums",
        {"average": 14400.0},
    ),
    (
        ANALYZE,
        {"targets": LIGHT, "measure": "how long", "window": WEEK},
        "duration_in_state",
        {"seconds": 100800},
    ),
    (ANALYZE, {"targets": "hall motion", "measure": "count", "window": WEEK}, "count_state", {"count": 8}),
    (
        ANALYZE,
        {"targets": "hall motion", "measure": "any", "window": "last Sunday 02:00 to 04:00"},
        "any_state",
        {"ever": True},
    ),
    (
        ANALYZE,
        {"targets": "front door lock", "measure": "when", "window": "yesterday"},
        "events",
        {"count": 1},
    ),
    (
        ANALYZE,
        {"targets": LIGHT, "measure": "last"},
        "last_state_change",
        {"at": "2026-01-04T18:00:00+00:00"},
    ),
    (
        ANALYZE,
        {"targets": LIGHT, "measure": "previous"},
        "previous_state_change",
        {"at": "2026-01-03T18:00:00+00:00"},
    ),
    (ANALYZE, {"targets": LIGHT, "measure": "changes", "window": "yesterday"}, "events", {"count": 2}),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "any", "below": 18, "window": WEEK},
        "any_below",
        {"ever": False},
    ),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "any", "above": 25, "window": WEEK},
        "any_above",
        {"ever": True},
    ),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "duration", "above": 21, "below": 23, "window": "yesterday"},
        "duration_in_state",
        {"seconds": 21600},
    ),
    (
        ANALYZE,
        {"targets": LIVING, "measure": "count", "above": 25, "window": WEEK},
        "count_state",
        {"count": 1},
    ),
    (
        ANALYZE,
        {"targets": "Anna phone", "measure": "duration", "state": "away", "window": WEEK},
        "duration_in_state",
        {"seconds": 144000},
    ),
    (
        ANALYZE,
        {"targets": "front door lock", "measure": "any", "window": "while I was away"},
        "any_state",
        {"ever": False},
    ),
    (ANALYZE, {"targets": LIVING, "measure": "series", "window": "last 24 hours"}, "series", {"max": 24.0}),
    (
        COMPARE,
        {"targets": WASHER, "measure": "used", "window": "this week", "against": WEEK},
        "compare_sum",
        {"value": 1.5, "other": 1.5},
    ),
    (
        COMPARE,
        {"targets": [LIVING, "kitchen temperature"], "window": WEEK},
        "compare_entities",
        {"difference": 2.5},
    ),
    (COMPARE, {"targets": "humidity", "rank": "most", "window": WEEK}, "argmax_entities", {"unit": "%"}),
    (
        COMPARE,
        {"targets": "left power", "follows": LIGHT, "window": WEEK},
        "correlation",
        {"while": 500.0, "otherwise": 0.0},
    ),
    (
        FIND,
        {"what": "typical_time", "targets": "hall motion", "part": "in the morning"},
        "typical_time",
        {"usual": "07:00"},
    ),
    (FIND, {"what": "usage", "targets": LIGHT}, "usage_pattern", {"busy_from": "18:00", "busy_to": "22:00"}),
    (
        FIND,
        {"what": "unusual", "targets": LIVING, "measure": "max", "window": "yesterday"},
        "unusual",
        {"value": 24.0, "verdict": "usual"},
    ),
    (FIND, {"what": "until", "targets": LIVING, "value": 25}, "until", {"prospect": "steady"}),
    (HAPPENED, {"window": "today"}, "events", {"of": 0}),
)
UNITS = {"mean", "max", "sum", "median"}


def told(result: ToolResult) -> dict[str, Json]:
    assert isinstance(result.data, dict)
    return result.data


def computed(result: ToolResult) -> dict[str, Json]:
    computation = told(result)["computation"]
    assert isinstance(computation, dict)
    return computation


async def answered(lodge: Lodge, case: Case, language: str) -> None:
    """One question in one language, held against what is known."""
    name, arguments, op, expected = case
    result = await lodge.call(name, lodge.context(language), **arguments)
    about = f"{language} {name} {dict(arguments)}: {result.text} {result.data}"
    assert result.ending is Ending.COMPLETED, about
    assert computed(result)["op"] == op, about
    found = told(result)
    assert {key: found.get(key) for key in expected} == dict(expected), about
    assert result.text, about
    assert "{" not in result.text, about
    assert str(found["window"]).casefold() in result.text.casefold() or op in WINDOWLESS, about
    assert tokens(json.dumps({"data": result.data, "text": result.text}, ensure_ascii=False)) < MOST_TOKENS


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
async def test_question_of_each_kind(lodge: Lodge, language: str) -> None:
    await lived(lodge)
    for case in CASES:
        await answered(lodge, case, language)


def test_there_are_forty_kinds() -> None:
    assert len(CASES) >= 40


async def test_units_are_told(lodge: Lodge) -> None:
    await lived(lodge)
    for name, arguments, op, _ in CASES:
        if op in UNITS and name == ANALYZE:
            result = await lodge.call(name, lodge.context(), **arguments)
            assert f" {told(result)['unit']}" in result.text


async def test_every_op_of_the_neutral_computation_has_its_question(lodge: Lodge) -> None:
    await lived(lodge)
    ops = set()
    for name, arguments, _, _ in CASES:
        ops.add(computed(await lodge.call(name, lodge.context(), **arguments))["op"])
    ops.add(
        computed(await lodge.call(COMPARE, lodge.context(), targets=LIVING, against=WEEK, window="today"))[
            "op"
        ]
    )
    assert ops >= NEUTRAL


NEUTRAL = {
    *(
        "mean",
        "min",
        "max",
        "min_max_mean",
        "min_mean",
        "sum",
        "duration_in_state",
        "count_state",
        "any_state",
    ),
    *("any_below", "last_state_change", "previous_state_change", "events", "series", "series_sum", "trend"),
    *("typical_time", "usage_pattern", "argmax", "argmax_bucket", "argmax_entities", "compare_entities"),
    *("compare_mean", "compare_sum", "mean_of_bucket_sums"),
}
WINDOWLESS = {"last_state_change", "previous_state_change", "rate", "until"}
"""What names an instant, or speaks of now, needs no window beside it."""

"""Sentences about the past all the way: planned offline, answered from the records, echoed neutrally."""

from collections.abc import Mapping
from pathlib import Path

from assistant.models.offline.planner import plan
from devices.model import Json
from tests.tools.history.past import lived
from tests.tools.house import living
from tools.outcome import Ending

LIVING = "sensor.living_room_temperature"
SAID: list[tuple[str, str, Mapping[str, Json]]] = [
    (
        "en",
        "What was the average temperature in the living room last week?",
        {"op": "mean", "entities": [LIVING], "period": "last_week"},
    ),
    (
        "en",
        "what was the average temperature in the living room between 2 PM and 6 PM yesterday",
        {"op": "mean", "entities": [LIVING], "period": "yesterday", "from": "14:00", "to": "18:00"},
    ),
    (
        "en",
        "Was there any motion in the hall between 2 AM and 4 AM last Sunday?",
        {
            "op": "any_state",
            "entities": ["binary_sensor.hall_motion"],
            "state": "on",
            "period": "last_sunday",
        },
    ),
    (
        "en",
        "Did the garage door open at all yesterday while I was at work?",
        {"op": "any_state", "entities": ["cover.garage_door"], "state": "open", "period": "yesterday"},
    ),
    (
        "en",
        "How much energy did the washer use last week?",
        {"op": "sum", "entities": ["sensor.washer_energy"]},
    ),
    (
        "en",
        "Compare the washer energy of this week with last week",
        {"op": "compare_sum", "period": "this_week", "against": "last_week"},
    ),
    ("en", "which room was the most humid last week?", {"op": "argmax_entities", "period": "last_week"}),
    (
        "en",
        "What time does the hall motion sensor usually detect activity in the morning?",
        {"op": "typical_time", "entities": ["binary_sensor.hall_motion"], "state": "on"},
    ),
    (
        "zh",
        "昨天走廊的灯开了多久？",
        {"op": "duration_in_state", "entities": ["light.hall_light"], "state": "on"},
    ),
    ("zh", "上周客厅温度有没有低于18度？", {"op": "any_below", "value": 18.0, "period": "last_week"}),
    (
        "ru",
        "Опускалась ли температура в гостиной ниже 18 градусов на прошлой неделе?",
        {"op": "any_below", "entities": [LIVING], "value": 18.0, "period": "last_week"},
    ),
    ("ru", "что случилось сегодня?", {"op": "events", "period": "today"}),
]


async def test_sentence_is_answered_from_the_records(tmp_path: Path) -> None:
    async with living(tmp_path) as lodge:
        await lived(lodge)
        for language, sentence, expected in SAID:
            made = plan(sentence, lodge.house.home.view(), language)
            assert made.calls, f"{sentence}: {made.reply}"
            call = made.calls[0]
            result = await lodge.call(call.tool, lodge.context(language), **call.arguments)
            about = f"{sentence}: {dict(call.arguments)} {result.text}"
            assert result.ending is Ending.COMPLETED, about
            assert isinstance(result.data, dict)
            computation = result.data["computation"]
            assert isinstance(computation, dict)
            assert {key: computation.get(key) for key in expected} == dict(expected), about

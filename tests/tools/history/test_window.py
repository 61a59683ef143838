"""Windows that hang on the records, defaults, and refusals that say what to do."""

from dataclasses import replace

import pytest

from devices.history.analysis.use.tariff import read_tariff
from devices.model import Json
from tests.tools.history.past import lived
from tests.tools.house import Lodge
from tools.outcome import Ending, ToolResult


def told(result: ToolResult) -> dict[str, Json]:
    assert isinstance(result.data, dict), result.text
    return result.data


async def test_while_away_when_one_person_is_tracked(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history", targets=["hall light"], measure="any", window="yesterday while I was away"
    )
    # Anna was at home all of Sunday: the whole of yesterday is told
    assert told(result)["start"] == "2026-01-04T00:00:00+00:00"
    friday = await lodge.call(
        "analyze_history", targets=["left power"], measure="used", window="since I left"
    )
    assert told(friday)["start"] == "2026-01-05T09:00:00+00:00"


async def test_while_away_when_nobody_is_tracked(lodge: Lodge) -> None:
    lodge.broker.device("homeassistant/device_tracker/anna_phone/config", "", retain=True)
    await lodge.house.home.settled()
    result = await lodge.call("analyze_history", targets=["hall light"], measure="any", window="since I left")
    assert (result.ending, result.reason) == (Ending.FATAL, "history_no_anchor")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"targets": ["pool"], "measure": "mean"}, "unknown_name"),
        ({"targets": ["hall light"], "measure": "mean"}, "history_not_a_number"),
        ({"targets": ["kitchen temperature"], "measure": "duration"}, "history_not_a_state"),
        (
            {"targets": ["kitchen temperature"], "measure": "mean", "window": "in spring"},
            "history_unknown_window",
        ),
        ({"targets": ["washer"], "measure": "cost"}, "history_no_tariff"),
        ({"targets": ["washer"], "measure": "cost", "price": "cheap"}, "history_bad_tariff"),
        (
            {"targets": ["kitchen temperature"], "measure": "any", "above": 30, "below": 20},
            "history_bad_limit",
        ),
        ({"targets": ["kitchen temperature"], "measure": "used"}, "history_not_used"),
        ({"targets": [], "measure": "mean"}, "empty"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh", "ru"])
async def test_refusal_names_what_to_do(
    lodge: Lodge, arguments: dict[str, object], reason: str, language: str
) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", lodge.context(language), **arguments)
    assert (result.ending, result.reason, result.stop) == (Ending.FATAL, reason, True)
    assert result.text
    assert "\n" not in result.text


async def test_cost_by_the_tariff_of_the_house(lodge: Lodge) -> None:
    await lived(lodge)
    house = replace(lodge.house, tariff=read_tariff("0.30 EUR; sat,sun 0.10"))
    context = replace(lodge.context(), house=house)
    asked = {"targets": ["washer"], "measure": "cost", "window": "last week"}
    result = await lodge.call("analyze_history", context, **asked)
    # six days of 1.5 kWh, of which Sunday's is cheap
    assert told(result)["cost"] == pytest.approx(5 * 1.5 * 0.30 + 1.5 * 0.10)
    assert "2.40 EUR" in result.text
    assert "0.3 / 0.1 EUR" in result.text


async def test_no_is_only_as_good_as_its_records(lodge: Lodge) -> None:
    await lived(lodge)
    sure = await lodge.call("analyze_history", targets=["hall light"], measure="any", window="today")
    assert sure.text == "No, Hall light was not on today."
    unsure = await lodge.call("analyze_history", targets=["garage light"], measure="any", window="today")
    assert unsure.reason == "no_data"
    early = await lodge.call(
        "analyze_history", targets=["living room temperature"], measure="any", above=40, window="last 14 days"
    )
    assert early.text.startswith("As far as there are records")
    assert "Records begin 29 Dec 00:00." in early.text


async def test_chart_of_a_course_names_what_was_found(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history", targets=["temperature"], measure="series", window="last 24 hours"
    )
    assert result.chart is not None
    assert result.chart.entities == ("sensor.kitchen_temperature", "sensor.living_room_temperature")


async def test_limit_of_things_in_different_units_names_none_for_all(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history",
        targets=["bathroom humidity", "kitchen temperature"],
        measure="duration",
        below=90,
        window="yesterday",
    )
    assert result.text.startswith("Time below 90 yesterday:")


async def test_device_that_did_not_change_is_told_with_its_state(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history", targets="hall light", measure="changes", window="yesterday at noon"
    )
    assert result.text == "Hall light did not change yesterday, at 12:00: off."


async def test_several_things_compared_are_told_with_both_windows(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "compare_history",
        targets=["living room temperature", "kitchen temperature"],
        measure="mean",
        window="yesterday",
        against="7 days ago",
    )
    assert "19 °C yesterday and 19 °C on 29 Dec" in result.text

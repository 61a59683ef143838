"""The history tools: numbers with their window and gaps, when and how long, and why."""

from dataclasses import replace
from datetime import datetime

import pytest

from devices.command import Cause, Command, Origin, Request
from tests.tools.house import Lodge
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult

TEMPERATURE = "living_room_temperature"


class Lagging:
    """A clock on which the records are written while somebody waits."""

    def __init__(self, lodge: Lodge) -> None:
        self._lodge = lodge

    def now(self) -> datetime:
        return self._lodge.clock.now()

    async def sleep(self, seconds: float) -> None:
        await self._lodge.clock.sleep(seconds)

    async def patience(self, seconds: float) -> None:
        await self._lodge.clock.patience(seconds)
        await self._lodge.recorder.flush()


def lagging(lodge: Lodge) -> ToolContext:
    """A turn in a house whose records lag behind."""
    context = lodge.context()
    return replace(context, house=replace(context.house, clock=Lagging(lodge)))


async def lived(lodge: Lodge) -> None:
    """Four quarters of an hour: 24.5, 20, 30, 25 degrees; the hall light on during the second and third."""
    for value, light in (("20", "ON"), ("30", None), ("25", "OFF")):
        await lodge.clock.advance(900)
        lodge.report("sensor", TEMPERATURE, value)
        if light:
            lodge.report("light", "hall_light", light)
    await lodge.clock.advance(900)
    await lodge.recorder.flush()


def told(result: ToolResult) -> dict[str, object]:
    assert isinstance(result.data, dict)
    return dict(result.data)


async def test_numbers_over_a_known_window(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history", targets="living room temperature", measure="min_max_mean", window="last hour"
    )
    facts = told(result)
    assert (facts["min"], facts["max"], facts["unit"]) == (20.0, 30.0, "°C")
    assert facts["mean"] == pytest.approx((24.5 + 20 + 30 + 25) / 4, abs=0.005)
    assert facts["max_at"] == "2026-01-05T12:30:00+00:00"
    assert facts["coverage"] == pytest.approx(1.0)
    assert "lowest 20 °C at 12:15, highest 30 °C at 12:30" in result.text
    assert "Records cover" not in result.text
    assert (result.ending, result.stop) == (Ending.COMPLETED, True)


@pytest.mark.parametrize(
    ("measure", "value"), [("highest", "30 °C"), ("min", "20 °C"), ("average", "24.88 °C")]
)
async def test_single_numbers(lodge: Lodge, measure: str, value: str) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history", targets="sensor.living_room_temperature", measure=measure, window="last hour"
    )
    assert value in result.text


async def test_numbers_name_gaps_when_records_are_short(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", targets="客厅温度", measure="max", window="last 24 hours")
    assert told(result)["coverage"] == pytest.approx(1 / 24, abs=0.01)
    assert "Records cover 4 % of that time." in result.text
    assert "Records begin 12:00." in result.text


async def test_numbers_when_nothing_was_recorded(lodge: Lodge) -> None:
    result = await lodge.call(
        "analyze_history", targets="kitchen temperature", measure="mean", window="yesterday"
    )
    assert (result.ending, result.reason) == (Ending.COMPLETED, "no_data")
    assert "Nothing was recorded" in result.text


@pytest.mark.parametrize("words", ["за последний час", "过去一小时", "last hour", "past 60 minutes"])
async def test_window_in_any_language(lodge: Lodge, words: str) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", targets="kitchen temperature", measure="mean", window=words)
    assert told(result)["start"] == "2026-01-05T12:00:00+00:00"


async def test_window_when_not_understood(lodge: Lodge) -> None:
    result = await lodge.call(
        "analyze_history", targets="kitchen temperature", measure="mean", window="in spring"
    )
    assert (result.ending, result.reason) == (Ending.FATAL, "history_unknown_window")
    assert "in spring" in result.text


async def test_duration_of_a_state(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", targets="hall light", measure="duration", window="last hour")
    assert told(result)["seconds"] == 1800
    assert "30 minutes" in result.text


async def test_when_a_state_held(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history", targets="hall light", measure="when", window="today", state="on"
    )
    assert "12:15 to 12:45" in result.text


async def test_when_a_state_never_held(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", targets="garage light", measure="when", window="today")
    assert result.text.startswith(
        "As far as there are records, Garage light was not on today. Records cover 8 % of that time."
    )


async def test_count_of_a_state(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", targets="hall light", measure="count", window="last hour")
    assert told(result)["count"] == 1


async def test_count_leaves_out_what_had_begun_before(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call(
        "analyze_history", targets="hall light", measure="count", window="last 40 minutes"
    )
    assert told(result)["count"] == 0
    assert told(result)["seconds"] == 1500


async def test_changes_of_a_device(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", targets="hall light", measure="changes", window="last hour")
    assert "off 12:45 and on 12:15" in result.text


async def test_ever_reaches_further_back_than_a_day_and_says_how_far(lodge: Lodge) -> None:
    await lived(lodge)
    result = await lodge.call("analyze_history", targets="hall light", measure="any")
    assert result.text.startswith("Yes: Hall light was on in the last 30 days:")


@pytest.mark.parametrize(
    ("target", "measure", "reason"),
    [
        ("pool", "mean", "unknown_name"),
        ("hall light", "mean", "history_not_a_number"),
        ("kitchen temperature", "duration", "history_not_a_state"),
    ],
)
async def test_history_when_it_does_not_fit(lodge: Lodge, target: str, measure: str, reason: str) -> None:
    result = await lodge.call("analyze_history", targets=target, measure=measure, window="today")
    assert (result.ending, result.reason, result.stop) == (Ending.FATAL, reason, True)
    assert result.text


async def test_why_when_asked_for(lodge: Lodge) -> None:
    context = lodge.context(asked="light up the hall")
    await lodge.call("control_device", context, targets=["hall light"], action="turn_on")
    await lodge.recorder.flush()
    result = await lodge.call("why", target="hall light")
    assert "light up the hall" in result.text
    assert told(result)["by_hearth"] is True


async def test_why_when_a_rule_did_it(lodge: Lodge) -> None:
    await lodge.call("create_automation", sensor="temperature", above=26, targets=["fan"], action="turn_on")
    command = Command("fan.living_room_fan", "turn_on")
    await lodge.house.home.execute(Request((command,), Cause(Origin.RULE, "a1")))
    await lodge.recorder.flush()
    result = await lodge.call("why", target="fan")
    assert "rule a1" in result.text
    assert "26 °C" in result.text


async def test_why_when_nobody_of_ours_did_it(lodge: Lodge) -> None:
    lodge.report("light", "hall_light", "ON")
    await lodge.recorder.flush()
    result = await lodge.call("why", target="hall light")
    assert "Not caused by me" in result.text
    assert told(result)["by_hearth"] is False


async def test_why_straight_after_waits_for_the_records(lodge: Lodge) -> None:
    lodge.report("light", "hall_light", "ON")
    lodge.report("light", "hall_light", "OFF")
    await lodge.recorder.flush()
    await lodge.call(
        "control_device", lodge.context(asked="light up"), targets=["hall light"], action="turn_on"
    )
    result = await lodge.call("why", lagging(lodge), target="hall light")
    assert "light up" in result.text
    assert told(result)["by_hearth"] is True


async def test_why_when_unknown(lodge: Lodge) -> None:
    assert (await lodge.call("why", target="pool")).reason == "unknown_name"


async def test_why_straight_after_the_first_change_waits_for_the_records(lodge: Lodge) -> None:
    context = lodge.context(asked="light up")
    await lodge.call("control_device", context, targets=["hall light"], action="turn_on")
    result = await lodge.call("why", lagging(lodge), target="hall light")
    assert "light up" in result.text


async def test_spans_are_told_newest_first_with_their_day_once(lodge: Lodge) -> None:
    for _day in range(2):
        for payload in ("ON", "OFF"):
            lodge.report("light", "hall_light", payload)
            await lodge.clock.advance(1800)
        await lodge.clock.advance(24 * 3600)
    await lodge.recorder.flush()
    asked = {"targets": "hall light", "measure": "when", "window": "last 7 days", "state": "on"}
    result = await lodge.call("analyze_history", **asked)
    assert "6 Jan 13:00 to 13:30 and 5 Jan 12:00 to 12:30" in result.text
    assert "Records begin 5 Jan 12:00." in result.text
    russian = await lodge.call("analyze_history", lodge.context("ru"), **asked)
    assert "06.01. 13:00 – 13:30 и 05.01. 12:00 – 12:30" in russian.text

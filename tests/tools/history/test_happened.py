"""The digest of what happened: commands with their causes, changes, rules, devices lost and back."""

from devices.command import Cause, Command, Origin, Request
from devices.history.course.course import Held, States
from devices.model import Json
from tests.tools.house import Lodge
from tools.history.work.digest import MOST_ROWS, Event, grouped, lines_of, lost_and_back
from tools.outcome import ToolResult


def events(result: ToolResult) -> list[dict[str, Json]]:
    assert isinstance(result.data, dict)
    rows = result.data["events"]
    assert isinstance(rows, list)
    return [row for row in rows if isinstance(row, dict)]


async def busy(lodge: Lodge) -> None:
    """A wish, a rule's act, a door by hand, and a sensor that saw somebody twelve times."""
    await lodge.call(
        "control_device", lodge.context(asked="light up the hall"), targets=["hall light"], action="turn_on"
    )
    await lodge.house.home.execute(
        Request((Command("fan.living_room_fan", "turn_on"),), Cause(Origin.RULE, "a1"))
    )
    await lodge.clock.advance(600)
    lodge.report("lock", "front_door", "UNLOCKED")
    for _ in range(12):
        await lodge.clock.advance(60)
        lodge.report("binary_sensor", "hall_motion", "ON")
        await lodge.clock.advance(60)
        lodge.report("binary_sensor", "hall_motion", "OFF")
    await lodge.recorder.flush()


async def test_what_happened_names_causes_and_groups_what_is_alike(lodge: Lodge) -> None:
    await busy(lodge)
    result = await lodge.call("what_happened", window="today")
    assert "Hall light is on (you asked: “light up the hall”)" in result.text
    assert "Fan is on (by rule a1)" in result.text
    assert "Front door lock: unlocked (not by me)" in result.text
    assert "Hall motion: seeing motion (not by me) (12 times" in result.text
    assert result.text.startswith("Today:")
    assert len(result.text.splitlines()) <= MOST_ROWS + 2


async def test_what_happened_with_one_thing(lodge: Lodge) -> None:
    await busy(lodge)
    result = await lodge.call("what_happened", window="today", targets=["front door lock"])
    assert {row["entity_id"] for row in events(result)} == {"lock.front_door"}


async def test_what_happened_tells_only_commands_when_asked(lodge: Lodge) -> None:
    await busy(lodge)
    result = await lodge.call("what_happened", window="today", only="commands")
    assert {row["kind"] for row in events(result)} == {"confirmed"}


async def test_what_happened_when_a_device_was_lost_and_came_back(lodge: Lodge) -> None:
    await lodge.clock.advance(60)
    lodge.broker.device("light/hall_light/online", "offline", retain=True)
    await lodge.clock.advance(600)
    lodge.broker.device("light/hall_light/online", "online", retain=True)
    lodge.report("light", "hall_light", "OFF")
    await lodge.clock.advance(60)
    await lodge.recorder.flush()
    result = await lodge.call("what_happened", window="today", only="lost")
    assert [row["kind"] for row in events(result)] == ["lost", "back"]
    assert "Hall light: out of reach" in result.text


async def test_what_happened_when_nothing_did(lodge: Lodge) -> None:
    for language in ("en", "zh", "ru"):
        result = await lodge.call("what_happened", lodge.context(language), window="yesterday")
        assert result.reason == "no_data"
        assert result.text


async def test_rows_are_few_and_the_weightiest_stay(lodge: Lodge) -> None:
    now = lodge.clock.now()
    many = [Event(now, f"thing {n}", 0, "change") for n in range(40)]
    rows = grouped([*many, Event(now, "a fault", 3, "failed")])
    lines = lines_of(rows, lodge.context())
    assert len(lines) == MOST_ROWS + 1
    assert any("a fault" in line for line in lines)
    assert "29 more" in lines[-1]


async def test_device_not_heard_of_yet_after_a_start_was_not_lost(lodge: Lodge) -> None:
    def told(*spans: Held) -> list[str]:
        states = States("light.hall_light", "", 0, 900_000, spans)
        return [event.kind for event in lost_and_back([states], lodge.context())]

    off = Held("off", 0, 100_000)
    assert told(off, Held("unavailable", 200_000, 200_012), Held("off", 200_020, 900_000)) == []
    assert told(off, Held("unavailable", 100_000, 100_012), Held("off", 100_012, 900_000)) == ["lost", "back"]
    assert told(off, Held("unavailable", 200_000, 900_000)) == ["lost"]

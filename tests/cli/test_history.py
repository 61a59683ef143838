"""`hearth history` as a shell sees it: figures, tables, charts, CSV, JSON and pictures of a lived home."""

import csv
import json
import subprocess
from datetime import datetime
from io import StringIO

import pytest

from tests.cli.shell import HEARTH, LONGEST, Shell

WARM = "sensor.living_room_temperature"
DOOR = "lock.front_door"


def test_history_into_a_pipe_is_a_plain_table(lived: Shell) -> None:
    done = lived.run("history", WARM)
    head, *rows = [line.split("\t") for line in done.out.splitlines()]
    assert done.code == 0
    assert head[:3] == ["entity", "attribute", "from"]
    told = {row[4]: row for row in rows}
    assert set(told) == {"last", "mean", "min", "max"}
    assert float(told["min"][6]) <= float(told["mean"][6]) <= float(told["max"][6])
    assert told["mean"][7] == "°C"
    assert datetime.fromisoformat(told["max"][8]).tzinfo is not None


def test_history_knows_ids_without_the_home(lived: Shell) -> None:
    done = lived.run("history", WARM, "--broker", "sim")
    assert "built-in home" not in done.err


def test_history_of_names_and_rooms_joins_the_home(lived: Shell) -> None:
    named = lived.run("history", "living room temperature", "--json").rows("entities")
    assert [one["id"] for one in named] == [WARM]
    room = lived.run("history", "kitchen", "--json", "-q").rows("entities")
    assert "sensor.kitchen_temperature" in {one["id"] for one in room}
    assert all(one["id"].partition(".")[0] in {"sensor", "binary_sensor", "climate"} for one in room)


def test_history_alone_lists_what_is_on_record(lived: Shell) -> None:
    rows = [line.split("\t") for line in lived.run("history").out.splitlines()]
    assert rows[0] == ["entity", "attribute", "unit"]
    assert [WARM, "", "°C"] in rows


def test_history_chart_is_drawn_also_into_a_pipe(lived: Shell) -> None:
    done = lived.run("history", WARM, DOOR, "--chart", "--width", "70", "--height", "24", "--last", "3d")
    assert "°C ┤" in done.out
    assert "▃" in done.out  # the door that was opened for moments
    assert max(map(len, done.out.splitlines())) <= 70
    plain = lived.run("history", WARM, "--chart", "--ascii").out.replace("°", "").replace("●", "")
    assert plain.isascii()


def test_history_on_a_terminal_is_a_chart(lived: Shell) -> None:
    done = lived.typed("history", WARM, "--last", "1d", at="now", keys="")
    assert "┤" in done.out
    assert "mean" in done.out


def test_history_by_day_has_a_row_a_day(lived: Shell) -> None:
    done = lived.run(
        "history", "sensor.tv_plug_power", "--window", "last 3 days", "--by", "day", "--stat", "used"
    )
    _, *rows = [line.split("\t") for line in done.out.splitlines()]
    assert len(rows) in (3, 4)
    assert {row[4] for row in rows} == {"used"}
    assert {row[7] for row in rows} == {"kWh"}
    assert sum(float(row[6]) for row in rows if row[6]) > 0


def test_history_state_lists_when_it_held(lived: Shell) -> None:
    done = lived.run("history", DOOR, "--state", "unlocked", "--last", "7d", "--json").rows("entities")
    (door,) = done
    told = {fact["name"]: fact["value"] for fact in door["statistics"]}
    assert told["count"] == sum(one["began_within"] for one in door["stretches"])
    assert told["duration"] == pytest.approx(sum(one["seconds"] for one in door["stretches"]), abs=1)


def test_history_of_a_room_leaves_out_what_has_no_such_figure(lived: Shell) -> None:
    done = lived.run("history", "kitchen", "--stat", "mean", "--last", "2d")
    assert {line.split("\t")[0].split(".")[0] for line in done.out.splitlines()[1:]} == {"sensor"}
    assert "states have a duration and a count only" in done.err


def test_history_of_a_number_asked_for_a_state_says_so(lived: Shell) -> None:
    done = lived.run("history", WARM, "--state", "on")
    assert f"left out: {WARM}; numbers have no states" in done.err


def test_history_state_that_never_was_says_which_there_were(lived: Shell) -> None:
    done = lived.run("history", DOOR, "--state", "ajar", "--last", "7d")
    assert done.code == 0
    assert "was never ajar" in done.err
    assert "unlocked" in done.err


def test_history_compared_with_a_time_and_with_another(lived: Shell) -> None:
    then = lived.run("history", WARM, "--compare", "the day before", "--json").rows("compared")
    (mean,) = [one for one in then[0]["statistics"] if one["name"] == "mean"]
    assert mean["difference"] == pytest.approx(mean["value"] - mean["other"], abs=0.002)
    other = lived.run("history", WARM, "--compare", "sensor.bedroom_temperature", "--json").rows("compared")
    assert other[0]["other"] == "sensor.bedroom_temperature"


def test_history_of_a_state_beside_a_number_compares_nothing(lived: Shell) -> None:
    told = lived.run("history", DOOR, "--state", "unlocked", "--compare", WARM, "--json").rows("compared")
    assert {one["other"] for one in told[0]["statistics"]} <= {None}


def test_history_csv_is_all_readings_by_rfc_4180(lived: Shell) -> None:
    command = [*HEARTH, "history", WARM, DOOR, "--csv", "--last", "2d"]
    done = subprocess.run(
        command, env=lived.environment(), cwd=lived.folder, capture_output=True, timeout=LONGEST, check=True
    )
    text = done.stdout.decode()
    assert text.count("\r\n") == text.count("\n")
    rows = list(csv.DictReader(StringIO(text)))
    assert {row["entity_id"] for row in rows} == {WARM, DOOR}
    warm = [row for row in rows if row["entity_id"] == WARM]
    assert {row["level"] for row in warm} == {"raw"}
    assert len({row["time"] for row in warm}) == len(warm) > 100
    assert [row["time"] for row in warm] == sorted(row["time"] for row in warm)
    assert {row["value"] for row in rows if row["entity_id"] == DOOR} >= {"locked", "unlocked"}


def test_history_csv_into_a_pipe_that_closes_is_quiet(lived: Shell) -> None:
    command = f"{' '.join(HEARTH)} history {WARM} --csv --last 7d | head -2; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["/bin/bash", "-c", command],
        env=lived.environment(),
        cwd=lived.folder,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] in ("141", "0")


def test_history_pictures_are_written(lived: Shell) -> None:
    done = lived.run("history", WARM, DOOR, "--svg", "a.svg", "--png", "a.png")
    assert (done.code, done.out) == (0, "")
    assert (lived.folder / "a.svg").read_text().startswith("<?xml")
    assert (lived.folder / "a.png").read_bytes().startswith(b"\x89PNG")


def test_history_json_is_version_one(lived: Shell) -> None:
    told = json.loads(lived.run("history", WARM, "--json").out)
    assert told["v"] == 1
    assert set(told) == {"v", "window", "zone", "entities"}
    assert set(told["entities"][0]) >= {"id", "kind", "unit", "coverage", "gaps", "since", "statistics"}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["sensor.living_romm_temperature"], 3, WARM.replace("living_room", "bedroom")),
        (["climate.hall_thermostat", "--attr", "colour"], 3, "--attr current_temperature"),
        ([WARM, "--window", "next week"], 2, "names no time that has been"),
        ([WARM, "--last", "soon"], 2, "write 90min, 24h"),
        ([WARM, "--from", "2026-13-01"], 2, "is no time; write"),
        ([WARM, "--from", "2030-01-01", "--to", "2029-01-01"], 2, "future"),
        ([WARM, "--last", "1h", "--window", "today"], 2, "give one of"),
        ([WARM, "--stat", "average"], 2, "none of mean, median"),
        ([WARM, "--by", "decade"], 2, "none of hour, day"),
        ([WARM, "--csv", "--json"], 2, "only one of"),
        ([WARM, "--compare", "gibberish"], 2, "neither a time"),
        ([WARM, "--svg", "a.pdf"], 1, "ends in neither"),
        ([WARM, "--png", "nowhere/a.png"], 1, "can't be written"),
    ],
)
def test_history_of_bad_input_says_in_one_line_what_to_do(
    lived: Shell, arguments: list[str], code: int, said: str
) -> None:
    done = lived.run("history", *arguments, "-q")
    assert done.code == code
    assert said in done.err
    assert len([line for line in done.err.splitlines() if line.startswith("hearth:")]) == 1


def test_history_of_a_home_that_was_never_opened_and_can_not_be(empty: Shell) -> None:
    done = empty.run("history", WARM, "--broker", "mqtt://127.0.0.1:1", "-q")
    assert done.code == 5

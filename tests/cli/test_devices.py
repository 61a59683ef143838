"""`hearth devices` and `hearth get`: what a script reads, and what a person is told when nothing fits."""

import json
import subprocess

import pytest

from tests.cli.shell import HEARTH, LONGEST, Shell


def test_devices_when_piped_is_one_line_a_device(lived: Shell) -> None:
    done = lived.run("devices", "-q")
    rows = [row.split("\t") for row in done.out.splitlines()]
    assert done.code == 0
    assert len(rows) > 20
    assert {len(row) for row in rows} == {5}
    assert ["lock.front_door", "Front door", "Hall", "locked", ""] in rows


def test_devices_json_tells_the_same(lived: Shell) -> None:
    document = lived.run("devices", "--json", "-q").document()
    assert document["v"] == 1
    devices = document["devices"]
    assert isinstance(devices, list)
    by_id = {device["id"]: device for device in devices if isinstance(device, dict)}
    assert by_id["sensor.kitchen_temperature"]["unit"] == "°C"
    assert by_id["climate.hall_thermostat"]["area"] == "Hall"
    assert {row.split("\t")[0] for row in lived.run("devices", "-q").out.splitlines()} == by_id.keys()


@pytest.mark.parametrize("room", ["kitchen", "Kitchen", "KITCHEN"])
def test_devices_of_a_room_by_any_spelling(lived: Shell, room: str) -> None:
    done = lived.run("devices", "--room", room, "-q")
    assert {row.split("\t")[2] for row in done.out.splitlines()} == {"Kitchen"}


def test_devices_of_a_room_and_a_state(lived: Shell) -> None:
    done = lived.run("devices", "--room", "hall", "--state", "locked", "-q")
    assert [row.split("\t")[0] for row in done.out.splitlines()] == ["lock.front_door"]


def test_devices_of_an_unknown_room_exits_3_and_lists_the_rooms(lived: Shell) -> None:
    done = lived.run("devices", "--room", "cellar", "-q")
    assert (done.code, done.out) == (3, "")
    assert "  Kitchen" in done.err.splitlines()


def test_devices_when_the_reader_leaves_ends_silently_with_141(lived: Shell) -> None:
    reading = subprocess.Popen(["true"], stdin=subprocess.PIPE, text=True)
    reading.wait(LONGEST)
    done = subprocess.run(
        [*HEARTH, "devices", "-q"],
        env=lived.environment(),
        cwd=lived.folder,
        stdin=subprocess.DEVNULL,
        stdout=reading.stdin,
        stderr=subprocess.PIPE,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    reading.communicate()
    assert (done.returncode, done.stderr) == (141, "")


def test_devices_at_a_terminal_are_grouped_by_room(lived: Shell) -> None:
    done = lived.typed("devices", "--room", "hall", at="Hall", keys="")
    assert done.code == 0
    assert "\x1b[1mHall" in done.out
    assert "\x1b" not in lived.typed("devices", "--room", "hall", "--no-color", at="Hall", keys="").out


def test_get_prints_the_state_and_nothing_else(lived: Shell) -> None:
    done = lived.run("get", "lock.front_door", "-q")
    assert (done.code, done.out, done.err) == (0, "locked\n", "")


def test_get_takes_a_name_and_an_attribute(lived: Shell) -> None:
    done = lived.run("get", "Hall thermostat", "--attr", "target", "-q")
    assert float(done.out) == pytest.approx(21, abs=6)
    assert json.loads(
        lived.run("get", "climate.hall_thermostat", "--attr", "temperature", "--json", "-q").out
    )


def test_get_an_unknown_attribute_exits_3_and_names_those_it_has(lived: Shell) -> None:
    done = lived.run("get", "climate.hall_thermostat", "--attr", "wings", "-q")
    assert (done.code, done.out) == (3, "")
    assert "  current_temperature" in done.err.splitlines()


def test_get_a_near_miss_exits_3_and_acts_on_nothing(lived: Shell) -> None:
    done = lived.run("get", "kitchen lihgt", "-q")
    assert (done.code, done.out) == (3, "")
    assert "light.kitchen" in done.err

"""House files: what is saved comes back, a spoilt file is told and kept."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from simulator.house.first import first_house
from simulator.house.physics import advance
from simulator.house.storage import HouseFileError, load, save
from simulator.house.wish import Turn

START = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)


def test_saved_house_lives_on_as_if_never_closed(tmp_path: Path) -> None:
    house = first_house(START)
    advance(house, house.at + 30 * 3600)
    house.apply("front_door_lock", Turn(False))
    save(house, tmp_path / "deep" / "house.json", durable=True)
    loaded = load(tmp_path / "deep" / "house.json")
    assert loaded == house
    for one in (house, loaded):
        advance(one, one.at + 10 * 3600)
    assert loaded == house


def test_save_leaves_nothing_but_the_file_and_it_is_readable(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    for _ in range(2):
        save(first_house(START), path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["house.json"]
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["at"] == "2026-03-04T05:06:00+00:00"
    assert data["devices"][0]["name"] == "Living room ceiling light"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"version": 99}',
        "nonsense",
        '{"version": 1, "seed": 1, "at": "yesterday", "rooms": [], "devices": [], "people": []}',
        '{"version": 1, "seed": 1, "at": "2026-01-01T00:00:00+00:00", "rooms": {}, "devices": [], "people": []}',
    ],
)
def test_load_of_spoilt_file_tells_which_and_keeps_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "house.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HouseFileError, match=r"house\.json is not a house file"):
        load(path)
    assert path.read_text(encoding="utf-8") == text


def test_load_of_device_in_unknown_room(tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    save(first_house(START), path)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["devices"][0]["room"] = "attic"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(HouseFileError, match="attic"):
        load(path)


def test_load_of_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "house.json")


def test_save_into_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError, match="file"):
        save(first_house(START), tmp_path / "file" / "house.json")

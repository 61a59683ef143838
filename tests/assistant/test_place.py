"""Where a home is kept, and what its owner named there."""

from pathlib import Path

import pytest

from assistant import place
from assistant.config import Config
from devices.errors import ConfigError
from devices.model import Area, Floor
from devices.registry import Names
from devices.storage.database import Database
from devices.storage.settings import Settings


def test_two_homes_never_share_a_folder(tmp_path: Path) -> None:
    brokers = (None, "mqtt://one:1883", "mqtt://one:1884", "mqtts://two", "mqtt://[::1]:1883")
    folders = {place.folder(Config(broker=broker, data_dir=tmp_path)) for broker in brokers}
    assert len(folders) == len(brokers)
    assert all(folder.parent == tmp_path and folder.is_dir() for folder in folders)


def test_password_is_not_in_the_folder_name(tmp_path: Path) -> None:
    folder = place.folder(Config(broker="mqtt://bob:secret@broker.local:1883", data_dir=tmp_path))
    assert folder.name == "broker.local-1883"


def test_folder_that_cannot_be_made_names_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="--data-dir"):
        place.folder(Config(data_dir=tmp_path / "file" / "inner"))


async def test_names_come_back_as_they_were_kept(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    settings = Settings(database)
    assert place.names(settings) is None
    owned = Names(
        areas=(Area("hall", "Hall", "ground", ("entrée", "门厅")),),
        floors=(Floor("ground", "Ground"),),
        aliases={"light.a": ("лампа",)},
        entity_areas={"light.a": "hall"},
        hidden=frozenset({"light.b"}),
    )
    await place.keep_names(settings, owned)
    again = Settings(database)
    await again.load()
    assert place.names(again) == owned
    assert await place.install(again) == await place.install(again)
    await database.close()


def test_first_names_put_every_room_on_its_floor() -> None:
    names = place.first_names([("hall", "Hall", "Ground floor"), ("bed", "Bedroom", "First floor")])
    assert [(area.id, area.floor) for area in names.areas] == [
        ("hall", "ground_floor"),
        ("bed", "first_floor"),
    ]
    assert [floor.name for floor in names.floors] == ["Ground floor", "First floor"]

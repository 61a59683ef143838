"""What the user named comes back as it was kept."""

from pathlib import Path

from devices.model import Area, Floor
from devices.storage.database import Database
from devices.storage.names import keep_names, stored_names
from devices.storage.settings import Settings
from devices.view import Names


async def test_names_come_back_as_they_were_kept(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    settings = Settings(database)
    assert stored_names(settings) is None
    owned = Names(
        areas=(Area("hall", "Hall", "ground", ("entrée", "门厅")),),
        floors=(Floor("ground", "Ground"),),
        aliases={"light.a": ("лампа",)},
        entity_areas={"light.a": "hall"},
        hidden=frozenset({"light.b"}),
    )
    await keep_names(settings, owned)
    again = Settings(database)
    await again.load()
    assert stored_names(again) == owned
    await database.close()

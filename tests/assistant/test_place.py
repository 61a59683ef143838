"""Where a home is kept, and what its owner named there."""

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from assistant import place
from assistant.config import Config
from devices.automation.almanac import Almanac, sun
from devices.automation.rule.trigger import SunEvent
from devices.errors import ConfigError
from devices.storage.database import Database
from devices.storage.settings import Settings
from simulator.house.weather import sunshine


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


async def test_install_id_is_made_once(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path / 'home.db'}")
    first = await place.install(Settings(database))
    again = Settings(database)
    await again.load()
    assert await place.install(again) == first
    await database.close()


def test_first_names_put_every_room_on_its_floor() -> None:
    names = place.first_names([("hall", "Hall", "Ground floor"), ("bed", "Bedroom", "First floor")])
    assert [(area.id, area.floor) for area in names.areas] == [
        ("hall", "ground_floor"),
        ("bed", "first_floor"),
    ]
    assert [floor.name for floor in names.floors] == ["Ground floor", "First floor"]


def test_almanac_is_what_was_configured_and_a_real_home_has_no_place_of_its_own() -> None:
    zone = ZoneInfo("Europe/Berlin")
    told = Config(latitude=52.5, longitude=13.4, country="DE")
    assert place.almanac(told, zone) == Almanac(zone, 52.5, 13.4, "DE")
    assert place.almanac(Config(broker="mqtt://one", country="FR"), zone) == Almanac(zone, country="FR")


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Tokyo"])
@pytest.mark.parametrize("month", range(1, 13))
def test_built_in_home_lies_under_its_simulated_sun(name: str, month: int) -> None:
    zone, day = ZoneInfo(name), date(2026, month, 15)
    almanac = place.almanac(Config(), zone)
    midnight = datetime(2026, month, 15, tzinfo=zone).astimezone(UTC).timestamp()
    lead = datetime(2026, month, 15, 12, tzinfo=zone).utcoffset()
    assert lead is not None
    minutes = [midnight + 60.0 * n for n in range(1440)]
    lit = [at for at in minutes if sunshine(1, at, lead.total_seconds()) > 0]
    for event, simulated in ((SunEvent.SUNRISE, lit[0]), (SunEvent.SUNSET, lit[-1])):
        found = sun(almanac, event, day)
        assert found is not None
        assert found.astimezone(zone).date() == day
        assert abs(found.timestamp() - simulated) < 75 * 60

"""`hearth import`: a recorder's past beside a home that has some of its own; the broker is not asked."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from assistant.cli.exit import Exit
from devices.history.sight import Mark, Series
from devices.history.store import identify, put
from devices.storage.database import Database
from tests.cli.shell import Done, Shell
from tests.history.imported.recorder import RecorderFile

BROKER = ("--broker", "mqtt://127.0.0.1:1")
NOW = datetime.now(UTC).replace(microsecond=0)
OURS = ("sensor.hall_temperature", "binary_sensor.front_door")
DEGREES = {"unit_of_measurement": "°C"}


def at(hours: float) -> datetime:
    """So many hours ago."""
    return NOW - timedelta(hours=hours)


async def _record(file: Path) -> None:
    """An hour that Hearth recorded itself."""
    database = Database.open(f"sqlite:///{file}")
    first, last = round(at(1).timestamp() * 1000), round(NOW.timestamp() * 1000)
    try:
        warm, door = Series(OURS[0], "", "°C"), Series(OURS[1])
        ids = await database.write(lambda c: identify(c, (warm, door)))
        rows = [
            (ids[warm], first, 20.0, None, Mark.LIVE.value),
            (ids[door], first, None, "off", Mark.LIVE.value),
        ]
        await database.write(lambda c: put(c, rows, {"start": first, "end": last, "beat": 0}))
    finally:
        await database.close()


@pytest.fixture
def home(empty: Shell) -> Shell:
    """A real broker's home with an hour of records, and a recorder's file beside it."""
    folder = empty.folder / ".local/share/hearth/127.0.0.1-1"
    folder.mkdir(parents=True)
    asyncio.run(_record(folder / "hearth.db"))
    theirs = RecorderFile(empty.folder / "home-assistant_v2.db")
    theirs.run(at(100), None)
    theirs.states("sensor.hall_temperature", [(at(5), "18", DEGREES), (at(3), "19", DEGREES)])
    theirs.states("binary_sensor.haustuer", [(at(4), "on", {}), (at(2), "off", {})])
    theirs.states("sensor.hall_temperatur", [(at(0.5), "21", DEGREES)])
    return empty


def imported(home: Shell, *more: str) -> Done:
    """Import the file."""
    return home.run("import", "home-assistant_v2.db", *BROKER, *more)


def test_import_dry_run_says_what_would_come_and_writes_nothing(home: Shell) -> None:
    done = imported(home, "--dry-run")
    assert done.code == Exit.DONE
    assert "sensor.hall_temperature\t2 states" in done.out
    assert "--map sensor.hall_temperatur=sensor.hall_temperature ?" not in done.err  # that one is taken
    assert "binary_sensor.haustuer" in done.err
    assert "nothing was written" in done.err
    again = imported(home, "--dry-run", "--json").document()
    assert (again["dry_run"], again["entities"]) == (
        True,
        [{"entity_id": "sensor.hall_temperature", "from": "sensor.hall_temperature", "states": 2}],
    )


def test_import_with_a_name_mapped_shows_in_history(home: Shell) -> None:
    done = imported(home, "--map", "binary_sensor.haustuer=binary_sensor.front_door", "--json")
    found = {one["entity_id"]: one["readings"] for one in done.rows("entities")}
    assert found == {"sensor.hall_temperature": 2, "binary_sensor.front_door": 2}
    asked = home.run("history", "sensor.hall_temperature", "--last", "6h", "--csv", *BROKER)
    assert ",18" in asked.out
    assert ",19" in asked.out
    again = imported(home, "--json").rows("entities")
    assert [one["readings"] for one in again] == [0]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("import", "home-assistant_v2.db"), Exit.USAGE, "--broker URL"),
        (("import", "nothing.db", *BROKER), Exit.FAILED, "home-assistant_v2.db"),
        (("import", "home-assistant_v2.db", "--map", "x", *BROKER), Exit.USAGE, "two ids"),
        (
            ("import", "home-assistant_v2.db", "--map", "a.b=sensor.hall_temperatur", *BROKER),
            Exit.USAGE,
            "not in",
        ),
        (("import", "home-assistant_v2.db", "--broker", "mqtt://127.0.0.1:2"), Exit.FAILED, "no records yet"),
    ],
)
def test_import_of_what_cannot_be_is_one_line(
    home: Shell, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = home.run(*arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert "Traceback" not in done.err
    assert len(done.err.splitlines()) == 1

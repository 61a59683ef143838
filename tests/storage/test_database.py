"""The database: opened from nothing, upgraded with a backup, refused when newer, left alone when corrupt."""

import asyncio
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.schema import CreateTable

from devices.errors import NewerSchema, StorageError
from devices.storage import migrate
from devices.storage.database import NEWEST, Database, backup
from devices.storage.tables import SETTING, metadata


def url(path: Path) -> str:
    return f"sqlite:///{path}"


def fill(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


async def test_open_from_nothing_makes_folder_and_private_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "home.db"
    database = Database.open(url(path))
    await database.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not list(path.parent.glob("*.before-*"))


async def test_open_gives_the_tables_that_the_code_declares(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    await Database.open(url(path)).close()
    engine = create_engine(url(path))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_tables_can_be_made_in_postgresql() -> None:
    dialect = make_url("postgresql+psycopg://host/home").get_dialect()()
    made = [str(CreateTable(table).compile(dialect=dialect)) for table in metadata.sorted_tables]
    assert len(made) == 25
    assert not [statement for statement in made if "ROWID" in statement]


def test_newest_is_the_head_of_the_migrations() -> None:
    assert migrate.newest() == NEWEST


def test_open_again_loads_no_alembic(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys; from devices.storage.database import Database;"
        "asyncio.run(Database.open(sys.argv[1]).close()); print('alembic' in sys.modules)"
    )
    start = [sys.executable, "-c", script, url(tmp_path / "home.db")]
    said = [
        subprocess.run(start, capture_output=True, text=True, check=True, timeout=30).stdout for _ in range(2)
    ]
    assert said == ["True\n", "False\n"]


async def test_open_what_a_newer_hearth_wrote(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    await Database.open(url(path)).close()
    fill(path, "UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(NewerSchema, match="9999"):
        Database.open(url(path))
    assert path.read_bytes() == before


async def test_open_a_corrupt_file_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    path.write_bytes(b"this was a database once, and then the disk had a bad day" * 100)
    before = path.read_bytes()
    with pytest.raises(StorageError, match="can't be opened"):
        Database.open(url(path))
    assert path.read_bytes() == before


def test_upgrade_that_fails_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    fill(path, "CREATE TABLE alembic_version (version_num VARCHAR(32))", "CREATE TABLE rule (mine TEXT)")
    with pytest.raises(StorageError, match="rule already exists"):
        Database.open(url(path))
    left = sqlite3.connect(path)
    assert {name for (name,) in left.execute("SELECT name FROM sqlite_master")} == {"alembic_version", "rule"}
    left.close()


def test_four_processes_open_the_same_new_database(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys; from devices.storage.database import Database;"
        "asyncio.run(Database.open(sys.argv[1]).close())"
    )
    start = [sys.executable, "-c", script, url(tmp_path / "home.db")]
    openers = [subprocess.Popen(start) for _ in range(4)]
    assert [opener.wait(timeout=30) for opener in openers] == [0, 0, 0, 0]


async def test_open_somebody_elses_database(tmp_path: Path) -> None:
    path = tmp_path / "home.db"
    fill(path, "CREATE TABLE states (id INTEGER)")
    with pytest.raises(StorageError, match="something else"):
        Database.open(url(path))


def test_open_where_no_folder_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StorageError, match="can't be made"):
        Database.open(url(tmp_path / "file" / "home.db"))


@pytest.mark.parametrize("address", ["", "sqlite://", "sqlite:///:memory:", "not an address"])
def test_open_an_address_without_a_file(address: str) -> None:
    with pytest.raises(StorageError):
        Database.open(address)


def test_backup_copies_all_of_an_open_database(tmp_path: Path) -> None:
    path, target = tmp_path / "home.db", tmp_path / "copy.db"
    fill(path, "PRAGMA journal_mode=WAL", "CREATE TABLE keepsake (word TEXT)")
    target.write_text("an older copy")
    writer = sqlite3.connect(path)
    writer.execute("INSERT INTO keepsake VALUES ('still in the log')")
    writer.commit()
    backup(path, target)
    writer.close()
    copy = sqlite3.connect(target)
    assert copy.execute("SELECT word FROM keepsake").fetchall() == [("still in the log",)]
    copy.close()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


async def test_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    database = Database.open(url(tmp_path / "home.db"))

    def half(connection: Connection) -> None:
        connection.execute(insert(SETTING).values(key="a", value="1"))
        connection.execute(text("INSERT INTO nowhere VALUES (1)"))

    with pytest.raises(StorageError, match="nowhere") as failure:
        await database.write(half)
    assert "\n" not in str(failure.value)
    assert await database.read(lambda c: c.execute(select(SETTING)).all()) == []
    await database.close()


async def test_read_sees_what_was_written(tmp_path: Path) -> None:
    database = Database.open(url(tmp_path / "home.db"))
    await database.write(lambda c: c.execute(insert(SETTING).values(key="a", value="1")))
    assert await database.read(lambda c: c.execute(select(SETTING.c.value)).scalar_one()) == "1"
    await database.close()


async def test_use_after_close_is_refused(tmp_path: Path) -> None:
    database = Database.open(url(tmp_path / "home.db"))
    await database.close()
    await database.close()
    with pytest.raises(StorageError, match="closed"):
        await database.read(lambda c: c.execute(select(SETTING)).all())


async def put(database: Database, key: str) -> None:
    await database.write(lambda connection: connection.execute(insert(SETTING).values(key=key, value="x")))


async def test_two_processes_write_in_turn(tmp_path: Path) -> None:
    first, second = Database.open(url(tmp_path / "home.db")), Database.open(url(tmp_path / "home.db"))
    for number in range(10):
        await asyncio.gather(put(first, f"first{number}"), put(second, f"second{number}"))
    assert len(await first.read(lambda c: c.execute(select(SETTING)).all())) == 20
    await first.close()
    await second.close()

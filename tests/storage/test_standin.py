"""A file that can't be used: what it is called, what stands in for it, and that the original stays as it is."""

import os
import pwd
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert

from devices.errors import NewerSchema, StorageError
from devices.storage import migrate
from devices.storage.database import Database
from devices.storage.lease import Lease
from devices.storage.rescue.flaw import Flaw, UnusableFile
from devices.storage.rescue.standin import LARGEST, LEAST, SPARE, Copied, StandIn, place, standing_in
from devices.storage.settings import Settings
from devices.storage.tables import READING
from tests.databases import at, locked, rows

assert migrate.FOLDER.is_dir()  # loaded here: whoever may read little could not load it later

SETTINGS = [f"key{number}" for number in range(200)]


async def made(folder: Path) -> Path:
    """A home's database with settings and readings, closed in good order."""
    database = Database.open(at(folder))
    settings = Settings(database)
    for key in SETTINGS:
        await settings.put(key, "a word of this home " * 20)
    values = [{"series": 1, "at": number, "value": 20.0} for number in range(20_000)]
    await database.write(lambda connection: connection.execute(insert(READING), values))
    await database.close()
    return folder / "home.db"


@contextmanager
def reader() -> Iterator[Path]:
    """A folder of somebody who is not root, for whom modes of files hold."""
    folder = Path(tempfile.mkdtemp(prefix="hearth-test-"))
    try:
        if os.geteuid() != 0:
            yield folder
            return
        nobody = pwd.getpwnam("nobody").pw_uid
        os.chown(folder, nobody, -1)
        os.seteuid(nobody)
        try:
            yield folder
        finally:
            os.seteuid(0)
    finally:
        folder.chmod(0o700)
        shutil.rmtree(folder)


def dies_writing(original: Path, statement: str) -> None:
    """A process writes and is killed: its words are in the log only."""
    script = (
        "import os, sqlite3, sys; one = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "one.execute('PRAGMA journal_mode=WAL'); one.execute(sys.argv[2]); os.kill(os.getpid(), 9)"
    )
    owner = os.geteuid()
    os.seteuid(os.getuid())
    subprocess.run([sys.executable, "-c", script, str(original), statement], check=False, timeout=30)
    original.with_name(f"{original.name}-shm").unlink()
    os.chown(original.with_name(f"{original.name}-wal"), owner, -1)
    os.seteuid(owner)


def refused(original: Path) -> UnusableFile:
    """What opening it says."""
    with pytest.raises(UnusableFile) as raised:
        Database.open(f"sqlite:///{original}")
    return raised.value


async def known(stand_in: StandIn) -> tuple[int, int]:
    """How many settings and readings it has; it can be written as well."""
    settings = Settings(stand_in.database)
    await settings.load()
    await settings.put("written", "yes")
    held = [key for key in SETTINGS if settings.value(key) is not None]
    ((readings,),) = rows(f"sqlite:///{stand_in.database.file}", "SELECT count(*) FROM reading")
    assert isinstance(readings, int)
    return len(held), readings


async def test_file_that_is_no_database(tmp_path: Path) -> None:
    original = tmp_path / "home.db"
    original.write_bytes(b"a letter to my aunt " * 5000)
    broken = refused(original)
    with standing_in(original, broken) as stand_in:
        assert (broken.flaw, stand_in.copied, stand_in.alone) == (Flaw.CORRUPT, Copied.NOTHING, False)
        assert stat.S_IMODE(stand_in.folder.stat().st_mode) == 0o700
        assert await known(stand_in) == (0, 0)
        await stand_in.database.close()
    assert not stand_in.folder.exists()
    assert original.read_bytes() == b"a letter to my aunt " * 5000


async def test_torn_pages_of_what_a_home_is_made_of(tmp_path: Path) -> None:
    original = await made(tmp_path)
    content = bytearray(original.read_bytes())
    first = content.index(b"a word of this home")
    content[first - 2000 : first + 20_000] = os.urandom(22_000)
    original.write_bytes(content)
    broken = refused(original)
    assert broken.flaw is Flaw.CORRUPT
    with standing_in(original, broken) as stand_in:
        assert await known(stand_in) == (0, 0)
        await stand_in.database.close()
    assert original.read_bytes() == content


async def test_torn_pages_of_readings_are_found_when_they_are_read(tmp_path: Path) -> None:
    original = await made(tmp_path)
    content = bytearray(original.read_bytes())
    content[-4 * 4096 : -4096] = bytes(3 * 4096)
    original.write_bytes(content)
    database = Database.open(f"sqlite:///{original}")
    with pytest.raises(StorageError, match=r"malformed; it is left as it is: move") as raised:
        await database.read(lambda connection: connection.execute(READING.select()).all())
    assert "\n" not in str(raised.value)
    await database.close()


async def test_lock_of_another_program_leaves_all_to_be_read(tmp_path: Path) -> None:
    original = await made(tmp_path)
    with locked(f"sqlite:///{original}"):
        broken = refused(original)
        assert broken.flaw is Flaw.LOCKED
        with standing_in(original, broken) as stand_in:
            assert (stand_in.copied, stand_in.alone) == (Copied.ALL, True)
            assert await known(stand_in) == (200, 20_000)
            await stand_in.database.close()


async def test_lock_that_lets_nobody_read(tmp_path: Path) -> None:
    original = await made(tmp_path)
    with closing(sqlite3.connect(original, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=DELETE")
        other.execute("BEGIN EXCLUSIVE")
        with standing_in(original, UnusableFile("locked", Flaw.LOCKED)) as stand_in:
            assert (stand_in.copied, stand_in.alone) == (Copied.NOTHING, False)
            await stand_in.database.close()


@pytest.mark.parametrize("modes", [(0o400, 0o700), (0o600, 0o500), (0o400, 0o500)])
async def test_file_or_folder_that_is_read_only(modes: tuple[int, int]) -> None:
    with reader() as folder:
        original = await made(folder)
        original.chmod(modes[0])
        folder.chmod(modes[1])
        before = original.read_bytes()
        broken = refused(original)
        assert broken.flaw is Flaw.READ_ONLY
        with standing_in(original, broken) as stand_in:
            assert (stand_in.copied, stand_in.alone) == (Copied.ALL, True)
            assert await known(stand_in) == (200, 20_000)
            with standing_in(original, broken) as second:
                assert (second.copied, second.alone) == (Copied.ALL, False), "two must not both act"
                await second.database.close()
            await stand_in.database.close()
        assert original.read_bytes() == before


async def test_what_the_log_still_holds_is_copied_too() -> None:
    """Killed, its last words are only in the log beside the file; and nobody may write there now."""
    with reader() as folder:
        original = await made(folder)
        dies_writing(original, "INSERT INTO setting VALUES ('last', 'x')")
        folder.chmod(0o500)
        with standing_in(original, refused(original)) as stand_in:
            settings = Settings(stand_in.database)
            await settings.load()
            assert settings.value("last") == "x"
            await stand_in.database.close()


async def test_holder_that_lives_keeps_its_lease(tmp_path: Path) -> None:
    original = await made(tmp_path)
    database = Database.open(f"sqlite:///{original}")
    holder = Lease(database, "run")
    assert await holder.take()
    with standing_in(original, UnusableFile("full", Flaw.FULL)) as stand_in:
        assert not stand_in.alone
        assert await Lease(stand_in.database, "app").take(), "the copy is ours"
        assert await holder.renew()
        await stand_in.database.close()
    await database.close()


async def test_nobody_gets_the_lease_while_a_stand_in_acts(tmp_path: Path) -> None:
    original = await made(tmp_path)
    with standing_in(original, UnusableFile("full", Flaw.FULL)) as stand_in:
        assert stand_in.alone
        database = Database.open(f"sqlite:///{original}")
        later = Lease(database, "run")
        assert not await later.take()
        await stand_in.database.close()
    assert await later.take()
    await database.close()


async def test_newer_schema_is_no_case_for_a_stand_in(tmp_path: Path) -> None:
    original = await made(tmp_path)
    with closing(sqlite3.connect(original)) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()
    with (
        pytest.raises(NewerSchema, match="9999"),
        standing_in(original, UnusableFile("full", Flaw.FULL)),
    ):
        pytest.fail("stood in")


async def test_what_is_too_large_is_copied_without_its_history(tmp_path: Path) -> None:
    original = await made(tmp_path)
    os.truncate(original, LARGEST + 4096)  # no room is taken: nothing was written there
    with standing_in(original, UnusableFile("full", Flaw.FULL)) as stand_in:
        assert (stand_in.copied, await known(stand_in)) == (Copied.BOOKS, (200, 0))
        await stand_in.database.close()


def test_what_is_not_about_the_file_is_no_case_for_a_stand_in(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "home.db")) as other:
        other.execute("CREATE TABLE states (id INTEGER)")
    with pytest.raises(StorageError) as raised:
        Database.open(at(tmp_path))
    assert not isinstance(raised.value, UnusableFile)


@given(st.lists(st.integers(0, 2 * LARGEST), min_size=1, max_size=3), st.integers(0, 2 * LARGEST))
def test_place_takes_no_more_than_there_is_room_for(free: list[int], size: int) -> None:
    found = place([(Path(str(number)), room) for number, room in enumerate(free)], size)
    whole = [room for room in free if room >= size + SPARE and size <= LARGEST]
    if found is None:
        assert max(free) < LEAST
        assert not whole
        return
    path, share = found
    assert (share is Copied.ALL) is bool(whole)
    assert free[int(str(path))] == (whole[0] if whole else max(free))

"""A home on PostgreSQL: opened by several at once, one writer at a time, and what its failures say."""

import asyncio
import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, insert, select

from devices.errors import NewerSchema, StorageError
from devices.storage.database import NEWEST, Database
from devices.storage.lease import Lease
from devices.storage.tables import SETTING, metadata
from devices.storage.turns import Turns
from tests.storage.postgres import PASSWORD, Server, server

OPENS = (
    "import asyncio, sys; from devices.storage.database import Database;"
    "asyncio.run(Database.open(sys.argv[1]).close())"
)
RESERVES = (
    "import asyncio, sys\n"
    "from devices.storage.database import Database\n"
    "from devices.storage.turns import Turns\n"
    "async def main():\n"
    "    database = Database.open(sys.argv[1])\n"
    "    print(*[await Turns(database).reserve() for _ in range(20)])\n"
    "    await database.close()\n"
    "asyncio.run(main())\n"
)


async def test_open_gives_the_tables_that_the_code_declares(postgres: Server) -> None:
    address = postgres.fresh()
    await Database.open(address).close()
    engine = create_engine(address)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_four_processes_open_the_same_new_database(postgres: Server) -> None:
    start = [sys.executable, "-c", OPENS, postgres.fresh()]
    openers = [subprocess.Popen(start) for _ in range(4)]
    assert [opener.wait(timeout=30) for opener in openers] == [0, 0, 0, 0]


def test_turn_numbers_of_two_processes_are_never_the_same(postgres: Server) -> None:
    address = postgres.fresh()
    start = [sys.executable, "-c", RESERVES, address]
    both = [subprocess.Popen(start, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    ids = [turn for one in both for turn in one.communicate(timeout=30)[0].split()]
    assert sorted(ids, key=lambda turn: int(turn[1:])) == [f"t{number}" for number in range(1, 41)]


async def test_only_one_of_two_gets_the_lease(postgres: Server) -> None:
    address = postgres.fresh()
    first, second = Database.open(address), Database.open(address)
    taken = await asyncio.gather(Lease(first, "app").take(), Lease(second, "run").take())
    assert sorted(taken) == [False, True]
    await first.close()
    await second.close()


async def test_work_that_fails_leaves_nothing(postgres: Server) -> None:
    database = Database.open(postgres.fresh())

    def work(connection: Connection) -> None:
        connection.execute(insert(SETTING).values(key="a", value="1"))
        connection.execute(insert(SETTING).values(key="a", value="2"))

    with pytest.raises(StorageError, match="did not take it"):
        await database.write(work)
    assert await database.read(lambda connection: connection.execute(select(SETTING)).all()) == []
    await database.close()


async def test_open_what_a_newer_hearth_wrote(postgres: Server) -> None:
    address = postgres.fresh()
    await Database.open(address).close()
    with postgres.connected(address.rpartition("/")[2]) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerSchema, match="9999"):
        Database.open(address)


async def test_open_somebody_elses_database(postgres: Server) -> None:
    address = postgres.fresh()
    with postgres.connected(address.rpartition("/")[2]) as connection:
        connection.execute("CREATE TABLE states (id INTEGER)")
    with pytest.raises(StorageError, match="something else"):
        Database.open(address)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql+psycopg://hearth:{}@127.0.0.1:1/home",
        "postgresql+nonsense://hearth:{}@127.0.0.1:1/home",
        "postgresql+psycopg://hearth:{}@127.0.0.1:port/home",
    ],
)
def test_open_what_is_not_there_says_so_without_the_password(address: str) -> None:
    with pytest.raises(StorageError) as raised:
        Database.open(address.format(PASSWORD))
    assert PASSWORD not in str(raised.value)


async def test_restarted_server_is_found_again(postgres: Server) -> None:
    with server() as own:
        database = Database.open(own.fresh())
        turns = Turns(database)
        assert await turns.reserve() == "t1"
        own.stop()
        with pytest.raises(StorageError):
            await turns.reserve()
        own.start()
        assert await turns.reserve() == "t2"
        await database.close()


def test_newest_is_what_a_new_database_gets(postgres: Server) -> None:
    address = postgres.fresh()
    asyncio.run(Database.open(address).close())
    with postgres.connected(address.rpartition("/")[2]) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(NEWEST,)]

"""A whole home whose database can't be used: it goes on for now, says so, and leaves everything as it is."""

import asyncio
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from assistant.runtime import Role, Runtime
from devices.command import Status
from devices.errors import NewerSchema
from simulator.broker import Broker
from tests.assistant.test_compose import SOON, invited, opened, switch, word
from tests.automation.scene import FAN_ON, WARM, rule
from tests.databases import locked

LETTER = b"a letter to my aunt " * 5000


def database(folder: Path, home: str = "built-in") -> Path:
    """Where a home keeps it, in a folder that is there."""
    path = folder / home / "hearth.db"
    path.parent.mkdir(exist_ok=True)
    return path


def stand_ins() -> set[Path]:
    """The private folders of this process that are there."""
    return set(Path(tempfile.gettempdir()).glob(f"hearth-standin-{os.getpid()}-*"))


async def ruled(runtime: Runtime, *, running: bool) -> bool:
    """Whether its one rule is known, and rules run here or not, as is said; in time."""
    for _ in range(int(SOON / 0.05)):
        if runtime.runner.active:
            break
        await asyncio.sleep(0.05)
    return len(runtime.house.book.rules()) == 1 and runtime.lease_held is running


async def test_damaged_database_of_the_built_in_home(tmp_path: Path) -> None:
    path = database(tmp_path)
    path.write_bytes(LETTER)
    async with opened(tmp_path) as runtime, asyncio.timeout(SOON):
        assert runtime.trouble.startswith(f"{path} is damaged: nothing of this session is kept")
        assert "not known now" in runtime.trouble
        assert "move it away" in runtime.trouble
        assert await runtime.house.home.settled(limit=SOON)
        assert await switch(runtime, "turn_off") is Status.CONFIRMED
        private = runtime.data
        assert private != path.parent
    assert path.read_bytes() == LETTER
    assert sorted(file.name for file in path.parent.iterdir()) == ["hearth.db"]
    assert not private.exists()


async def test_copy_of_the_built_in_home_begins_where_it_was_left(tmp_path: Path) -> None:
    async with opened(tmp_path, Role.ONE_SHOT) as runtime:
        await switch(runtime, "turn_off")
    database(tmp_path).write_bytes(LETTER)
    async with opened(tmp_path, Role.ONE_SHOT) as runtime:
        assert word(runtime) == "off"
        assert await switch(runtime, "turn_on") is Status.CONFIRMED
    database(tmp_path).unlink()
    async with opened(tmp_path, Role.ONE_SHOT) as runtime:
        assert (word(runtime), runtime.trouble) == ("off", "")


async def test_locked_database_of_a_home_that_runs_here_is_joined(tmp_path: Path) -> None:
    """No copy of a lamp is switched while the real one is there."""
    async with opened(tmp_path) as host:
        assert await invited(host)
        with locked(f"sqlite:///{database(tmp_path)}"):
            async with opened(tmp_path, Role.ONE_SHOT) as guest:
                assert guest.site.joined
                assert "locked by another program" in guest.trouble
                assert await switch(guest, "turn_off") is Status.CONFIRMED
                assert word(host) == "off"


async def test_locked_database_of_a_real_home_its_rules_run(tmp_path: Path) -> None:
    async with Broker() as broker:
        async with opened(tmp_path, Role.RUN, broker.url) as runtime:
            await runtime.house.book.add(rule(WARM, FAN_ON))
            path = runtime.data / "hearth.db"
        with locked(f"sqlite:///{path}"):
            async with opened(tmp_path, Role.RUN, broker.url) as runtime:
                assert await ruled(runtime, running=True)
                assert "End that program" in runtime.trouble
                assert not runtime.paused
                await runtime.house.book.add(rule(WARM, FAN_ON))
        async with opened(tmp_path, Role.ONE_SHOT, broker.url) as runtime:
            assert len(runtime.house.book.rules()) == 1, "nothing of that session is kept"


async def test_rules_rest_while_another_may_run_them(tmp_path: Path) -> None:
    async with Broker() as broker, opened(tmp_path, Role.RUN, broker.url) as runtime:
        await runtime.house.book.add(rule(WARM, FAN_ON))
        assert await ruled(runtime, running=True)
        with locked(f"sqlite:///{runtime.data / 'hearth.db'}"):
            async with opened(tmp_path, Role.APP, broker.url) as second:
                assert await ruled(second, running=False)
                assert (second.paused, runtime.lease_held) == (True, True)
                assert "Automations are paused" in second.trouble


async def test_newer_schema_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path, Role.ONE_SHOT):
        pass
    with closing(sqlite3.connect(database(tmp_path))) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()
    with pytest.raises(NewerSchema):
        async with opened(tmp_path):
            pytest.fail("opened")


async def test_stopped_while_it_makes_a_stand_in_leaves_nothing(tmp_path: Path) -> None:
    database(tmp_path).write_bytes(LETTER)
    for after in (0.0, 0.05, 0.1, 0.3):

        async def stay() -> None:
            async with opened(tmp_path):
                await asyncio.Event().wait()

        task = asyncio.create_task(stay())
        await asyncio.sleep(after)
        task.cancel()
        await asyncio.wait((task,), timeout=SOON)
        assert task.cancelled()
    assert not stand_ins()

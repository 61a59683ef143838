"""The program killed outright while it waits for a yes, and started again: nothing ran, and that is said."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.end_to_end.program import HEARTH, Program
from tests.end_to_end.screen import Screen, screen
from tests.storage.postgres import Server


@contextmanager
def app(hearth: Program, *flags: str) -> Iterator[Screen]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(hearth.folder), "LANG": "C.UTF-8"}
    with screen((str(HEARTH), "--data-dir", str(hearth.data), *flags), environment) as shown:
        shown.shows("Living room")
        yield shown


@pytest.mark.timeout(180)  # a new database is filled with the week that the home has lived
@pytest.mark.parametrize("kept", ["file", "server"])
async def test_question_open_at_a_kill_is_refused_and_said(
    hearth: Program, kept: str, request: pytest.FixtureRequest
) -> None:
    server: Server | None = request.getfixturevalue("postgres") if kept == "server" else None
    flags = () if server is None else ("--database", server.fresh())
    with app(hearth, *flags) as first:
        first.type("unlock the front door\r")
        first.shows("Unlock the Front door?")
        assert first.end(signal.SIGKILL) == -signal.SIGKILL
    with app(hearth, *flags) as second:
        second.shows("nothing of that was done")
        assert second.end(signal.SIGTERM) == 143
        assert b"Traceback" not in second.painted
    got = await hearth("get", "lock.front_door", *flags)
    assert got.ended(0).out.strip() == "locked"


async def test_home_on_a_server_keeps_its_turns_there(hearth: Program, postgres: Server) -> None:
    address = postgres.fresh()
    (await hearth("ask", "turn on the kitchen light", "--database", address)).ended(0)
    told = (await hearth("trace", "last", "--json", "--database", address)).ended(0)
    assert told.document["asked"] == "turn on the kitchen light"


async def test_database_of_another_home_is_refused(stranger: Program, postgres: Server) -> None:
    address = postgres.fresh()
    (await stranger("get", "light.kitchen", "--database", address)).ended(0)
    other = await stranger.on("mqtt://127.0.0.1:1")("get", "light.kitchen", "--database", address)
    assert other.ended(2).err.count("belongs to the home built-in") == 1

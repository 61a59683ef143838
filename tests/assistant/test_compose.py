"""A whole home opened and closed: built in, joined, on a broker, in folders that are no good, and cut short."""

import asyncio
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from assistant import presence
from assistant.compose import open_home
from assistant.config import Config
from assistant.runtime import Role, Runtime
from devices.command import Cause, Command, Origin, Request, Status
from devices.errors import ConfigError, HearthError, NotConnected, StorageError
from devices.model import Domain
from simulator.broker import Broker
from simulator.fleet import simulate
from tests.simulator.served import free_port

LIGHT = "light.kitchen_light"
SOON = 15.0


def opened(
    folder: Path, role: Role = Role.APP, broker: str | None = None
) -> AbstractAsyncContextManager[Runtime]:
    return open_home(Config(data_dir=folder, broker=broker), role=role, progress=lambda _text: None)


async def switch(runtime: Runtime, control: str) -> Status:
    """Turn the kitchen light, whatever its id is."""
    light = next(s for s in runtime.house.home.view().snapshots if s.startswith("light.kitchen"))
    done = await runtime.house.home.execute(Request((Command(light, control),), Cause(Origin.CHAT)))
    return done[0].status


async def invited(runtime: Runtime) -> bool:
    """Whether others can join in time."""
    for _ in range(int(SOON / 0.05)):
        if presence.find(runtime.data) is not None:
            return True
        await asyncio.sleep(0.05)
    return False


def word(runtime: Runtime) -> str:
    return next(
        s.word for name, s in runtime.house.home.view().snapshots.items() if name.startswith("light.kitchen")
    )


async def test_app_has_its_devices_before_the_past_is_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as runtime, asyncio.timeout(SOON):
        assert await runtime.house.home.settled(limit=SOON)
        assert len(runtime.house.home.view().snapshots) > 20
        silent = {s.entity.domain for s in runtime.house.home.view().exposed() if s.state is None}
        assert silent <= {Domain.EVENT}, "only a button that nobody has pressed yet says nothing"
    await asyncio.sleep(0)


async def test_guest_knows_every_device_and_is_seen_off(tmp_path: Path) -> None:
    async with opened(tmp_path, Role.ONE_SHOT) as host:
        assert await invited(host)
        guest = opened(tmp_path, Role.ONE_SHOT)
        joined = await guest.__aenter__()
        assert joined.site.joined
        assert joined.house.home.view().snapshots.keys() == host.house.home.view().snapshots.keys()
        assert not joined.lease_held

        async def finish() -> Status:
            """The guest is still at work when its host is through."""
            await asyncio.sleep(0.3)
            status = await switch(joined, "turn_on")
            await guest.__aexit__(None, None, None)
            return status

        working = asyncio.create_task(finish())
    assert await working is Status.CONFIRMED
    async with opened(tmp_path, Role.ONE_SHOT) as again:
        assert (again.site.joined, word(again)) == (False, "on")
    await asyncio.sleep(0)


async def test_only_the_host_sets_the_speed(tmp_path: Path) -> None:
    async with opened(tmp_path) as host:
        assert await invited(host)
        host.set_speed(60)
        card = presence.find(host.data)
        assert card is not None
        assert card.speed == 60
        for wrong in (float("nan"), float("inf"), 0.5, 3601):
            with pytest.raises(ConfigError, match="3600"):
                host.set_speed(wrong)
        async with opened(tmp_path, Role.ONE_SHOT) as guest:
            with pytest.raises(ConfigError, match="only the window"):
                guest.set_speed(2)
    await asyncio.sleep(0)


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"version": 9}'])
async def test_house_file_that_is_none_is_named_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "built-in" / "house.json"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(StorageError, match=r"house\.json .*move it away"):
        async with opened(tmp_path):
            pytest.fail("opened")
    assert path.read_text() == text


async def test_one_shot_without_a_broker_says_why_at_once(tmp_path: Path) -> None:
    async with asyncio.timeout(5):
        with pytest.raises(NotConnected, match="connection refused"):
            async with opened(tmp_path, Role.ONE_SHOT, broker=f"mqtt://127.0.0.1:{free_port()}"):
                pytest.fail("opened")


async def test_one_shot_with_a_wrong_password_says_so(tmp_path: Path) -> None:
    async with Broker(username="bob", password=str(free_port())) as broker, asyncio.timeout(5):
        with pytest.raises(NotConnected, match=r"user name|let this client in") as told:
            async with opened(tmp_path, Role.ONE_SHOT, broker=broker.url.replace("//", "//bob:wrong@")):
                pytest.fail("opened")
    assert "wrong" not in str(told.value)


async def test_two_that_stay_on_one_broker_do_not_throw_each_other_out(tmp_path: Path) -> None:
    async with (
        Broker() as broker,
        asyncio.timeout(SOON),
        opened(tmp_path, Role.RUN, broker=broker.url) as first,
        opened(tmp_path, Role.RUN, broker=broker.url) as second,
    ):
        for runtime in (first, second):
            assert await runtime.house.home.settled()
        await asyncio.sleep(0.3)
        assert len(set(broker.clients)) == 2
        assert first.house.home.connected
        assert second.house.home.connected


async def test_broker_is_read_only_until_allowed_and_stays_allowed(tmp_path: Path) -> None:
    known: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    living = asyncio.create_task(simulate(None, known.set_result))
    url = await known
    async with opened(tmp_path, Role.ONE_SHOT, broker=url) as runtime:
        assert await switch(runtime, "turn_on") is Status.REFUSED
        await runtime.allow_control()
        assert await switch(runtime, "turn_on") is Status.CONFIRMED
    async with opened(tmp_path, Role.ONE_SHOT, broker=url) as runtime:
        assert await switch(runtime, "turn_off") is Status.CONFIRMED
    living.cancel()
    await asyncio.gather(living, return_exceptions=True)


@pytest.mark.parametrize("after", [0.0, 0.02, 0.1, 0.4, 0.8, 1.2, 2.0])
async def test_stopped_at_any_moment_it_ends_soon(tmp_path: Path, after: float) -> None:
    async def stay() -> None:
        async with opened(tmp_path):
            await asyncio.Event().wait()

    task = asyncio.create_task(stay())
    await asyncio.sleep(after)
    task.cancel()
    done, _ = await asyncio.wait((task,), timeout=3)
    assert done, "still closing"
    assert task.cancelled()
    async with opened(tmp_path, Role.ONE_SHOT) as runtime:
        assert not runtime.site.joined


async def test_error_of_the_block_comes_out_as_it_is(tmp_path: Path) -> None:
    with pytest.raises((HearthError, BaseExceptionGroup)) as told:
        async with opened(tmp_path):
            raise HearthError("the block failed")
    assert "the block failed" in repr(told.value)

"""A real Mosquitto from a shell: what is published, what is not, and what is said when it goes away."""

import asyncio
import signal
from pathlib import Path

from tests.end_to_end.program import Program
from tests.end_to_end.wire import BOLT, listener, living_broker
from tests.simulator.served import free_port

UNLOCK = ("ask", "unlock the front door", "--no-input", "--json")
ALLOWED = ("--confirm", "lock.front_door=unlock")


async def test_unlock_publishes_nothing_until_it_is_confirmed(stranger: Program, tmp_path: Path) -> None:
    async with living_broker(stranger, tmp_path) as broker, listener(broker.port) as wire:
        hearth = stranger.on(broker.url, "--allow-control")
        refused = (await hearth(*UNLOCK)).ended(4)
        assert "--confirm lock.front_door=unlock" in refused.err
        assert await wire.commands() == []
        allowed = (await hearth(*UNLOCK, *ALLOWED)).ended(0)
        assert allowed.endings == [("lock.front_door", "confirmed")]
        assert await wire.commands() == [(BOLT, "UNLOCK")]


async def test_real_broker_is_read_only_until_control_is_allowed(stranger: Program, tmp_path: Path) -> None:
    async with living_broker(stranger, tmp_path) as broker, listener(broker.port) as wire:
        hearth = stranger.on(broker.url)
        refused = (await hearth("ask", "turn on the kitchen light", "--json")).ended(4)
        assert refused.endings == [("light.kitchen", "refused")]
        assert "--allow-control" in refused.err
        assert (await hearth("get", "light.kitchen")).ended(0).out == "off\n"
        assert await wire.commands() == []


async def test_broker_unreachable_is_said_in_one_line(stranger: Program) -> None:
    hearth = stranger.on(f"mqtt://127.0.0.1:{free_port()}")
    answer = (await hearth("ask", "turn on the kitchen light", "--json")).ended(5)
    assert answer.document["ok"] is False
    assert answer.document["stop_reason"] == "broker_unreachable"
    assert len(answer.err.strip().splitlines()) <= 2


async def test_broker_killed_while_the_bolt_moves_is_never_called_done(
    stranger: Program, tmp_path: Path
) -> None:
    async with living_broker(stranger, tmp_path) as broker, listener(broker.port) as wire:
        hearth = stranger.on(broker.url, "--allow-control")
        asked = asyncio.create_task(hearth(*UNLOCK, *ALLOWED))
        assert await wire.next_command(BOLT) == "UNLOCK"
        await broker.kill()
        answer = await asked
        assert answer.code in (5, 7), answer
        assert "Traceback" not in answer.err
        assert answer.endings != [("lock.front_door", "confirmed")]


async def test_runner_survives_a_broker_that_goes_and_comes_back(stranger: Program, tmp_path: Path) -> None:
    async with living_broker(stranger, tmp_path) as broker:
        async with stranger.on(broker.url).running("run") as runner:
            await runner.says("running 0 automations")
            await broker.kill()
            before = (await runner.says("broker lost")).count("broker connected")
            await broker.start()
            await runner.says("broker connected", times=before + 1)
            assert await runner.end(signal.SIGTERM) == 143
        assert "Traceback" not in runner.text

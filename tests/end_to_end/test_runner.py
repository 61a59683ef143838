"""A rule from a sentence to its effect on a real broker, through a runner that is killed and comes back."""

import signal
from pathlib import Path

from devices.clock import elapsed
from tests.end_to_end.program import Program, Running
from tests.end_to_end.wire import listener, living_broker

SPEED = 600.0
WARMER = 0.5
HEATING = "climate.hall_thermostat=set_temperature"
TAKEOVER = 15.0
AT_ONCE = 4.0
"""Real seconds, with a look a second and a busy machine."""
RAN = "automation a1 ran: fan.living_room confirmed"


async def test_rule_fires_is_explained_and_outlives_its_runner(stranger: Program, tmp_path: Path) -> None:
    async with living_broker(stranger, tmp_path, speed=SPEED) as broker:
        hearth = stranger.on(broker.url, "--allow-control")
        async with hearth.running("run") as runner:
            await runner.says("running 0 automations")
            await _fan_when_warmer(hearth)
            await runner.says(RAN)
            await _is_explained(hearth)
            assert await runner.end(signal.SIGKILL) == -signal.SIGKILL
        async with hearth.running("run") as again:
            await again.says("running 1 automation ")
            await _is_listed(hearth, again)


async def _fan_when_warmer(hearth: Program) -> None:
    """Ask for the rule, then for the warmth that makes it run."""
    now = float((await hearth("get", "sensor.living_room_temperature")).ended(0).out)
    limit = f"{round(now + WARMER, 1):g}"
    made = (
        await hearth("ask", f"if the living room gets warmer than {limit} degrees turn on the fan")
    ).ended(0)
    assert limit in made.out
    # by night it is set so low that this is a wide change
    heat = (await hearth("ask", "set the hall thermostat to 23.5", "--json", "--confirm", HEATING)).ended(0)
    assert heat.endings == [("climate.hall_thermostat", "confirmed")]


async def _is_explained(hearth: Program) -> None:
    """The cause of the change is the rule, and the records know since when."""
    why = (await hearth("ask", "why is the living room fan on?")).ended(0).out
    assert "a1" in why
    when = (await hearth("ask", "when was the fan on in the last hour?")).ended(0).out
    assert "Fan was on" in when


async def _is_listed(hearth: Program, runner: Running) -> None:
    (entry,) = (await hearth("automations", "--json")).ended(0).document["automations"]
    assert entry["id"] == "a1"
    assert entry["last_run"] is not None
    assert await runner.end(signal.SIGINT) == 130
    assert "Traceback" not in runner.text


async def test_stopped_runner_is_taken_over_and_does_nothing_when_it_goes_on(
    stranger: Program, tmp_path: Path
) -> None:
    async with living_broker(stranger, tmp_path, speed=SPEED) as broker, listener(broker.port) as wire:
        hearth = stranger.on(broker.url, "--allow-control")
        async with hearth.running("run") as first:
            await first.says("running 0 automations")
            async with hearth.running("run") as second:
                await second.says("following another process")
                await _moves(first, signal.SIGSTOP, second)
                await _fan_when_warmer(hearth)
                await second.says(RAN)
                first.process.send_signal(signal.SIGCONT)
                await first.says("following another process")
                commands = [topic for topic, _payload in await wire.commands() if "fan" in topic]
                assert len(commands) == 1
                assert RAN not in first.text
                await _moves(second, signal.SIGKILL, first)
            await first.says("running 1 automation ")


async def test_terminated_runner_hands_over_at_once(stranger: Program, tmp_path: Path) -> None:
    async with living_broker(stranger, tmp_path) as broker:
        hearth = stranger.on(broker.url)
        async with hearth.running("run") as first:
            await first.says("running 0 automations")
            async with hearth.running("run") as second:
                await second.says("following another process")
                assert await first.end(signal.SIGTERM) == 143
                start = elapsed()
                await second.says("running 0 automations")
                assert elapsed() - start < AT_ONCE
                assert await second.end(signal.SIGTERM) == 143
            assert "Traceback" not in first.text + second.text


async def _moves(away: Running, sign: signal.Signals, to: Running) -> None:
    """One that runs the rules is stopped or killed; the other runs them in less than 15 seconds."""
    away.process.send_signal(sign)
    start, before = elapsed(), to.text.count("running ")
    await to.says("running ", before + 1)
    assert elapsed() - start < TAKEOVER

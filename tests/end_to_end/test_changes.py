"""What one process of a home changes or answers, the others know within a second; real broker and processes."""

import asyncio
import json
import signal
from pathlib import Path

from devices.automation.rule.action import Act, Notify
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import Becomes
from devices.automation.rule.write import rule_to_json
from devices.command import Command
from tests.end_to_end.program import Program, Running
from tests.end_to_end.wire import BOLT, listener, living_broker
from tools.automations.exchange import FORMAT, VERSION

LIGHT_UNLOCKS = Rule(
    triggers=(Becomes(("light.kitchen",), to=("on",)),),
    actions=(Notify(message="somebody is in the kitchen"), Act(Command("lock.front_door", "unlock"))),
)
A_SECOND = 1.0


async def test_question_of_a_rule_is_answered_from_another_process(stranger: Program, tmp_path: Path) -> None:
    async with living_broker(stranger, tmp_path) as broker:
        hearth = stranger.on(broker.url, "--allow-control")
        async with hearth.running("run") as runner, listener(broker.port) as wire:
            await runner.says("running 0 automations")
            await _made(hearth, tmp_path)
            await _switched(hearth, "on")
            await runner.says("a1 says: somebody is in the kitchen")
            await runner.says("question q1 of rule a1, because Kitchen light is on: unlock Front door?")
            assert BOLT not in {topic for topic, _payload in await wire.commands()}
            (await hearth("questions", "allow", "q1", "--confirm", "lock.front_door=unlock")).ended(0)
            await _soon(runner, "question q1 allowed by cli")
            assert await wire.next_command(BOLT) == "UNLOCK"
            await runner.says("automation a1 ran: lock.front_door confirmed")
            await _declined(hearth, runner)
            assert [command for command in await wire.commands() if command == (BOLT, "UNLOCK")] == []
            await _granted(hearth)
            assert await wire.next_command(BOLT) == "UNLOCK"
            assert "question q3" not in runner.text
            assert await runner.end(signal.SIGINT) == 130
            assert "Traceback" not in runner.text


async def _made(hearth: Program, folder: Path) -> None:
    """Import the rule while the other process runs: it must know it within a second."""
    file = folder / "rules.json"
    file.write_text(_document(LIGHT_UNLOCKS), encoding="utf-8")
    (await hearth("automations", "import", str(file), "--confirm", "lock.front_door=unlock")).ended(0)
    await asyncio.sleep(A_SECOND)


async def _switched(hearth: Program, word: str) -> None:
    (await hearth("ask", f"turn {word} the kitchen light")).ended(0)


async def _soon(runner: Running, words: str) -> None:
    async with asyncio.timeout(A_SECOND):
        await runner.says(words)


async def _declined(hearth: Program, runner: Running) -> None:
    """Once more, and this time the answer is no."""
    (await hearth("ask", "lock the front door")).ended(0)
    await _switched(hearth, "off")
    await _switched(hearth, "on")
    await runner.says("question q2")
    (await hearth("questions", "decline", "q2")).ended(0)
    await _soon(runner, "question q2 declined by cli")
    await runner.says("automation a1 ran: lock.front_door refused")


async def _granted(hearth: Program) -> None:
    """A lasting permission: the very next time nobody is asked."""
    (await hearth("grant", "a1", "lock.front_door=unlock")).ended(0)
    await _switched(hearth, "off")
    await _switched(hearth, "on")


def _document(rule: Rule) -> str:
    return json.dumps({"format": FORMAT, "v": VERSION, "scenes": {}, "rules": [rule_to_json(rule)]})

"""A home whose rules wait out a `for`, a delay and an answer, in a process of its own, to be killed there."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from devices.automation.rule.action import Act, Wait
from devices.command import Command
from tests.automation.scene import LAMP, UNLOCK, WARM, living, rule

LAMP_ON, LAMP_OFF = Act(Command(LAMP, "turn_on")), Act(Command(LAMP, "turn_off"))


async def main(path: Path) -> None:
    """Cross the limit, say so, and stay until killed, 20 seconds at most."""
    async with living(path) as scene:
        await scene.book.add(rule(replace(WARM, for_seconds=600)))
        await scene.book.add(rule(WARM, LAMP_ON, Wait(550), LAMP_OFF))
        await scene.book.add(rule(WARM, UNLOCK))
        await scene.reads(25)
        await scene.reads(27, after=10)
        sys.stdout.write(f"{scene.clock.now().isoformat()}\n")
        sys.stdout.flush()
        await asyncio.sleep(20)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

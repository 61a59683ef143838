"""A home whose rule waits out its `for`, in a process of its own, to be killed there."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

from tests.automation.scene import WARM, living, rule


async def main(path: Path) -> None:
    """Cross the limit, say so, and stay until killed, 20 seconds at most."""
    async with living(path) as scene:
        await scene.book.add(rule(replace(WARM, for_seconds=600)))
        await scene.reads(25)
        await scene.reads(27, after=10)
        sys.stdout.write(f"{scene.clock.now().isoformat()}\n")
        sys.stdout.flush()
        await asyncio.sleep(20)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

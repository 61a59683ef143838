"""The embedded broker in a process of its own, so that its CPU can be told apart. Prints its port."""

import asyncio

from simulator.broker import Broker


async def serve() -> None:
    """Listen until the process is ended."""
    async with Broker() as broker:
        print(broker.port, flush=True)  # noqa: T201 - read by the bench
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())

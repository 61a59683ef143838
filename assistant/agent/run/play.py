"""One run of the graph to its end: every question is put, and waited for no longer than it may be.

It reads nothing of what is said; how a run ended is for the session to tell.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from langgraph.types import Command as Resume
from langgraph.types import Durability

from assistant.agent.judge.consent import Put, Reply, reply_of
from assistant.agent.run.thread import Thread
from assistant.agent.scene import Scene
from assistant.agent.state import State
from assistant.agent.turn import Asked, Sign

_TICK = 0.02
"""Real seconds by which a timer of the event loop may be early."""


async def play(
    thread: Thread, scene: Scene, feed: State | None, put: tuple[Put, ...] = ()
) -> AsyncGenerator[Sign, None]:
    """Run the graph, and again after each question; `put` are questions that wait in the thread already."""
    given: State | Resume[str] | None = feed
    # a turn is stored as a whole or at its question, so a crash leaves no half of it to run again;
    # after a yes each step is stored before the next: a yes that was used up can't be used twice
    durability: Durability = "exit"
    while True:
        if put:
            replies: dict[str, str] = {}
            async with aclosing(_asked(scene, put, replies)) as signs:
                async for sign in signs:
                    yield sign
            given, durability = Resume(resume=replies), "sync"
        running = asyncio.create_task(thread.run(given, scene, durability), name="turn")
        running.add_done_callback(lambda _task: scene.signs.put_nowait(None))
        try:
            while (told := await scene.signs.get()) is not None:
                yield told
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        if not (put := running.result()):
            return


async def _asked(scene: Scene, put: tuple[Put, ...], replies: dict[str, str]) -> AsyncGenerator[Sign, None]:
    """Hand the questions to the face, and note what it answers in time."""
    loop = asyncio.get_running_loop()
    seconds = scene.answer_seconds * len(put)
    asked = Asked(tuple(p.question for p in put), loop.create_future(), seconds)
    scene.puts(p.key for p in put)
    since, deadline = scene.ledger.ms(), loop.time() + seconds
    # the face may hold this generator while it asks, so the time runs beside it
    expiry = loop.call_at(deadline, asked.answers.cancel)
    try:
        yield asked
        heard = await _heard(asked, deadline)
    finally:
        expiry.cancel()
        asked.answers.cancel()
        scene.ledger.waited(since)
    replies.update({p.key: reply.value for p, reply in zip(put, heard, strict=True)})


async def _heard(asked: Asked, deadline: float) -> list[Reply]:
    """What the face answered; silence to the end is no answer, a cancelled or short one means no."""
    await asyncio.wait([asked.answers])
    count = len(asked.questions)
    if asked.answers.cancelled():
        late = asyncio.get_running_loop().time() >= deadline - _TICK
        return [Reply.UNANSWERED if late else Reply.NO] * count
    given = asked.answers.result()
    return [reply_of(one) for one in given] if len(given) == count else [Reply.NO] * count

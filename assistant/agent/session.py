"""One chat with the home: a sentence in, signs out, a record kept. Knows no screen and no command line."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command as Resume

from assistant.agent.bridge import Toolbox
from assistant.agent.closing import ended, halted
from assistant.agent.graph import RECURSION_LIMIT, Graph, build
from assistant.agent.nodes.confirm import key
from assistant.agent.scene import Dependency, Scene, StopMode
from assistant.agent.state import State
from assistant.agent.trace import Ledger
from assistant.agent.turn import Asked, Finished, Sign, Turn, Words
from assistant.models.provider import Brain, keep_chats_private
from devices.command import Approval, Cause, Origin
from devices.errors import StorageError
from tools.context import House
from tools.registry import TOOLS
from tools.tool import Question, Tool

_TIDY_EVERY = 20
_CONFIG = RunnableConfig(configurable={"thread_id": "chat"}, recursion_limit=RECURSION_LIMIT)


@dataclass(slots=True, eq=False)
class Session:
    """A conversation; its turns run one at a time.

    `approvals` are what a person allowed beforehand; without `interactive` nobody is asked and a call that
    needs a yes is answered needs_confirmation. `seconds` bounds a turn, a person's thinking not counted;
    `number` is how many turns came before this session, for a home that keeps none.
    """

    house: House
    brain: Brain
    _: KW_ONLY
    origin: Origin = Origin.CHAT
    approvals: tuple[Approval, ...] = ()
    interactive: bool = True
    checkpointer: BaseCheckpointSaver[Any] | None = None
    stop_mode: StopMode | str = StopMode.HARD
    dependency: Dependency | str = Dependency.AUTO
    tools: tuple[Tool, ...] = TOOLS
    seconds: float = 30.0
    number: int = 0
    turns: tuple[Turn, ...] = field(default=(), init=False)
    _graph: Graph = field(init=False, repr=False)
    _saver: BaseCheckpointSaver[Any] = field(init=False, repr=False)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)

    def __post_init__(self) -> None:
        keep_chats_private()
        self._saver = self.checkpointer if self.checkpointer is not None else InMemorySaver()
        self._graph = build(Toolbox(self.tools), self._saver)

    async def ask(self, text: str, *, language: str | None = None) -> AsyncGenerator[Sign, None]:
        """One turn: signs while it runs, Finished at its end.

        Cancelling the task that iterates stops the turn: nothing runs afterwards, Finished says stopped, and
        the cancellation goes on after it.
        """
        async with self._lock:
            scene = self._scene(text, language, await self._next())
            shown = ""
            try:
                async with aclosing(self._play(scene, text)) as signs:
                    async for sign in signs:
                        shown += sign.text if isinstance(sign, Words) else ""
                        yield sign
                turn = await self._close(scene)
            except asyncio.CancelledError:
                # the face still gets the record; its cancellation goes on at the next step
                yield Finished(self._keep(halted(scene)))
                raise
            except GeneratorExit:  # the face left without a word
                self._keep(halted(scene))
                raise
            # what was shown and then replaced is put right by Finished
            if turn.answer != shown and turn.answer.startswith(shown):
                yield Words(turn.answer.removeprefix(shown))
            yield Finished(turn)

    async def _play(self, scene: Scene, text: str) -> AsyncGenerator[Sign, None]:
        """Run the graph, and again after each question."""
        feed: State | Resume[str] = State(user_message=text)
        while True:
            questions: tuple[Question, ...] = ()
            stream: AsyncIterator[Any] = self._graph.astream(
                feed, _CONFIG, context=scene, stream_mode=["custom", "updates"]
            )
            async for mode, chunk in stream:
                if mode == "custom":
                    yield chunk
                elif "__interrupt__" in chunk:
                    questions = tuple(Question.model_validate(q) for q in chunk["__interrupt__"][0].value)
            if not questions:
                return
            answers: asyncio.Future[tuple[bool, ...]] = asyncio.get_running_loop().create_future()
            since = scene.ledger.ms()
            try:
                yield Asked(questions, answers)
                given = await _given(answers, len(questions))
            finally:
                answers.cancel()
            scene.ledger.waited(since)
            feed = Resume(resume={key(q): yes for q, yes in zip(questions, given, strict=True)})

    async def _next(self) -> str:
        """The id of a new turn; the home's own count parts it from those of other processes."""
        self.number += 1
        turns = self.house.turns
        try:
            return await turns.reserve() if turns is not None else f"t{self.number}"
        except StorageError:  # a full disk keeps no lamp from being lit
            return f"t{self.number}"

    def _scene(self, text: str, language: str | None, turn_id: str) -> Scene:
        return Scene(
            house=self.house,
            brain=self.brain,
            cause=Cause(self.origin, turn_id, text),
            ledger=Ledger(model=self.brain.name, language=language or ""),
            approvals=self.approvals,
            interactive=self.interactive,
            stop_mode=StopMode(self.stop_mode),
            dependency=Dependency(self.dependency),
            seconds=self.seconds,
        )

    async def _close(self, scene: Scene) -> Turn:
        snapshot = await self._graph.aget_state(_CONFIG)
        state = cast("State", snapshot.values)
        if self.checkpointer is None and self.number % _TIDY_EVERY == 0:
            await self._forget(state)
        return self._keep(ended(scene, state))

    async def _forget(self, state: State) -> None:
        """Drop old checkpoints of our own memory; the conversation itself stays."""
        await self._saver.adelete_thread("chat")
        await self._graph.aupdate_state(_CONFIG, {**state}, as_node="finalize")

    def _keep(self, turn: Turn) -> Turn:
        self.turns = (*self.turns, turn)
        return turn


async def _given(answers: "asyncio.Future[tuple[bool, ...]]", count: int) -> tuple[bool, ...]:
    """What the face answered; a future that it cancelled, or too few answers, mean no."""
    await asyncio.wait([answers])
    given = () if answers.cancelled() else answers.result()
    return given if len(given) == count else (False,) * count

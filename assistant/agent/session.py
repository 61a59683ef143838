"""One chat with the home: a sentence in, signs out, a record kept. Knows no screen and no command line."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.errors import GraphRecursionError

from assistant.agent.bridge import toolbox_of
from assistant.agent.closing import cut_short, ended, forgetful, halted, refused, unkept
from assistant.agent.graph import RECURSION_LIMIT, build
from assistant.agent.judge import mask
from assistant.agent.judge.consent import Put
from assistant.agent.run.play import play
from assistant.agent.run.thread import Thread
from assistant.agent.scene import Dependency, Scene, StopMode
from assistant.agent.state import State
from assistant.agent.trace import Ledger
from assistant.agent.turn import Finished, Leftover, Sign, Turn, Words
from assistant.models.provider import Brain, keep_chats_private
from assistant.models.rest import Allowance
from devices.command import Approval, Cause, Origin
from devices.errors import StorageError
from tools.context import House
from tools.registry import TOOLS
from tools.tool import Tool
from tools.words.speech import say

log = logging.getLogger(__name__)

_ENDING = 5.0


async def _unlimited() -> Allowance | None:
    """A home that sets its models no limit."""
    return None


@dataclass(slots=True, eq=False)
class Session:
    """A conversation; its turns run one at a time.

    `approvals` are what a person allowed beforehand; without `interactive` nobody is asked and a call that
    needs a yes is answered needs_confirmation. `seconds` bounds a turn, a person's thinking not counted, and
    so does `token_limit`, what its model reads and writes, or less if the day's `allowance` leaves less. A
    person has `answer_seconds` for each question. With a `checkpointer` the conversation is kept in its
    `thread`, else it ends with this object. `number` is how many turns came before this session, for a home
    that keeps none.
    """

    house: House
    brain: Brain
    _: KW_ONLY
    origin: Origin = Origin.CHAT
    approvals: tuple[Approval, ...] = ()
    interactive: bool = True
    checkpointer: BaseCheckpointSaver[Any] | None = None
    thread: str = "chat"
    stop_mode: StopMode | str = StopMode.HARD
    dependency: Dependency | str = Dependency.AUTO
    tools: tuple[Tool, ...] = TOOLS
    seconds: float = 30.0
    answer_seconds: float = 30.0
    most_steps: int = RECURSION_LIMIT
    token_limit: int | None = None
    allowance: Callable[[], Awaitable[Allowance | None]] = _unlimited
    number: int = 0
    turns: tuple[Turn, ...] = field(default=(), init=False)
    _scene: Scene | None = field(default=None, init=False, repr=False)
    _thread: Thread = field(init=False, repr=False)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock, init=False, repr=False)
    _lost: bool = field(default=False, init=False, repr=False)

    def __post_init__(self) -> None:
        keep_chats_private()
        self._remember_in(self.checkpointer if self.checkpointer is not None else InMemorySaver())

    async def ask(self, text: str, *, language: str | None = None) -> AsyncGenerator[Sign, None]:
        """One turn: signs while it runs, Finished at its end.

        Cancelling the task that iterates stops the turn: nothing runs afterwards, Finished says stopped, and
        the cancellation goes on after it.
        """
        async with self._lock:
            self._scene = scene = self._set(text, language, await self._next(), await self._allowed())
            async with aclosing(self._turn(scene, State(user_message=text))) as signs:
                async for sign in signs:
                    yield sign

    async def leftover(self) -> Leftover | None:
        """The turn that an earlier process did not end; None when there is none."""
        try:
            return await self._thread.leftover()
        except StorageError:
            return None

    async def remembers(self) -> bool:
        """Whether something was said in this conversation before."""
        try:
            return bool((await self._thread.state()).get("messages"))
        except StorageError:
            return False

    async def drop(self) -> Turn | None:
        """Refuse what an earlier process left open: nothing of it runs, and its record says so."""
        async with self._lock:
            if (left := await self.leftover()) is None:
                return None
            turn = refused(self._set(left.asked, left.language, left.id), left)
            await self._end(turn)
            return self._keep(turn)

    async def resume(self) -> AsyncGenerator[Sign, None]:
        """Put the question that an earlier process left open once more, and go on with that turn.

        A turn without an open question is dropped: what ran of it must not run again.
        """
        async with self._lock:
            left = await self.leftover()
            put = await self._thread.open_questions() if left is not None else ()
            if left is not None and put:
                allowed = await self._allowed()
                self._scene = scene = self._set(left.asked, left.language, left.id, allowed)
                async with aclosing(self._turn(scene, None, put)) as signs:
                    async for sign in signs:
                        yield sign
                return
        if (turn := await self.drop()) is not None:
            yield Finished(turn)

    async def _turn(
        self, scene: Scene, feed: State | None, put: tuple[Put, ...] = ()
    ) -> AsyncGenerator[Sign, None]:
        """A turn to its end, whatever that is: Finished comes always."""
        shown = ""
        try:
            async with aclosing(self._kept_or_not(scene, feed, put)) as signs:
                async for sign in signs:
                    shown += sign.text if isinstance(sign, Words) else ""
                    yield sign
            turn = await self._close(scene)
        except asyncio.CancelledError:
            # the face still gets the record; its cancellation goes on at the next step
            turn = halted(scene)
            await self._end(turn)
            yield Finished(self._keep(turn))
            raise
        except GeneratorExit:  # the face left without a word
            await self._end(self._keep(halted(scene)))
            raise
        except GraphRecursionError:
            turn = cut_short(scene)
            await self._end(turn)
            self._keep(turn)
        except StorageError:
            turn = self._keep(unkept(scene))
        # what was shown and then replaced is put right by Finished
        if turn.answer != shown and turn.answer.startswith(shown):
            yield Words(turn.answer.removeprefix(shown))
        yield Finished(turn)

    async def _kept_or_not(
        self, scene: Scene, feed: State | None, put: tuple[Put, ...]
    ) -> AsyncGenerator[Sign, None]:
        """Play the turn; a memory that can't even be read keeps no lamp from being lit."""
        try:
            async with aclosing(play(self._thread, scene, feed, put)) as signs:
                async for sign in signs:
                    yield sign
        except StorageError as error:
            log.warning("%s", error)
            self._remember_in(InMemorySaver())
            self._lost = True
            if scene.ledger.path or feed is None:
                raise
            async with aclosing(play(self._thread, scene, feed)) as signs:
                async for sign in signs:
                    yield sign

    async def _next(self) -> str:
        """The id of a new turn; the home's own count parts it from those of other processes."""
        self.number += 1
        turns = self.house.turns
        try:
            return await turns.reserve() if turns is not None else f"t{self.number}"
        except StorageError:  # a full disk keeps no lamp from being lit
            return f"t{self.number}"

    def go_offline(self) -> None:
        """Wait for no model any longer in the turn that runs: the offline one goes on at once."""
        if self._scene is not None:
            self._scene.leave.set()

    async def _allowed(self) -> int | None:
        """Tokens that this turn may use; a brain that may use none is not asked."""
        day = await self.allowance()
        if day is None:
            return self.token_limit
        self.brain.rest.spare(day)
        return day.tokens if self.token_limit is None else min(day.tokens, self.token_limit)

    def _set(self, text: str, language: str | None, turn_id: str, allowed: int | None = None) -> Scene:
        return Scene(
            house=self.house,
            brain=self.brain,
            cause=Cause(self.origin, turn_id, mask.text(text)),
            ledger=Ledger(model=self.brain.name, language=language or ""),
            approvals=self.approvals,
            interactive=self.interactive,
            stop_mode=StopMode(self.stop_mode),
            dependency=Dependency(self.dependency),
            seconds=self.seconds,
            answer_seconds=self.answer_seconds,
            token_limit=allowed,
        )

    async def _close(self, scene: Scene) -> Turn:
        turn = ended(scene, self._thread.reached)
        if self._lost:  # said once, by the turn that found it out
            turn, self._lost = forgetful(turn), False
        await self._thread.shorten()
        return self._keep(turn)

    async def _end(self, turn: Turn) -> None:
        """Leave the thread in good order after a turn that did not come to its end."""
        with suppress(StorageError, TimeoutError):
            async with asyncio.timeout(_ENDING):
                await self._thread.end(say(turn.language, "question_dropped"), turn.answer)

    def _remember_in(self, saver: BaseCheckpointSaver[Any]) -> None:
        config = RunnableConfig(configurable={"thread_id": self.thread}, recursion_limit=self.most_steps)
        self._thread = Thread(build(toolbox_of(self.tools), saver), saver, config)

    def _keep(self, turn: Turn) -> Turn:
        self.turns = (*self.turns, turn)
        return turn

"""One conversation as the graph keeps it: read, ended in good order, kept short. Runs no turn."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.types import Command as Resume
from langgraph.types import Durability

from assistant.agent.graph import Graph
from assistant.agent.judge import mask
from assistant.agent.judge.consent import Put, read
from assistant.agent.judge.stop import all_answers, relay
from assistant.agent.judge.veil import history
from assistant.agent.recall import mended
from assistant.agent.scene import Scene
from assistant.agent.state import State
from assistant.agent.turn import Leftover

_TIDY_EVERY = 20
"""So many turns a saver that can't prune may keep all its checkpoints."""


@dataclass(slots=True)
class Thread:
    """A thread of a graph; `config` is what every call of the graph needs, `reached` its last run's end."""

    graph: Graph
    saver: BaseCheckpointSaver[Any]
    config: RunnableConfig
    turns: int = 0
    reached: State = field(default_factory=State)

    async def run(
        self, given: State | Resume[str] | None, scene: Scene, durability: Durability
    ) -> tuple[Put, ...]:
        """Run the graph until it ends, or stands still with questions: these."""
        ran = await self.graph.ainvoke(given, self.config, context=scene, durability=durability, version="v2")
        self.reached = ran.value
        return read(ran.interrupts[0].value) if ran.interrupts else ()

    async def state(self) -> State:
        """What is kept now; empty before the first turn."""
        return cast("State", (await self.graph.aget_state(self.config)).values)

    async def open_questions(self) -> tuple[Put, ...]:
        """The questions that wait in the checkpoint."""
        found = (await self.graph.aget_state(self.config)).interrupts
        return read(found[0].value) if found else ()

    async def leftover(self) -> Leftover | None:
        """The turn that did not come to its end, if there is one."""
        snapshot = await self.graph.aget_state(self.config)
        if not snapshot.next:
            return None
        state = cast("State", snapshot.values)
        put = read(snapshot.interrupts[0].value) if snapshot.interrupts else ()
        return Leftover(
            id=state["turn"]["id"] if "turn" in state else "",
            asked=state.get("user_message", ""),
            language=state.get("language", "en"),
            questions=tuple(p.question for p in put),
            done=relay(all_answers(state.get("messages", ()))),
        )

    async def end(self, said: str, text: str) -> None:
        """End whatever is unfinished without running it: open calls are answered, `text` is the last word."""
        snapshot = await self.graph.aget_state(self.config)
        if not snapshot.next:
            return
        kept = cast("State", snapshot.values)
        messages = history(mended(kept.get("messages", []), said))
        update: dict[str, Sequence[object] | object] = {
            "messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *messages, AIMessage(text)],
            "user_message": mask.text(kept.get("user_message", "")),
            "pending": {"calls": []},
        }
        await self.graph.aupdate_state(self.config, update, as_node="finalize")

    async def _veil(self) -> None:
        """Keep no secret: while it runs, a turn has the user's words as they are; once it ended, not."""
        messages, asked = list(self.reached.get("messages", ())), self.reached.get("user_message", "")
        newest = max((i for i, m in enumerate(messages) if isinstance(m, HumanMessage)), default=0)
        veiled = [*messages[:newest], *history(messages[newest:])]
        if veiled != messages or mask.text(asked) != asked:
            update = {
                "messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *veiled],
                "user_message": mask.text(asked),
            }
            await self.graph.aupdate_state(self.config, update, as_node="finalize")

    async def shorten(self) -> None:
        """Let go of what nobody goes back to, and of secrets; the conversation itself stays."""
        await self._veil()
        self.turns += 1
        name = str(self.config["configurable"]["thread_id"])
        try:
            await self.saver.aprune([name])
        except NotImplementedError:
            if self.turns % _TIDY_EVERY == 0:
                await self.saver.adelete_thread(name)
                await self.graph.aupdate_state(self.config, {**self.reached}, as_node="finalize")

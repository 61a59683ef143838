"""One conversation as the graph keeps it: read, ended in good order, kept short. Runs no turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import AIMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.message import REMOVE_ALL_MESSAGES

from assistant.agent.graph import Graph
from assistant.agent.judge.consent import Put, read
from assistant.agent.judge.stop import all_answers, relay
from assistant.agent.recall import mended
from assistant.agent.state import State
from assistant.agent.turn import Leftover

_TIDY_EVERY = 20
"""So many turns a saver that can't prune may keep all its checkpoints."""


@dataclass(slots=True)
class Thread:
    """A thread of a graph; `config` is what every call of the graph needs."""

    graph: Graph
    saver: BaseCheckpointSaver[Any]
    config: RunnableConfig
    turns: int = 0

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
        messages = mended(cast("State", snapshot.values).get("messages", []), said)
        update: dict[str, Sequence[object] | object] = {
            "messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *messages, AIMessage(text)],
            "pending": {"calls": []},
        }
        await self.graph.aupdate_state(self.config, update, as_node="finalize")

    async def shorten(self) -> None:
        """Let go of what nobody goes back to; the conversation itself stays."""
        self.turns += 1
        name = str(self.config["configurable"]["thread_id"])
        try:
            await self.saver.aprune([name])
        except NotImplementedError:
            if self.turns % _TIDY_EVERY == 0:
                state = await self.state()
                await self.saver.adelete_thread(name)
                await self.graph.aupdate_state(self.config, {**state}, as_node="finalize")

"""Runs turns one after the other and shows their signs. It knows no tool and no device, only the talk."""

import asyncio
import logging
from contextlib import aclosing

from textual.worker import Worker

from assistant.agent.turn import (
    Answers,
    Asked,
    CallEnded,
    CallStarted,
    Finished,
    Sign,
    StopReason,
    Thinking,
    Turn,
    Words,
)
from assistant.kept.accounts import keep
from assistant.person.hand import Asker
from assistant.tui.chat.exchange import Exchange
from assistant.tui.chat.pane import ChatPane
from assistant.tui.face.activity import NODES
from assistant.tui.history.inset import Inset
from assistant.tui.scene import Scene
from assistant.tui.talk import Talk
from tools.tool import Question

log = logging.getLogger(__name__)

FLUSH = 0.08
WAITING = "waiting for the home"


class Conversation:
    """The turns of one talk: one runs, others wait in order."""

    def __init__(self, pane: ChatPane, scene: Scene, asker: Asker) -> None:
        self.pane = pane
        self.scene = scene
        self.asker = asker
        self.talk: Talk | None = None
        self.ready = asyncio.Event()
        self.waiting: list[str] = []
        self.turns: list[Turn] = []
        self.running: Exchange | None = None
        self._worker: Worker[None] | None = None
        self._buffer = ""

    def join(self, talk: Talk) -> None:
        """The assistant is there."""
        self.talk = talk
        self.ready.set()

    @property
    def busy(self) -> bool:
        """Whether a turn runs."""
        return self._worker is not None and not self._worker.is_finished

    async def recount(self, turn: Turn) -> None:
        """Show a turn that ended without the screen."""
        await self._finish(turn, await self.pane.begin(turn.asked))

    def say(self, text: str) -> None:
        """Start a turn, or let it wait behind the one that runs."""
        if self.busy:
            self.waiting.append(text)
            self.pane.waiting(self.waiting)
            return
        self._worker = self.pane.run_worker(self._turns(text), name="turn", group="turn", exit_on_error=False)

    def stop(self) -> bool:
        """Peel one layer: drop what waits, else stop the running turn. False when there is neither."""
        if self.waiting:
            self.waiting.clear()
            self.pane.waiting(self.waiting)
            return True
        if self.busy and self._worker is not None:
            self._worker.cancel()
            return True
        return False

    def go_offline(self) -> bool:
        """Wait for the model no longer; False when nothing is waited for."""
        held = self.pane.prompt.held_up
        if held and self.talk is not None:
            self.talk.go_offline()
        return held

    def _held_up(self, why: str) -> None:
        """Say what is waited for, and that the offline model can take over at once."""
        self.pane.prompt.held_up = bool(why)
        if why:
            self.pane.strip.tell(
                "model", f"{why[:1].upper()}{why[1:]}, question kept.   o offline now   esc stops"
            )
        else:
            self.pane.strip.clear("model")

    async def _turns(self, text: str) -> None:
        await self._turn(text)
        while self.waiting:
            text = self.waiting.pop(0)
            self.pane.waiting(self.waiting)
            await self._turn(text)

    async def _turn(self, text: str) -> None:
        exchange = await self.pane.begin(text)
        self.running, self._buffer = exchange, ""
        flushing = self.pane.set_interval(FLUSH, self._flush)
        try:
            await self.ready.wait()
            if self.talk is not None:
                async with aclosing(self.talk.ask(text)) as signs:
                    async for sign in signs:
                        await self._show(sign, exchange)
        except asyncio.CancelledError:
            await self._flush()
            await self._stopped(exchange)
            raise
        except Exception as error:  # a broken turn must not take the app with it
            log.exception("a turn failed")
            await exchange.interrupt(
                f"✗ this turn failed inside Hearth ({type(error).__name__}); nothing more was done"
            )
        finally:
            flushing.stop()
            self._held_up("")
            self.running = None

    async def _stopped(self, exchange: Exchange) -> None:
        """Close the record of a turn that was stopped before it could say so itself."""
        if exchange.turn is not None:
            return
        kept = self.talk.turns[-1:] if self.talk else ()
        if kept and kept[0].asked == exchange.said and kept[0] not in self.turns:
            await self._finish(kept[0], exchange)
        else:
            await exchange.interrupt("you stopped it")

    async def _show(self, sign: Sign, exchange: Exchange) -> None:
        if isinstance(sign, Words):
            self._buffer += sign.text
            return
        await self._flush()
        match sign:
            case Thinking(node, detail):
                self._held_up(detail)
                exchange.busy.doing_now("waiting" if detail else NODES.get(node, node))
            case CallStarted():
                exchange.busy.doing_now(WAITING)
                await exchange.started(sign, self.scene.view())
            case CallEnded():
                await exchange.ended(sign, self.scene.view())
                if sign.chart is not None:
                    exchange.beside(Inset(sign.chart, self.scene))
            case Asked(questions, answers):
                await self._put(questions, answers, exchange)
            case Finished(turn):
                await self._finish(turn, exchange)
        self.pane.grew()

    async def _put(self, questions: tuple[Question, ...], answers: Answers, exchange: Exchange) -> None:
        """Ask the person; when the time is over first, the dialog goes away with the question."""
        exchange.busy.doing_now("waiting for your answer")
        asking = asyncio.ensure_future(self.asker(questions, exchange.said))
        answers.add_done_callback(lambda _answers: asking.cancel())
        try:
            await asyncio.wait([asking])
        finally:
            asking.cancel()
        if not answers.done():
            answers.set_result(asking.result())

    async def _finish(self, turn: Turn, exchange: Exchange) -> None:
        self.turns.append(turn)
        self._keep(turn)
        self.pane.prompt.choosing = (
            len(turn.choices) if turn.stop is StopReason.NEEDS_ANSWER or turn.choices else 0
        )
        await exchange.settle(turn)

    def _keep(self, turn: Turn) -> None:
        """Write the turn down for later; beside the conversation, which need not wait for it."""
        runtime = self.scene.runtime
        if runtime is not None:
            self.pane.run_worker(keep(turn, runtime), name="trace", group="trace", exit_on_error=False)

    async def _flush(self) -> None:
        if self._buffer and self.running is not None:
            text, self._buffer = self._buffer, ""
            await self.running.words(text)
            self.pane.grew()

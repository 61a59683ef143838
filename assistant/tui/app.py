"""The app: paints first, opens the home behind it, and joins screens and keys. It decides nothing."""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial

from textual import on
from textual.app import App
from textual.worker import Worker

from assistant.runtime import Runtime
from assistant.tui.chat.prompt import Prompt
from assistant.tui.chat.welcome import Sample, Welcome, samples
from assistant.tui.desk import Desk
from assistant.tui.face.mention import Offer, offers
from assistant.tui.keys import Keyed
from assistant.tui.palette import Everything
from assistant.tui.pulse import Pulse
from assistant.tui.rules.named import named
from assistant.tui.said import keep, recall
from assistant.tui.scene import Scene
from assistant.tui.talk import Company, Loader
from assistant.tui.theme import DARK, DEFAULTS, MONO, THEMES
from assistant.tui.view.devices import DevicePanel
from assistant.tui.view.main import Main
from devices.errors import HearthError

CRASHED, TERMINATED = 70, 143
OFFLINE = "offline"
CLOSING = 10.0
Opening = Callable[[Callable[[str], None]], AbstractAsyncContextManager[Runtime]]
"""Opens the home; is given a place to tell its progress."""


class HearthApp(Keyed):
    """Talk to a home and watch it.

    Args:
        opening: opens the home.
        loader: makes a conversation with it, once it stands.
    """

    TITLE = "Hearth"
    COMMANDS = App.COMMANDS | {Everything}
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, opening: Opening, loader: Loader) -> None:
        super().__init__()
        self.scene = Scene()
        self.main = Main(self.scene, self._offers)
        self.desk = Desk(self, self.main, self.scene)
        self.pulse = Pulse(self, self.main, self.scene, (self.desk.notices.look, self.desk.inquiry.look))
        self.failure: Exception | None = None
        self._opening, self._loader = opening, loader
        self._company: Company | None = None
        self._leaving = asyncio.Event()
        self._home: Worker[None] | None = None
        self._home_closed = asyncio.Event()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The house's own colours under themes that do not know them."""
        return DEFAULTS

    async def on_mount(self) -> None:
        """Paint first, then open the home and load the agent."""
        told = partial(self.exit, return_code=TERMINATED)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = MONO.name if os.environ.get("NO_COLOR") else DARK.name
        await self.push_screen(self.main)
        self.pulse.start()
        self._home = self.run_worker(self._live(), name="home", group="home", exit_on_error=False)

    async def _live(self) -> None:
        try:
            async with self._opening(self._progress) as runtime:
                self.main.chat.strip.clear("opening")
                self.scene.open(runtime)
                self.main.chat.prompt.said[:0] = recall(runtime.data)
                try:
                    await self._arrive(runtime)
                    await self._leaving.wait()
                finally:
                    if self._company is not None:
                        await self._company.close()
        except HearthError as error:
            self.main.chat.strip.tell("opening", f"{error}   ctrl+q leaves")
        except Exception as error:  # outermost line of the home: the app ends with one line, not a traceback
            self._handle_exception(error)
            raise
        finally:
            self._home_closed.set()

    async def _arrive(self, runtime: Runtime) -> None:
        """The home stands: greet, and fetch whoever answers."""
        opened = runtime.house.clock.now()
        await runtime.house.home.settled()
        self.scene.settled = True
        await self.scene.recall(opened)
        self.pulse.look()
        await self._greet(runtime)
        await self._drawn()
        await self._join(runtime)
        if self.pulse.model != OFFLINE and self.main.chat.query(Welcome):
            await self.main.chat.wipe()
            await self._greet(runtime)
        await self._take_up()
        await self.desk.notices.recall()
        self.pulse.beat()

    async def _drawn(self) -> None:
        """Wait for the picture: loading the agent keeps the processor busy, and must not hold it up."""
        drawn = asyncio.Event()
        self.call_after_refresh(drawn.set)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                await drawn.wait()

    async def _join(self, runtime: Runtime) -> None:
        before = self._company
        self._company = company = await self._loader(runtime)
        self.desk.conversation.join(company.talk)
        if before is not None:
            await before.close()
        self.pulse.model, self.pulse.rests = company.model, company.rests

    async def _take_up(self) -> None:
        """Say what became of the turn that was open when the program ended, and that the talk goes on."""
        company = self._company
        if company is None:
            return
        if company.dropped is not None:
            await self.desk.conversation.recount(company.dropped)
        for note in company.notes:
            await self.main.chat.note(note)

    async def _greet(self, runtime: Runtime) -> None:
        if self.desk.conversation.turns or self.desk.conversation.busy:
            return
        simulated = self.scene.simulated
        tries = samples(runtime.house.home.view(), simulated=simulated)
        self.main.chat.prompt.choosing = len(tries)
        notices = runtime.notices if runtime.simulation is None else ()
        await self.main.chat.show(
            Welcome(
                tries,
                simulated=simulated,
                model=self.pulse.model,
                notices=notices,
                reading=not runtime.house.home.control_allowed,
            )
        )

    def _progress(self, text: str) -> None:
        self.main.chat.strip.tell("opening", text)

    async def on_unmount(self) -> None:
        """Wait until the home is closed properly."""
        self._leaving.set()
        if self._home is not None and not self._home.is_finished:
            if self.scene.runtime is None:
                self._home.cancel()  # still opening: there may be long to wait for, and nothing to save
            async with asyncio.timeout(CLOSING):
                await self._home_closed.wait()

    def _handle_exception(self, error: Exception) -> None:
        """Textual would print a traceback with local values, which may hold secrets; keep it to ourselves."""
        if self.failure is None:
            self.failure = error
        self._return_code = CRASHED
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()

    async def action_renew(self) -> None:
        """A new conversation: an empty view and a talk that remembers nothing."""
        if (runtime := self.scene.runtime) is None or self.desk.conversation.busy:
            return
        await self._join(runtime)
        self.desk.conversation.turns.clear()
        await self.main.chat.wipe()
        await self._greet(runtime)

    def _offers(self, text: str) -> tuple[Offer, ...]:
        scene = self.scene
        return offers(text, scene.view(), scene.moment(), more=named(scene) if text.startswith("@") else ())

    def _take(self, text: str) -> None:
        """Hand a line over, in a worker: it may ask the person, and keys must go on working meanwhile."""
        self.main.run_worker(self.desk.take(text), name="line", group="line")

    @on(Prompt.Sent)
    def _sent(self, event: Prompt.Sent) -> None:
        if (runtime := self.scene.runtime) is not None:
            keep(runtime.data, event.text)
        self._take(event.text)

    @on(Sample.Chosen)
    def _sample(self, event: Sample.Chosen) -> None:
        self._take(event.text)

    @on(Prompt.Digit)
    def _digit(self, event: Prompt.Digit) -> None:
        welcome = self.main.chat.query(Welcome)
        tries = welcome.first().samples if welcome else ()
        self._take(tries[event.number - 1] if tries else str(event.number))

    @on(Prompt.HelpAsked)
    def _help(self) -> None:
        self.desk.help("")

    @on(Prompt.Left)
    def _left(self) -> None:
        if not self.stop_turn():
            self.main.set_focus(None)

    @on(Prompt.Peeled)
    def _peeled(self) -> None:
        self.calm_down()

    @on(DevicePanel.Pressed)
    def _tile(self, event: DevicePanel.Pressed) -> None:
        self.desk.pressed(event.entity_id, event.what, event.step)

    def pick(self, thing: str) -> None:
        """Show one device's page, or the devices of one room."""
        if self.scene.view().find(thing) is not None:
            self.desk.details(thing)
        else:
            self.main.devices.narrow_to("")
            self.main.to_devices()

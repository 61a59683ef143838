"""Joins what a person types, presses and answers with what does it: turns, slash commands, keys on tiles."""

from textual.app import App

from assistant.agent.turn import Given
from assistant.tui.chat.card import Card
from assistant.tui.conversation import Conversation
from assistant.tui.direct import Direct
from assistant.tui.face.arming import Arming
from assistant.tui.face.manual import device, page
from assistant.tui.face.question import wording, yours
from assistant.tui.face.rooms import meters
from assistant.tui.face.slash import Order, Plain, Unknown, read
from assistant.tui.hands import Hands
from assistant.tui.history.archive import Archive
from assistant.tui.orders import Orders
from assistant.tui.rules.doing import Doing
from assistant.tui.rules.inquiry import Inquiry
from assistant.tui.rules.notices import Notices
from assistant.tui.scene import Scene
from assistant.tui.view.confirm import Confirm
from assistant.tui.view.main import Main
from assistant.tui.view.manual import Page
from devices.kinds.spec import Risk
from devices.model import Json
from tools.tool import Question

EXPORTS = "Use it like this: /export history   or   /export history week.svg   (.csv, .svg or .png)"


class Desk:
    """One person at one home."""

    def __init__(self, app: App[None], main: Main, scene: Scene) -> None:
        self.app = app
        self.main = main
        self.scene = scene
        self.arming = Arming()
        self.inquiry = Inquiry(app, scene, lambda: self.arming)
        self.notices = Notices(app, main.chat, scene)
        self.direct = Direct(scene, self.ask_person)
        self.conversation = Conversation(main.chat, scene, self.ask_person)
        self.doing = Doing(scene, self.direct, self.ask_person, self._prompt, self._say)
        self.deeds = self.doing.deeds
        self.hands = Hands(main, scene, self.direct, self._tell)
        self.archive = Archive(app, scene, self.why)
        self.orders = Orders(main.chat, scene, self.conversation, self.direct, self.hands, self.deeds)

    async def take(self, text: str) -> None:
        """One line from the prompt: an order, a slip, or words for the assistant."""
        match read(text):
            case Unknown() as unknown:
                await self.orders.unknown(unknown)
            case Order() as order:
                if not await self.orders.obey(order):
                    await self._view(order)
            case Plain(text=words):
                self.conversation.say(words)

    async def _view(self, order: Order) -> None:
        """Orders that are about the screen itself."""
        match order.name:
            case "help" | "keys":
                self.help(order.rest or ("keys" if order.name == "keys" else ""))
            case "devices":
                self.main.devices.narrow_to(order.rest.removeprefix("@").replace("_", " "))
                self.main.to_devices()
            case "history":
                await self._said(self.archive.ask(order.rest), order)
            case "export":
                await self._export(order)
            case "trace":
                place = -int(order.rest) if order.rest.isdigit() and int(order.rest) > 0 else -1
                await self.app.run_action(f"trace({place})")
            case "theme":
                await self._theme(order.rest)
            case "clear":
                await self.main.chat.wipe()
            case "new":
                await self.app.run_action("renew")
            case _:
                await self.app.run_action("quit")

    async def _export(self, order: Order) -> None:
        """Write what the history view shows."""
        what, _, path = order.rest.partition(" ")
        found = await self.archive.save(path.strip()) if what == "history" else EXPORTS
        await self._said(found, order)

    async def _said(self, text: str, order: Order) -> None:
        if text:
            await self.main.chat.note(text, said=f"/{order.name} {order.rest}".strip())

    async def _theme(self, name: str) -> None:
        if name in self.app.available_themes:
            self.app.theme = name
        elif name:
            names = ", ".join(sorted(self.app.available_themes))
            await self.main.chat.note(f"No theme {name}. There are: {names}")
        else:
            self.app.search_themes()

    async def ask_person(self, questions: tuple[Question, ...], words: str) -> tuple[Given, ...]:
        """Put one question after the other; what is not answered with a yes is a no."""
        answers: list[Given] = []
        for number, question in enumerate(questions, 1):
            place = f"{number} of {len(questions)}"
            if question.risk >= Risk.SECURITY:
                answers.append(await self._confirm(question, words, place))
            else:
                answers.append(await self._card(question, words))
        return tuple(answers)

    async def _confirm(self, question: Question, words: str, place: str) -> bool | None:
        await self.inquiry.step_aside()
        said = wording(question, yours(words), self.scene.view(), self.scene.moment())
        dialog = Confirm(question, said, self.scene, place, self.arming)
        self.app.bell()
        try:
            return await self.app.push_screen_wait(dialog)
        finally:
            if dialog.is_current:
                dialog.dismiss(False)

    async def _card(self, question: Question, words: str) -> bool | None:
        await self.inquiry.step_aside()
        card = Card(question, words, self.scene, self.arming)
        self.main.to_chat()
        await self.main.chat.mount(card, before=self.main.chat.completion)
        try:
            return await card.answer
        finally:
            await card.remove()
            self.main.chat.prompt.focus()

    def help(self, topic: str) -> None:
        """The help page of a topic."""
        title, rows = page(topic.strip().casefold())
        self.app.push_screen(Page(title, rows))

    def details(self, entity_id: str) -> None:
        """Everything known of one device."""
        view, moment = self.scene.view(), self.scene.moment()
        snapshot = view.find(entity_id)
        if snapshot is not None and moment is not None:
            room, draws = view.area_name(snapshot.entity), meters(view).get(entity_id, ())
            rows = device(self.scene.known(snapshot), room, moment, draws)
            self.app.push_screen(Page(snapshot.entity.name, rows))

    def mention(self, text: str) -> None:
        """Put text into the prompt, at the cursor, and go there."""
        self.main.to_chat()
        self.main.chat.prompt.insert(text)

    async def _tell(self, text: str) -> None:
        self._say(text)

    def _say(self, text: str) -> None:
        self.app.notify(text, markup=False, timeout=4)

    def _prompt(self, text: str) -> None:
        """Put text into the prompt, from whatever page this is."""
        while len(self.app.screen_stack) > 1 and self.app.screen is not self.main:
            self.app.pop_screen()
        self.mention(text)

    def pressed(self, entity_id: str, what: str, step: int) -> None:
        """A key or click on a tile."""
        match what:
            case "act":
                self.hands.act(entity_id)
            case "step":
                self.hands.step(entity_id, step)
            case "details":
                self.details(entity_id)
            case "mention":
                self.mention(f"@{entity_id} ")
            case "past":
                self.archive.open(entity_id if self.scene.view().find(entity_id) else "")
            case _:
                self.why(entity_id)

    def why(self, entity_id: str, at: str = "") -> None:
        """Show what led to how an entity is, or was at this time of the home's clock."""
        self.main.run_worker(self._why(entity_id, at), exit_on_error=False)

    async def _why(self, entity_id: str, at: str) -> None:
        arguments: dict[str, Json] = {"target": entity_id, **({"at": at} if at else {})}
        ended = await self.direct.run("why", arguments, f"why {entity_id}")
        snapshot = self.scene.view().find(entity_id)
        title = f"Why · {snapshot.entity.name if snapshot else entity_id}"
        self.app.push_screen(Page(title, (("", ended.text),)))

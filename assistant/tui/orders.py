"""What slash commands do. Each is a short method; risky ones take the same gate as everything else."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from importlib import metadata

from assistant.runtime import Mode, Runtime
from assistant.tui.chat.pane import ChatPane
from assistant.tui.conversation import Conversation
from assistant.tui.direct import Direct
from assistant.tui.face.activity import happened
from assistant.tui.face.age import clock
from assistant.tui.face.hand import assigned
from assistant.tui.face.rooms import rooms
from assistant.tui.face.slash import Order, Unknown
from assistant.tui.hands import Hands
from assistant.tui.rules.deeds import Deeds
from assistant.tui.rules.orders import RuleOrders
from assistant.tui.scene import Scene
from devices.errors import ConfigError
from devices.model import Json, Snapshot

ACTIVITIES = 20
NOT_OPEN = "The home is still opening."


class Orders:
    """One method a command, found by its name in a table."""

    def __init__(
        self,
        pane: ChatPane,
        scene: Scene,
        conversation: Conversation,
        direct: Direct,
        hands: Hands,
        deeds: Deeds,
    ) -> None:
        self.pane = pane
        self.scene = scene
        self.conversation = conversation
        self.direct = direct
        self.hands = hands
        self._said = ""
        self._table: dict[str, Callable[[str], Awaitable[None]]] = {
            "rooms": self._rooms,
            "on": self._on,
            "off": self._off,
            "set": self._set,
            "activity": self._activity,
            "undo": self._undo,
            "model": self._model,
            "broker": self._broker,
            "sim": self._sim,
            "allow": self._allow,
            "copy": self._copy,
            "about": self._about,
            **RuleOrders(direct, deeds, self._note, conversation.say, self._open_rules).table,
        }

    async def obey(self, order: Order) -> bool:
        """Do it; False when the command belongs to the app itself (views, leaving)."""
        found = self._table.get(order.name)
        self._said = f"/{order.name} {order.rest}".strip()
        if found is None:
            return False
        await found(order.rest)
        return True

    async def unknown(self, line: Unknown) -> None:
        """Name the nearest command; nothing is sent to a model."""
        hint = f" Did you mean /{line.nearest}?" if line.nearest else " /help lists them."
        await self.pane.note(f"No command /{line.name}.{hint}")

    def find(self, text: str) -> Snapshot | None:
        """The entity that a mention, an id or an exact name means."""
        view, wanted = self.scene.view(), text.strip().removeprefix("@")
        found = view.find(wanted)
        if found is None:
            named = [s for s in view.exposed() if s.entity.name.casefold() == wanted.casefold()]
            found = named[0] if len(named) == 1 else None
        return found

    async def _note(self, text: str) -> None:
        await self.pane.note(text, said=self._said)

    async def _tool(self, name: str, arguments: dict[str, Json], words: str) -> None:
        await self._note((await self.direct.run(name, arguments, words)).text)

    async def _rooms(self, _rest: str) -> None:
        moment = self.scene.moment()
        if moment is None:
            await self._note(NOT_OPEN)
            return
        rows = [
            f"{room.name:<20} {len(room.snapshots):>3} devices  {room.label}"
            for room in rooms(self.scene.view(), moment)
        ]
        await self._note("\n".join(rows) or "No rooms yet.")

    async def _on(self, rest: str) -> None:
        await self._tool("control_device", {"targets": [_bare(rest)], "action": "turn_on"}, f"/on {rest}")

    async def _off(self, rest: str) -> None:
        await self._tool("control_device", {"targets": [_bare(rest)], "action": "turn_off"}, f"/off {rest}")

    async def _set(self, rest: str) -> None:
        name, _, value = rest.strip().rpartition(" ")
        snapshot = self.find(name)
        deal = assigned(snapshot, value) if snapshot else None
        if snapshot is None or deal is None:
            await self._note("Use it like this: /set @light.kitchen 60%   or   /set @climate.hall 21")
            return
        await self.hands.give(snapshot.entity.id, deal)

    async def _open_rules(self) -> None:
        await self.pane.app.run_action("automations")

    async def _undo(self, rest: str) -> None:
        if rest and not rest.isdigit():
            await self._note("Use it like this: /undo   or   /undo 2")
            return
        count = int(rest) if rest else 1
        await self._tool("undo", {"count": count}, "/undo")

    async def _activity(self, rest: str) -> None:
        runtime, moment = self.scene.runtime, self.scene.moment()
        if runtime is None or moment is None:
            await self._note(NOT_OPEN)
            return
        hours = int(rest) if rest.isdigit() else 24
        start = moment.now - timedelta(hours=hours)
        found = await runtime.house.history.activity(start, moment.now, ACTIVITIES)
        rows = [
            (self.scene.began(item.cause, item.entity_id, item.at), happened(item, self.scene.view()))
            for item in found
        ]
        rows += [(n.at, f"{n.rule_id} told you: {text}") for n, text in self.scene.told() if n.at >= start]
        shown = sorted(rows, key=lambda row: row[0], reverse=True)[:ACTIVITIES]
        lines = [f"{clock(at, moment)}  {text}" for at, text in shown]
        await self._note("\n".join(lines) or f"Nothing happened in the last {hours} hours.")

    async def _model(self, _rest: str) -> None:
        await self._note(
            "The top line names the model that answers. The offline one needs no network: commands, "
            "questions, rules, history, undo, why.\nAnother is chosen at the start: hearth --model NAME; "
            "for Groq set GROQ_API_KEY or use hearth model key. Keys are never shown by this screen."
        )

    async def _broker(self, _rest: str) -> None:
        runtime = self.scene.runtime
        here = f"This home: {runtime.address}." if runtime else NOT_OPEN
        await self._note(
            f"{here}\nYour own: leave with ctrl+q and start hearth --broker mqtt://HOST:1883 "
            "(HEARTH_BROKER keeps a password out of the process list; --allow-control lets it command)."
        )

    async def _sim(self, rest: str) -> None:
        runtime = self.scene.runtime
        match rest.split():
            case ["speed", number] if runtime is not None and number.isdigit():
                try:
                    runtime.set_speed(float(number))
                except ConfigError as error:
                    await self._note(f"{error}")
                    return
                speed = "at normal speed" if float(number) == 1 else f"{float(number):g} times faster"
                await self._note(f"The simulated home now lives {speed}.")
            case _:
                await self._note("Use it like this: /sim speed 60   (1 to 3600)")

    async def _allow(self, rest: str) -> None:
        runtime = self.scene.runtime
        if runtime is None:
            await self._note(NOT_OPEN)
            return
        await self._note(await _permission(runtime, rest.strip().lower()))

    async def _copy(self, _rest: str) -> None:
        answers = [turn.answer for turn in self.conversation.turns if turn.answer]
        if not answers:
            await self._note("There is no answer to copy yet.")
            return
        self.pane.app.copy_to_clipboard(answers[-1])
        self.pane.notify("Copied the last answer.", markup=False)

    async def _about(self, _rest: str) -> None:
        runtime = self.scene.runtime
        kept = f"\nKept in: {runtime.data}" if runtime else ""
        where = f"\nHome: {runtime.address}" if runtime else ""
        await self._note(
            f"Hearth {metadata.version('hearth-assistant')}{where}{kept}\n"
            "It tells you only what the devices confirmed. Nothing is sent anywhere but to your broker and "
            "the model you chose."
        )


def _bare(text: str) -> str:
    return text.strip().removeprefix("@")


async def _permission(runtime: Runtime, wish: str) -> str:
    """Give or take back the leave to command this home; gives what to tell about it."""
    match wish:
        case "" | "on":
            await runtime.allow_control()
            return "Hearth may command this home from now on. Risky things still ask, every time."
        case "off" if runtime.mode is Mode.SIMULATOR:
            return "This is the simulated home: nothing real can happen here."
        case "off":
            await runtime.forbid_control()
            return (
                "This window only reads the home from now on, and so does what is started after it, if no "
                "allow_control is set. A hearth run that is already there goes on until it is ended."
            )
        case _:
            return "Use it like this: /allow, or /allow off to take it back."

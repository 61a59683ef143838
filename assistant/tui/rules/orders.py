"""Slash commands about rules, jobs and scenes; each runs the same tools as the talk."""

from collections.abc import Awaitable, Callable

from assistant.person.saving import saving
from assistant.tui.direct import Direct
from assistant.tui.rules.deeds import Deeds
from devices.model import Json

Note = Callable[[str], Awaitable[None]]
USES = {
    "automations": "/automations   /automations on a1   off a1   run a1   delete a1   new SENTENCE",
    "jobs": "/jobs   or   /jobs cancel j1",
    "scene": "/scene   /scene save evening @light.kitchen @light.hall   apply evening   delete evening",
    "rehearse": "/rehearse a1   or   /rehearse a1 30   (days)",
    "why": "/why @light.kitchen   or   /why @light.kitchen at 18:30",
}


class RuleOrders:
    """One method a command; `say` hands words to the assistant, `open_page` shows the rules."""

    def __init__(
        self,
        direct: Direct,
        deeds: Deeds,
        note: Note,
        say: Callable[[str], None],
        open_page: Callable[[], Awaitable[None]],
    ) -> None:
        self.direct, self.deeds, self.note, self.say, self.open_page = direct, deeds, note, say, open_page
        self.table: dict[str, Callable[[str], Awaitable[None]]] = {
            "automations": self._automations,
            "jobs": self._jobs,
            "scene": self._scene,
            "rehearse": self._rehearse,
            "why": self._why,
        }

    async def _automations(self, rest: str) -> None:
        match rest.split():
            case []:
                await self.open_page()
            case ["on" | "off" as word, rule_id]:
                await self._tool("enable_automation", {"id": rule_id, "enabled": word == "on"}, rest)
            case ["delete", rule_id]:
                await self._tool("delete_automation", {"id": rule_id}, rest)
            case ["run", rule_id]:
                await self.note(await self.deeds.run(rule_id))
            case ["new", *words] if words:
                self.say(" ".join(words))
            case _:
                await self._usage("automations")

    async def _jobs(self, rest: str) -> None:
        match rest.split():
            case []:
                await self._tool("list_jobs", {}, rest)
            case ["cancel", job_id]:
                await self._tool("cancel_job", {"id": job_id}, rest)
            case _:
                await self._usage("jobs")

    async def _scene(self, rest: str) -> None:
        match rest.split():
            case []:
                await self._tool("list_scenes", {}, rest)
            case ["save", name, *targets] if targets:
                await self._tool("save_scene", saving(name, targets, self.direct.scene.view()), rest)
            case ["apply" | "delete" as word, *name] if name:
                await self._tool(f"{word}_scene", {"name": " ".join(name)}, rest)
            case _:
                await self._usage("scene")

    async def _rehearse(self, rest: str) -> None:
        match rest.split():
            case [rule_id]:
                await self._tool("rehearse_automation", {"id": rule_id}, rest)
            case [rule_id, days] if days.isdigit():
                await self._tool("rehearse_automation", {"id": rule_id, "days": int(days)}, rest)
            case _:
                await self._usage("rehearse")

    async def _why(self, rest: str) -> None:
        target, _, when = rest.strip().partition(" at ")
        if not target:
            await self._usage("why")
            return
        arguments: dict[str, Json] = {"target": target.strip().removeprefix("@")}
        if when.strip():
            arguments["at"] = when.strip()
        await self._tool("why", arguments, f"why {rest}")

    async def _tool(self, name: str, arguments: dict[str, Json], words: str) -> None:
        await self.note((await self.direct.run(name, arguments, words or name)).text)

    async def _usage(self, name: str) -> None:
        await self.note(f"Use it like this: {USES[name]}")

"""Does what keys and commands want of a rule, and says in a sentence what came of it."""

from collections.abc import Callable

from assistant.person.hand import Asker
from assistant.person.ran import ending
from assistant.person.run_now import Hand, run_now
from assistant.person.shared import written
from assistant.tui.direct import Direct
from assistant.tui.rules.deeds import Deeds
from assistant.tui.scene import Scene
from devices.command import Cause, Origin
from devices.errors import StorageError
from devices.model import Json
from tools.words.speech import outcomes_sentence

NOT_OPEN = "The home is not open yet."
CHANGE = "Change {id}: "


class Doing:
    """One person's hand on the rules.

    Args:
        asker: puts questions to the person.
        type_in: puts text into the prompt and goes there.
        tell: says something that takes its time.
    """

    def __init__(
        self,
        scene: Scene,
        direct: Direct,
        asker: Asker,
        type_in: Callable[[str], None],
        tell: Callable[[str], None],
    ) -> None:
        self.scene, self.direct, self.asker, self.type_in, self.tell = scene, direct, asker, type_in, tell

    @property
    def deeds(self) -> Deeds:
        """What it can do, as pages and commands take it."""
        return Deeds(self.act, self.run, self.export, self.change)

    async def act(self, tool: str, arguments: dict[str, Json]) -> str:
        """Run a tool by its name."""
        return (await self.direct.run(tool, arguments, f"{tool} {arguments.get('id', '')}".strip())).text

    async def run(self, rule_id: str) -> str:
        """Do what the rule does, now; what is risky asks as a command does."""
        runtime = self.scene.runtime
        if runtime is None:
            return NOT_OPEN
        house, wanted = runtime.house, rule_id.strip().lower()
        rule = house.book.rule(wanted)
        if rule is None:
            return f"There is no {wanted}."
        cause = Cause(Origin.APP, words=f"run {wanted}")
        try:
            ran = await run_now(
                rule, house, runtime.bus, Hand(cause, self.asker, waiting=self._waits(wanted))
            )
        except StorageError as error:
            return f"{wanted} was done, but it could not be written down: {error}"
        if ran.outcomes:
            return outcomes_sentence(self.direct.language, ran.outcomes, house.home.view())
        return f"{wanted} {ending(ran)}"

    def export(self, rule_id: str) -> str:
        """Write the rule as JSON into the data folder."""
        runtime = self.scene.runtime
        rule = runtime.house.book.rule(rule_id) if runtime else None
        if runtime is None or rule is None:
            return NOT_OPEN
        target = runtime.data / f"automation-{rule_id}.json"
        try:
            target.write_text(written((rule,), self.direct.context(runtime, "export")), encoding="utf-8")
        except OSError as error:
            return f"{target} can't be written: {error.strerror or error}"
        return f"Written to {target}"

    def change(self, rule_id: str) -> None:
        """Go to the prompt, which says the rest."""
        self.type_in(CHANGE.format(id=rule_id))

    def _waits(self, rule_id: str) -> Callable[[float], None]:
        def waits(seconds: float) -> None:
            self.tell(
                f"{rule_id} waits, at first {seconds:.0f} s of the home's time. It ends with this window."
            )

        return waits

"""One tool without a model: keys and slash commands meet the same tools, gate and questions."""

from collections.abc import Mapping

from assistant.person.hand import Asker, by_hand
from assistant.runtime import Runtime
from assistant.tui.scene import Scene
from devices.command import Cause, Origin
from devices.model import Json
from tools.context import ToolContext
from tools.outcome import Ending, ToolResult

REF = "app"


class Direct:
    """Runs a named tool by the person's own hand; questions go to the person first."""

    def __init__(self, scene: Scene, asker: Asker) -> None:
        self.scene = scene
        self.asker = asker
        self.language = "en"

    async def run(self, name: str, arguments: Mapping[str, Json], words: str) -> ToolResult:
        """Check, ask what must be asked, run. A refusal is a result, never an exception."""
        runtime = self.scene.runtime
        if runtime is None:
            return ToolResult(Ending.FATAL, "The home is not open yet.", error="not open")
        return await by_hand(name, arguments, self.context(runtime, words), self.asker)

    def context(self, runtime: Runtime, words: str) -> ToolContext:
        """What a tool is given when a key or a command calls it."""
        return ToolContext(runtime.house, Cause(Origin.APP, REF, words), self.language, words)

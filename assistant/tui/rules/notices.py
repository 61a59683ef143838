"""Shows what rules tell: a toast, and the bell when asked for; what came meanwhile is said at the start."""

from textual.app import App

from assistant.person.told import notice_text
from assistant.tui.chat.pane import ChatPane
from assistant.tui.face.age import clock
from assistant.tui.scene import Scene
from devices.errors import StorageError
from devices.events import NoticePosted

SHOWN = 8.0
"""Seconds of a toast."""
MANY = 10


class Notices:
    """One app's share of telling; what was shown here counts as seen."""

    def __init__(self, app: App[None], pane: ChatPane, scene: Scene) -> None:
        self.app, self.pane, self.scene = app, pane, scene
        self._told = 0

    def look(self) -> None:
        """Toast what came since the last look."""
        new = [posted for posted in self.scene.notices if posted.notice_id > self._told]
        if not new:
            return
        self._told = max(posted.notice_id for posted in new)
        for posted in new:
            self.app.notify(self.text(posted), title=posted.rule_id, markup=False, timeout=SHOWN)
        if any(posted.bell for posted in new):
            self.app.bell()
        seen = self._see(*(posted.notice_id for posted in new))
        self.app.run_worker(seen, group="notices", exit_on_error=False)

    async def recall(self) -> None:
        """Say what rules told while nobody looked."""
        runtime, moment = self.scene.runtime, self.scene.moment()
        if runtime is None or moment is None:
            return
        missed = runtime.house.notices.unseen()
        if not missed:
            return
        self._told = max(self._told, *(notice.id for notice in missed))
        rows = [
            f"{clock(n.at, moment)}  {n.rule_id}  {notice_text(n, runtime.house, 'en')}"
            for n in missed[-MANY:]
        ]
        left = f"\n… and {len(missed) - MANY} more: hearth notices" if len(missed) > MANY else ""
        await self.pane.note("Told while nobody looked:\n" + "\n".join(rows) + left)
        await self._see(*(notice.id for notice in missed))

    def text(self, posted: NoticePosted) -> str:
        """A notice in words; nothing is left to word it from once the home is closed."""
        runtime = self.scene.runtime
        return notice_text(posted, runtime.house, "en") if runtime else posted.message

    async def _see(self, *ids: int) -> None:
        runtime = self.scene.runtime
        if runtime is None:
            return
        try:
            await runtime.house.notices.see(*ids)
        except StorageError:  # it is said once more at the next start
            return

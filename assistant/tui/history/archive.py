"""A person's way to the past: opens the view on what was last shown or is asked for, and runs its errands."""

from collections.abc import Callable
from pathlib import Path

from textual.app import App

from assistant.tui.face.mention import Offer, offers
from assistant.tui.history.chosen.asked import asked
from assistant.tui.history.chosen.board import Board
from assistant.tui.history.chosen.subjects import first_board
from assistant.tui.history.page import Past
from assistant.tui.history.saved import saved
from assistant.tui.history.sheet import Errands
from assistant.tui.scene import Scene
from devices.errors import StorageError

NOT_OPEN = "The home is still opening."


class Archive:
    """Remembers the board of the last time.

    Args:
        why: shows what led to how an entity was at an instant of the home's clock, or is.
        plain: draws without braille and blocks.
    """

    def __init__(
        self, app: App[None], scene: Scene, why: Callable[[str, str], None], *, plain: bool = False
    ) -> None:
        self.app, self.scene, self.plain = app, scene, plain
        self.board: Board | None = None
        self._errands = Errands(self._offers, why, self._export, self._keep)

    def open(self, entity_id: str = "") -> None:
        """Show the view; with an entity, on that one alone."""
        board = self.board or first_board(self.scene.view())
        if entity_id and entity_id not in board.entities:
            board = board.showing((entity_id,), None, None)
        elif entity_id:
            board = board.with_entity(entity_id)
        self._show(board)

    def ask(self, rest: str) -> str:
        """Show what a line asks for; gives what is wrong with it, or nothing."""
        moment = self.scene.moment()
        if moment is None:
            return NOT_OPEN
        found = asked(rest, self.scene.view(), moment)
        if not found.wrong:
            board = self.board or first_board(self.scene.view())
            self._show(board.showing(found.entities, found.span, found.end))
        return found.wrong

    async def save(self, path: str) -> str:
        """Write what was last shown to a file, by its ending CSV, SVG or PNG; gives what came of it."""
        runtime, moment = self.scene.runtime, self.scene.moment()
        if runtime is None or moment is None:
            return NOT_OPEN
        board = self.board or first_board(self.scene.view())
        if not board.entities:
            return "There is nothing to write: the view shows nothing yet."
        try:
            return await saved(board, runtime, _target(path))
        except StorageError as error:
            return f"The records can't be read: {error}"

    def _show(self, board: Board) -> None:
        self._keep(board)
        if isinstance(self.app.screen, Past):
            self.app.screen.put(board)
        else:
            self.app.push_screen(Past(self.scene, board, self._errands, plain=self.plain))

    def _keep(self, board: Board) -> None:
        self.board = board

    def _offers(self, text: str) -> tuple[Offer, ...]:
        view = self.scene.view()
        found = offers(text, view, self.scene.moment())
        return tuple(one for one in found if view.find(one.insert.removeprefix("@")) is not None)

    async def _export(self, board: Board) -> str:
        self._keep(board)
        return await self.save("")


def _target(path: str) -> Path | None:
    return Path(path).expanduser() if path else None

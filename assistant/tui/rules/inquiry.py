"""Puts the open questions of rules to the person, one at a time, whenever nothing else is being asked."""

from collections.abc import Callable
from dataclasses import replace

from textual.app import App

from assistant.person.asked import asked, who, wish
from assistant.tui.chat.card import Card
from assistant.tui.face.arming import Arming
from assistant.tui.face.question import Wording, wording
from assistant.tui.scene import Scene
from assistant.tui.view.confirm import Confirm
from devices.automation.books.questions import Asked, Question, Questions
from devices.errors import StorageError
from tools.tool import Question as Asking

BY = "app"
ONCE = "this once; a lasting permission is given only by hearth grant"
ENDED = {
    Asked.ALLOWED: "was allowed",
    Asked.DECLINED: "was declined",
    Asked.EXPIRED: "ran out",
    Asked.WITHDRAWN: "was taken back",
}


class Inquiry:
    """The dialog of tier 3 for what a rule asks; the same quiet time, the deadline of the question itself.

    Args:
        arming: how long the keys must be quiet.
    """

    def __init__(self, app: App[None], scene: Scene, arming: Callable[[], Arming]) -> None:
        self.app, self.scene, self.arming = app, scene, arming
        self._dialog: Confirm | None = None
        self._shown = ""
        self._passed: set[str] = set()

    def look(self) -> None:
        """Open the next question, or close one that was settled somewhere else."""
        book = self._book
        if book is None or not self.scene.settled:
            return
        if self._dialog is not None:
            self._follow(book)
        elif self._free and (waiting := [q for q in book.open() if q.id not in self._passed]):
            self._shown = waiting[0].id
            self._dialog = self._made(waiting[0], book, more=len(waiting))
            self.app.run_worker(self._put(self._dialog, waiting[0]), group="inquiry", exit_on_error=False)

    async def step_aside(self) -> None:
        """Make room for a question of the talk; the rule's comes back after it, with less time left."""
        if self._dialog is not None and self._dialog.is_current:
            self._passed.discard(self._shown)
            self._shown = ""
            await self._dialog.dismiss(None)

    @property
    def _book(self) -> Questions | None:
        return self.scene.runtime.house.questions if self.scene.runtime else None

    @property
    def _free(self) -> bool:
        """Whether nothing else is asked and the window is large enough to read a question."""
        stack = self.app.screen_stack
        asking = any(isinstance(screen, Confirm) for screen in stack) or any(s.query(Card) for s in stack)
        return bool(stack) and not asking and not {"-tiny", "-flat"} & stack[-1].classes

    def _made(self, question: Question, book: Questions, more: int) -> Confirm:
        view, moment = self.scene.view(), self.scene.moment()
        shape, by = asked(question, view), who(question, view)
        words = _worded(question, shape, wording(shape, by, view, moment), wish(question, view))
        limit = max(0.0, book.left(question))
        place = question.id if more == 1 else f"{question.id}, 1 of {more}"
        return Confirm(shape, words, self.scene, place, replace(self.arming(), limit=limit))

    async def _put(self, dialog: Confirm, question: Question) -> None:
        self.app.bell()
        try:
            yes = await self.app.push_screen_wait(dialog)
        finally:
            self._dialog = None
            if dialog.is_current:
                dialog.dismiss(None)
        if self._shown != question.id:
            return  # it stepped aside, or was settled somewhere else
        self._passed.add(question.id)
        if yes is not None:
            await self._answer(question, yes=yes)

    async def _answer(self, question: Question, *, yes: bool) -> None:
        book = self._book
        if book is None:
            return
        what = wish(question, self.scene.view())
        try:
            settled = await book.answer(question.id, yes, BY)
        except StorageError as error:
            self._tell(f"The answer could not be kept ({error}), so nothing is allowed: {what}")
            return
        if settled is None:
            self._tell(f"Too late: {_end(book.question(question.id))}.")
        else:
            self._tell(f"Allowed once: {what}." if yes else f"Not allowed: {what}.")

    def _follow(self, book: Questions) -> None:
        shown = book.question(self._shown)
        if self._dialog is None or not self._shown or (shown is not None and shown.state is Asked.OPEN):
            return
        self._passed.add(self._shown)
        self._shown = ""
        if self._dialog.is_current:
            self._dialog.dismiss(None)
        self._tell(f"{_end(shown)}{f' by {shown.by}' if shown is not None and shown.by else ''}.")

    def _tell(self, text: str) -> None:
        self.app.notify(text, markup=False, timeout=6)


def _worded(question: Question, shape: Asking, words: Wording, wished: str) -> Wording:
    """The words of any other risky question, with what all of its commands do and how long a yes lasts."""
    several = len(question.commands) > 1
    title = f"{wished[:1].upper()}{wished[1:]}?" if several else words.title
    yes = "Allow" if several and len({c.control for c in question.commands}) > 1 else words.yes
    # what a rule did is no change of yours, so undo does not know of it
    rows = tuple(row for row in words.rows if row[0] != "Undo" and (row[0] != "What" or bool(shape.each)))
    return Wording(title, yes, (*rows, ("Lasts", ONCE)))


def _end(question: Question | None) -> str:
    if question is None:
        return "the question is gone"
    return f"Question {question.id} {ENDED.get(question.state, 'ran out')}"

"""Reads what a board shows, one question at a time: of what is asked meanwhile only the last is read."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from assistant.charts.chart import Chart
from assistant.charts.gathered import Scope, Subject, gathered
from assistant.runtime import Runtime
from devices.errors import StorageError

log = logging.getLogger(__name__)

SLOW = 0.1
"""Real seconds after which a question that is not answered yet is shown to be one."""
GROUP = "history"
EVENTS = 200


@dataclass(frozen=True, slots=True)
class Question:
    """What to read: these over [start, end), for so many columns."""

    subjects: tuple[Subject, ...]
    start: datetime
    end: datetime
    columns: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Where an answer goes: the chart, or what went wrong; and that it begins or ends to take its time."""

    chart: Callable[[Chart], None]
    failed: Callable[[str], None]
    begins: Callable[[], None] = lambda: None
    ends: Callable[[], None] = lambda: None


class Reader:
    """The questions of one widget; all of them end with it."""

    def __init__(self, owner: Widget, runtime: Runtime, shown: Shown) -> None:
        self._owner, self._runtime, self._shown = owner, runtime, shown
        self._next: Question | None = None
        self._worker: Worker[None] | None = None

    @property
    def reading(self) -> bool:
        """Whether a question is not answered yet."""
        return self._worker is not None and not self._worker.is_finished

    def ask(self, question: Question) -> None:
        """Read this, at once or as soon as what is being read is there."""
        self._next = question
        if not self.reading:
            self._worker = self._owner.run_worker(self._read(), group=GROUP, exit_on_error=False)

    def stop(self) -> None:
        """Wait for nothing any longer; what was shown stays."""
        self._next = None
        if self._worker is not None:
            self._worker.cancel()

    def broke(self, event: Worker.StateChanged) -> None:
        """Tell of a question that failed in a way nobody foresaw; the owner hears of it by this event."""
        if event.worker is self._worker and event.state is WorkerState.ERROR:
            name = type(event.worker.error).__name__
            log.error("a chart could not be made", exc_info=event.worker.error)
            self._shown.failed(f"The chart could not be made ({name}).")

    async def _read(self) -> None:
        slow = self._owner.set_timer(SLOW, self._shown.begins)
        try:
            while self._next is not None:
                question, self._next = self._next, None
                await self._one(question)
        finally:
            slow.stop()
            self._shown.ends()

    async def _one(self, question: Question) -> None:
        house = self._runtime.house
        now = house.clock.now()
        scope = Scope(question.start, question.end, house.zone, question.columns, EVENTS, now)
        try:
            chart = await gathered(house.history, question.subjects, scope)
        except StorageError as error:
            self._shown.failed(f"The records can't be read: {error}")
        else:
            self._shown.chart(chart)

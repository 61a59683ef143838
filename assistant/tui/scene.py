"""What widgets may see of the running home: picture, time, who changed what. Empty until it is open."""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from assistant.person.told import notice_text
from assistant.runtime import Mode, Runtime
from assistant.tui.face.age import Moment
from devices.automation.books.notices import Notice
from devices.command import Cause, Origin, Outcome
from devices.errors import StorageError
from devices.events import ConnectionChanged, Event, NoticePosted, RecordingChanged, StateChanged
from devices.history.reading import Activity
from devices.model import Snapshot
from devices.view import View

YOURS = frozenset({Origin.CHAT, Origin.CLI, Origin.APP, Origin.UNDO})
KEPT = 200
TOLD = 20
PAST = timedelta(hours=24)
UNRECORDED = "History is kept in memory only and stored later:"


class Scene:
    """Listens on the bus and remembers only what a picture needs; `stir` tells whether it must be redrawn."""

    def __init__(self) -> None:
        self.runtime: Runtime | None = None
        self.changes: list[StateChanged] = []
        self.notices: list[NoticePosted] = []
        self.past: tuple[Activity, ...] = ()
        self.causes: dict[str, Cause] = {}
        self.pending: dict[str, str] = {}
        self.reason = ""
        self.recording = ""
        self.settled = False
        self._stirred: set[str] = set()
        self._view = View()

    def open(self, runtime: Runtime) -> None:
        """The home stands: listen to it from now on."""
        self.runtime = runtime
        runtime.bus.listen(self.hear)
        self._stirred.add("")

    async def recall(self, until: datetime) -> None:
        """What happened in the day before this moment, newest first; what happens since is heard."""
        if self.runtime is not None:
            with suppress(StorageError):  # then the list begins with what happens from now on
                self.past = await self.runtime.house.history.activity(until - PAST, until, KEPT)
            self.touch()

    def hear(self, event: Event) -> None:
        """Take one fact from the bus; quick, never raises."""
        match event:
            case StateChanged(before=before, after=after, cause=cause) if self._saw(before):
                self.causes[after.entity.id] = cause
                self.changes.append(event)
                del self.changes[:-KEPT]
            case ConnectionChanged(reason=reason):
                self.reason = reason
            case RecordingChanged(trouble=trouble):
                self.recording = trouble
            case NoticePosted():
                self.notices.append(event)
                del self.notices[:-KEPT]
            case _:
                pass
        self._stirred.add(type(event).__name__)

    def stir(self) -> frozenset[str]:
        """The kinds of events since the last call; empty when nothing changed."""
        stirred = frozenset(self._stirred)
        self._stirred.clear()
        return stirred

    def known(self, snapshot: Snapshot) -> Snapshot:
        """The snapshot with the time its change began, and no time for a first report, which is no change."""
        cause, at = self.causes.get(snapshot.entity.id), snapshot.changed_at
        known = self.began(cause, snapshot.entity.id, at) if cause is not None and at is not None else None
        return replace(snapshot, changed_at=known)

    def began(self, cause: Cause, entity_id: str, at: datetime) -> datetime:
        """When what led to a change began: for a rule the instant it fired, which its page shows too."""
        if self.runtime is None or cause.origin is not Origin.RULE:
            return at
        runs = self.runtime.house.book.last_runs(cause.ref)
        fired = [r.at for r in runs if r.at <= at and any(_told(o, entity_id) for o in r.outcomes)]
        return max(fired, default=at)

    def told(self) -> tuple[tuple[Notice, str], ...]:
        """What rules told, newest first, each with its words."""
        if self.runtime is None:
            return ()
        house = self.runtime.house
        return tuple((n, notice_text(n, house, "en")) for n in house.notices.listed()[:TOLD])

    @property
    def unrecorded(self) -> str:
        """Why what happens is not written down, for a person; empty while all is well."""
        lasting = self.runtime.trouble if self.runtime is not None else ""
        return lasting or (f"{UNRECORDED} {self.recording}" if self.recording else "")

    def touch(self) -> None:
        """Something that is not on the bus changed the picture."""
        self._stirred.add("")

    def view(self) -> View:
        """The home's picture now; an empty one while it opens."""
        return self.runtime.house.home.view() if self.runtime else self._view

    def moment(self) -> Moment | None:
        """Home time now; None while it opens."""
        if self.runtime is None:
            return None
        house = self.runtime.house
        return Moment(house.clock.now(), house.zone, house.home.connected, self.settled)

    def by(self, entity_id: str) -> str:
        """Who caused the entity's last change: `by you`, `by a1`, or nothing known."""
        cause = self.causes.get(entity_id)
        return whose(cause) if cause else ""

    def _saw(self, before: Snapshot) -> bool:
        """Whether a change began from something known; a first report, or a lost broker, is none."""
        up = self.runtime is not None and self.runtime.house.home.connected
        return up and before.available and before.state is not None

    @property
    def simulated(self) -> bool:
        """Whether the home is the built-in one."""
        return self.runtime is None or self.runtime.mode is Mode.SIMULATOR


def _told(outcome: Outcome, entity_id: str) -> bool:
    return outcome.command.entity_id == entity_id


def whose(cause: Cause) -> str:
    """A cause in two words."""
    if cause.origin in YOURS:
        return "by you"
    return f"by {cause.ref}" if cause.origin is Origin.RULE and cause.ref else ""

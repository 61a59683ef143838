"""Writes down what happens: readings, availability, commands with their outcome, changes with their cause.

Listens on the bus and never blocks it; a batch goes to the database every `flush` seconds. No questions here.
"""

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from devices.bus import Bus
from devices.clock import Clock
from devices.command import Cause, Origin
from devices.errors import StorageError
from devices.events import (
    CommandEnded,
    EntityGone,
    Event,
    EventFired,
    RecordingChanged,
    RuleRan,
    StateChanged,
    StateReported,
)
from devices.history.backlog import Backlog
from devices.history.batch import Batch, Noted, line_of_change, line_of_command, line_of_run
from devices.history.sight import EVENT, UNAVAILABLE, UNKNOWN, Mark, Series, came_back, tells, unit, values
from devices.history.store import store
from devices.history.watched import Watch
from devices.model import Snapshot
from devices.storage.database import Database
from devices.storage.tables import millis
from devices.view import View

log = logging.getLogger(__name__)

HEARTBEAT = timedelta(minutes=5)
"""A reading that does not change is written down again after so much home time."""
SILENCE = timedelta(hours=1)
"""After so much home time without a report, the last one is written down even if it told nothing new."""
QUIET = 30
"""Flushes without news between two signs of life."""
MEMORY = 200_000
"""Readings and lines kept in memory while the database takes none; the oldest readings go first."""
_MOMENT = timedelta(milliseconds=1)


class Recorder:
    """The writer of history: of everything in the process that holds the lease.

    A process that merely follows has one with `commands_only`, since the commands given there, and why,
    are known to nobody else. It listens from the moment it is made. `trouble` is empty while all is well,
    else what the database said; `lost` counts what was dropped because that went on for too long.
    How the first write ends, and that trouble began or ended, is told on the bus as well.
    """

    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Clock,
        *,
        commands_only: bool = False,
        flush: float = 1.0,
        memory: int = MEMORY,
    ) -> None:
        self._database, self._bus, self._clock, self._every = database, bus, clock, flush
        self._commands_only, self._memory = commands_only, memory
        self._batch, self._backlog = Batch(), Backlog()
        self._latest: dict[Series, tuple[Noted, datetime]] = {}
        self._heard: dict[Series, datetime] = {}
        self._series: dict[str, dict[str, Series]] = {}
        self._settled: dict[str, Cause] = {}
        self._ids: dict[Series, int] = {}
        self._watch, self._gathered = Watch(), 0
        self._writing: tuple[asyncio.Task[dict[Series, int]], Mapping[str, int] | None] | None = None
        self._turn = asyncio.Lock()
        self._alive = False
        self.trouble, self.lost = "", 0
        self._told: bool | None = None  # how it began: whoever recorded before may have left in trouble
        self._deafen = bus.listen(self._hear)

    def begin(self, view: View) -> None:
        """Take what is known now as first readings; for a recorder that is made after the home settled."""
        at = self._clock.now()
        self._see(at)
        for snapshot in view.snapshots.values():
            if snapshot.state is not None:
                self._read(snapshot, at, Mark.LIVE if snapshot.live else Mark.RETAINED)

    async def run(self) -> None:
        """Store every `flush` real seconds until cancelled, then store the rest and listen no more."""
        self._alive, quiet = True, QUIET
        try:
            while True:
                quiet += 1
                if self._batch or self._backlog or (quiet >= QUIET and not self._commands_only):
                    self._see(self._clock.now())
                    await self.flush()
                    quiet = 0
                await self._clock.patience(self._every)
        finally:
            self._alive = False
            self._deafen()
            self._see(self._clock.now())
            await self.flush()

    async def flush(self) -> None:
        """Store what was gathered so far, slice by slice; trouble is kept in `trouble`, not raised."""
        async with self._turn:
            self._close(self._clock.now())
            batch, self._batch = self._batch, Batch()
            self._backlog.add(batch)
            self._gathered = self._watch.end
            while await self._stored() and self._backlog:
                pass

    async def _stored(self) -> bool:
        """Store the oldest slice, and how far was watched with it; False when the database took neither."""
        work, watched = self._writing = self._writing or self._hand_in()
        try:
            # a write that was handed in is waited for even when we are stopped: it must not be done twice
            self._ids |= await asyncio.shield(work)
        except StorageError as error:
            self._writing = None
            self._backlog.keep()
            self._shed()
            self._tell(str(error))
            return False
        self._writing = None
        self._backlog.done()
        self._watch.stored(watched)
        self._tell("")
        return True

    def _hand_in(self) -> tuple[asyncio.Task[dict[Series, int]], Mapping[str, int] | None]:
        batch, known = self._backlog.take(), dict(self._ids)
        watched = self._watch.row(min(self._backlog.behind(), self._gathered), alive=self._alive)
        work = self._database.write(lambda connection: store(connection, batch, known, watched))
        return asyncio.create_task(work, name="store history"), watched

    def _shed(self) -> None:
        """Keep within bounds; after what was dropped another watch begins, with what was still known then."""
        lost, until = self._backlog.shed(self._memory)
        self.lost += lost
        if until is None:
            return
        self._watch.begin_again(until + 1)
        latest = self._latest.items()
        still = {(series, until + 1): noted for series, (noted, at) in latest if millis(at) <= until}
        self._backlog.restate(Batch(still))

    def _hear(self, event: Event) -> None:
        match event:
            case CommandEnded():
                self._settled[event.outcome.command.entity_id] = event.cause
                self._batch.lines.append(line_of_command(event))
            case StateChanged():
                self._tell_change(event)
                self._changed(event)
            case _ if self._commands_only:
                pass
            case StateReported(snapshot=snapshot, at=at):
                self._see(at)
                self._read(snapshot, at, Mark.RETAINED if event.retained else Mark.LIVE)
            case EventFired(entity_id=entity_id, event_type=word, at=at):
                self._see(at)
                self._batch.readings[Series(entity_id, EVENT), millis(at)] = (word, Mark.LIVE)
            case EntityGone(entity=entity, at=at):
                for series in self._series.pop(entity.id, {}).values():
                    self._put(series, (UNKNOWN, Mark.LIVE), at)
            case RuleRan():
                self._batch.lines.append(line_of_run(event))
            case _:
                pass

    def _tell_change(self, event: StateChanged) -> None:
        """Write a line of what no command's line tells: not our doing, or later than its command's end."""
        if event.retained or not tells(event.before, event.after):
            return
        ours = event.cause.origin is not Origin.DEVICE
        if (ours and self._settled.get(event.after.entity.id) == event.cause) or not (
            ours or self._commands_only
        ):
            self._batch.lines.append(line_of_change(event))

    def _changed(self, event: StateChanged) -> None:
        if self._commands_only:
            return
        self._see(event.at)
        back = came_back(event.before, event.after)
        mark = Mark.BACK if back else Mark.RETAINED if event.retained else Mark.LIVE
        self._read(event.after, event.at, mark)

    def _read(self, snapshot: Snapshot, at: datetime, mark: Mark) -> None:
        """Take in every series of an entity."""
        entity, found = snapshot.entity, values(snapshot)
        known = self._series.setdefault(entity.id, {})
        end = UNKNOWN if snapshot.available else UNAVAILABLE
        for gone in known.keys() - found.keys():
            self._put(known[gone], (end, mark), at)
        for attribute, value in found.items():
            series, measured = known.get(attribute), unit(entity, attribute)
            if series is None or series.unit != measured:
                if series is not None:  # what was known in the old unit ends just before
                    self._put(series, (UNKNOWN, mark), at - _MOMENT)
                series = known[attribute] = Series(entity.id, attribute, measured)
            self._put(series, (value, mark), at)

    def _put(self, series: Series, noted: Noted, at: datetime) -> None:
        """Write down what is news, and a number that does not change once a heartbeat."""
        latest = self._latest.get(series)
        # a clock that was set back tells the same once more
        if latest is not None and latest[0] == noted and latest[1] <= at:
            if isinstance(noted[0], str):
                return
            self._heard[series] = at
            if at - latest[1] < HEARTBEAT:
                return
        self._heard.pop(series, None)
        self._latest[series] = (noted, at)
        self._batch.readings[series, millis(at)] = noted

    def _close(self, now: datetime) -> None:
        """Write down when those were last heard that have fallen silent: a number does not count for ever."""
        for series, heard in tuple(self._heard.items()):
            if now - heard >= SILENCE:
                del self._heard[series]
                self._batch.readings[series, millis(heard)] = self._latest[series][0]

    def _see(self, at: datetime) -> None:
        if not self._commands_only:
            self._watch.see(millis(at))

    def _tell(self, trouble: str) -> None:
        if bool(trouble) != bool(self.trouble):
            log.warning("history is %s", f"kept in memory: {trouble}" if trouble else "stored again")
        if self._told is not bool(trouble):
            self._bus.publish(RecordingChanged(self._clock.now(), trouble))
        self.trouble, self._told = trouble, bool(trouble)

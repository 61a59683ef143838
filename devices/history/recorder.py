"""Writes down what happens: readings, availability, commands with their outcome, changes with their cause.

Listens on the bus and never blocks it; a batch goes to the database every `flush` seconds. No questions here.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from devices.bus import Bus
from devices.clock import Clock, WallClock
from devices.command import Cause, Origin
from devices.errors import StorageError
from devices.events import CommandEnded, EntityGone, Event, EventFired, RuleRan, StateChanged, StateReported
from devices.history.batch import Batch, Noted, line_of_change, line_of_command, line_of_run, store
from devices.history.sight import EVENT, UNAVAILABLE, UNKNOWN, Mark, Series, came_back, tells, unit, values
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
"""Readings kept in memory while the database takes none; the oldest go first."""


class Recorder:
    """The writer of history: of everything in the process that holds the lease.

    A process that merely follows has one with `commands_only`, since the commands given there, and why,
    are known to nobody else. It listens from the moment it is made. `trouble` is empty while all is well,
    else what the database said; `lost` counts what was dropped because that went on for too long.
    `on_trouble` is told when trouble begins and, with an empty text, when it ends.
    """

    def __init__(
        self,
        database: Database,
        bus: Bus,
        clock: Clock,
        *,
        commands_only: bool = False,
        flush: float = 1.0,
        on_trouble: Callable[[str], None] = lambda _reason: None,
    ) -> None:
        self._database, self._clock, self._every, self._on_trouble = database, clock, flush, on_trouble
        self._commands_only, self._batch = commands_only, Batch()
        self._latest: dict[Series, tuple[Noted, datetime]] = {}
        self._heard: dict[Series, datetime] = {}
        self._attributes: dict[str, set[str]] = {}
        self._settled: dict[str, Cause] = {}
        self._ids: dict[Series, int] = {}
        self._watched: tuple[datetime, datetime] | None = None
        self._turn = asyncio.Lock()
        self._alive = False
        self.trouble, self.lost = "", 0
        self._deafen = bus.listen(self._hear)

    def begin(self, view: View) -> None:
        """Take what is known now as first readings; for a recorder that is made after the home settled."""
        at = self._clock.now()
        self._watch(at)
        for snapshot in view.snapshots.values():
            if snapshot.state is not None:
                self._read(snapshot, at, Mark.LIVE if snapshot.live else Mark.RETAINED)

    async def run(self) -> None:
        """Store every `flush` real seconds until cancelled, then store the rest and listen no more."""
        self._alive, quiet = True, QUIET
        try:
            while True:
                quiet += 1
                if self._batch or (quiet >= QUIET and not self._commands_only):
                    self._watch(self._clock.now())
                    await self.flush()
                    quiet = 0
                await self._clock.patience(self._every)
        finally:
            self._alive = False
            self._deafen()
            self._watch(self._clock.now())
            await self.flush()

    async def flush(self) -> None:
        """Store what was gathered so far; trouble is kept in `trouble`, not raised."""
        async with self._turn:
            self._close(self._clock.now())
            batch, self._batch = self._batch, Batch()
            watch, known = self._watch_row(), dict(self._ids)
            work = self._database.write(lambda connection: store(connection, batch, known, watch))
            try:
                # a write that was handed in is waited for even when we are stopped: it must not be done twice
                self._ids |= await asyncio.shield(work)
            except StorageError as error:
                self._batch = self._batch.after(batch)
                self.lost += self._batch.shed(MEMORY)
                self._tell(str(error))
            else:
                self._tell("")

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
                self._watch(at)
                self._read(snapshot, at, Mark.RETAINED if event.retained else Mark.LIVE)
            case EventFired(entity_id=entity_id, event_type=word, at=at):
                self._watch(at)
                self._batch.readings[Series(entity_id, EVENT), millis(at)] = (word, Mark.LIVE)
            case EntityGone(entity=entity, at=at):
                for attribute in self._attributes.pop(entity.id, set()):
                    self._put(Series(entity.id, attribute), (UNKNOWN, Mark.LIVE), at)
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
        self._watch(event.at)
        back = came_back(event.before, event.after)
        mark = Mark.BACK if back else Mark.RETAINED if event.retained else Mark.LIVE
        self._read(event.after, event.at, mark)

    def _read(self, snapshot: Snapshot, at: datetime, mark: Mark) -> None:
        """Take in every series of an entity."""
        entity, found = snapshot.entity, values(snapshot)
        known = self._attributes.setdefault(entity.id, set())
        end = UNKNOWN if snapshot.available else UNAVAILABLE
        for gone in known - found.keys():
            self._put(Series(entity.id, gone), (end, mark), at)
        for attribute, value in found.items():
            series = Series(entity.id, attribute)
            if attribute not in known:
                known.add(attribute)
                self._batch.units[series] = unit(entity, attribute)
            self._put(series, (value, mark), at)

    def _put(self, series: Series, noted: Noted, at: datetime) -> None:
        """Write down what is news, and a number that does not change once a heartbeat."""
        latest = self._latest.get(series)
        if latest is not None and latest[0] == noted:
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

    def _watch(self, at: datetime) -> None:
        if self._commands_only:
            return
        start, end = self._watched or (at, at)
        self._watched = (min(start, at), max(end, at))

    def _watch_row(self) -> dict[str, int] | None:
        if self._watched is None:
            return None
        start, end = self._watched
        sign = millis(WallClock().now()) if self._alive else 0
        return {"start": millis(start), "end": millis(end), "beat": sign}

    def _tell(self, trouble: str) -> None:
        if bool(trouble) != bool(self.trouble):
            log.warning("history is %s", f"kept in memory: {trouble}" if trouble else "stored again")
            self._on_trouble(trouble)
        self.trouble = trouble

"""Watches the triggers of all rules: events in, latches forward, and whoever fired is answered.

When a trigger fires is match's business, what a fired rule may do is acting's and the gate's.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from devices.automation.acting import Actor, Fire
from devices.automation.book import RuleBook
from devices.automation.latches import Kept, Place
from devices.automation.match import Latch, Sample, due, number, ripen, step
from devices.automation.rule import Rule, Threshold
from devices.automation.timer import Timer
from devices.bus import Bus
from devices.clock import Clock
from devices.errors import StorageError
from devices.events import Event, RulesChanged, StateChanged, StateReported
from devices.home import Home
from devices.model import Snapshot

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Watch:
    """One trigger of an enabled rule and where it stands; the engine moves `latch` along."""

    place: Place
    threshold: Threshold
    latch: Latch

    @property
    def key(self) -> str:
        """Its name for the timer."""
        return f"{self.place[0]}/{self.place[1]}"


class Engine:
    """The runner of a home's rules; only the process that holds the lease has one."""

    def __init__(self, home: Home, book: RuleBook, bus: Bus, clock: Clock, timer: Timer) -> None:
        self._home, self._book, self._bus, self._clock, self._timer = home, book, bus, clock, timer
        self._actor = Actor(home, book, clock)
        self._watches: dict[Place, _Watch] = {}
        self._by_entity: dict[str, list[_Watch]] = {}
        self._changed: dict[Place, Kept | None] = {}
        self._fired: list[Fire] = []
        self._stirred = asyncio.Event()

    async def run(self) -> None:
        """Run the rules until cancelled; latches are stored before their rule acts, so none acts twice."""
        restored = await self._restored()
        deafen = self._bus.listen(self._hear)
        self._timer.start(self._ring)
        try:
            self._arrange(restored)
            async with asyncio.TaskGroup() as group:
                while await self._stirred.wait():
                    self._stirred.clear()
                    fired, self._fired = self._fired, []
                    await self._keep()
                    for fire in fired:
                        group.create_task(self._actor.answer(fire), name=f"rule {fire.rule_id}")
        finally:
            deafen()
            self._timer.stop()

    async def _restored(self) -> dict[Place, Latch]:
        try:
            return await self._book.latches.load(_triggers(self._book.rules()))
        except StorageError as error:
            log.warning("the rules start without what they remembered: %s", error)
            return {}

    def _hear(self, event: Event) -> None:
        match event:
            case StateChanged(before=before, after=after):
                self._take(after, event.at, live=not event.retained and not _came_back(before, after))
            case StateReported(snapshot=snapshot):
                self._take(snapshot, event.at, live=not event.retained)
            case RulesChanged():
                self._arrange({})
            case _:
                pass

    def _take(self, snapshot: Snapshot, at: datetime, *, live: bool) -> None:
        for watch in self._by_entity.get(snapshot.entity.id, ()):
            value = number(snapshot, watch.threshold.attribute)
            latch, fired = step(watch.threshold, watch.latch, Sample(value, at, live))
            self._move(watch, latch)
            if fired:
                self._fire(watch, at, value)

    def _ring(self, key: str) -> None:
        """The timer says that a `for` clock may have ended."""
        watch = next((w for w in self._watches.values() if w.key == key), None)
        if watch is None:
            return
        now = self._clock.now()
        latch, fired = ripen(watch.threshold, watch.latch, now)
        self._move(watch, latch)
        if fired:
            snapshot = self._home.view().find(watch.threshold.entity_id)
            self._fire(watch, now, number(snapshot, watch.threshold.attribute) if snapshot else None)
        elif (end := due(watch.threshold, latch)) is not None and end > now:
            self._timer.at(end, key)

    def _move(self, watch: _Watch, latch: Latch) -> None:
        if latch == watch.latch:
            return
        watch.latch = latch
        self._store(watch.place, Kept(watch.threshold, latch))
        end = due(watch.threshold, latch)
        if end is None:
            self._timer.cancel(watch.key)
        else:
            self._timer.at(end, watch.key)

    def _fire(self, watch: _Watch, at: datetime, value: float | None) -> None:
        self._fired.append(Fire(watch.place[0], at, watch.threshold.entity_id, value))
        self._stirred.set()

    def _store(self, place: Place, kept: Kept | None) -> None:
        self._changed[place] = kept
        self._stirred.set()

    def _arrange(self, restored: Mapping[Place, Latch]) -> None:
        """Watch the triggers of the rules as they are now; what did not change stands as it stood."""
        before, self._watches = self._watches, {}
        for place, threshold in _triggers(self._book.rules()).items():
            old = before.pop(place, None)
            if old is not None and old.threshold == threshold:
                self._watches[place] = old
            else:
                self._begin(place, threshold, restored.get(place))
        for gone in before.values():
            if gone.place not in self._watches:
                self._timer.cancel(gone.key)
                self._store(gone.place, None)
        self._by_entity = _by_entity(self._watches.values())

    def _begin(self, place: Place, threshold: Threshold, restored: Latch | None) -> None:
        """Stand where it stood before the restart, or take the present value as the baseline."""
        watch = self._watches[place] = _Watch(place, threshold, restored or Latch())
        if (end := due(threshold, watch.latch)) is not None:
            self._timer.at(end, watch.key)
        snapshot = self._home.view().find(threshold.entity_id)
        value = number(snapshot, threshold.attribute) if snapshot else None
        if snapshot is None or value is None:
            return
        at = snapshot.reported_at or self._clock.now()
        latch, fired = step(threshold, watch.latch, Sample(value, at, snapshot.live))
        self._move(watch, latch)
        if fired:
            self._fire(watch, at, value)

    async def _keep(self) -> None:
        changed, self._changed = self._changed, {}
        if not changed:
            return
        try:
            await self._book.latches.save(changed)
        except StorageError as error:
            log.warning("where the rules stand was not written down: %s", error)


def _triggers(rules: Iterable[Rule]) -> dict[Place, Threshold]:
    return {(r.id, n): trigger for r in rules if r.enabled for n, trigger in enumerate(r.triggers)}


def _by_entity(watches: Iterable[_Watch]) -> dict[str, list[_Watch]]:
    found: dict[str, list[_Watch]] = defaultdict(list)
    for watch in watches:
        found[watch.threshold.entity_id].append(watch)
    return dict(found)


def _came_back(before: Snapshot, after: Snapshot) -> bool:
    """Available again, with nothing but the value from before: no live report."""
    return after.available and not before.available and before.reported_at == after.reported_at

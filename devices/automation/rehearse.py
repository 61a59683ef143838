"""A rule rehearsed: the very machines that run rules, over the recorded past, on a clock that is a number."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from devices.automation.almanac import Almanac
from devices.automation.conflicts import no_scenes
from devices.automation.rehearsal.cast import circling, looked_at, moved, values, watched
from devices.automation.rehearsal.finding import Rehearsal
from devices.automation.rehearsal.machine import Cast, Machine
from devices.automation.rehearsal.recorded import Recorded
from devices.automation.rehearsal.tally import A_DAY, HALF, Cover, Tally
from devices.automation.rule.rule import Rule
from devices.automation.run.spec import Scenes
from devices.automation.watch.people import people
from devices.automation.watch.spec import World
from devices.clock import WallClock
from devices.history.queries import History
from devices.history.replayed import Replay, Report, Session, Told
from devices.view import View

BREATH = 500
"""So many reports are played before others are let run and progress is told."""
DRAFT = "draft"
"""The id under which a rule is rehearsed that has none yet."""
MOMENT = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Stage:
    """What a rehearsal takes place in: the records, the entities as they are described now, other rules."""

    history: History
    view: View
    almanac: Almanac
    others: tuple[Rule, ...] = ()
    scene: Scenes = no_scenes


async def rehearse(
    rule: Rule,
    stage: Stage,
    start: datetime,
    end: datetime,
    progress: Callable[[float], None] = lambda _share: None,
) -> Rehearsal:
    """When this rule would have run in [start, end), whether it is on or not; nothing is done or stored.

    `progress` is told the share that is done, 0 to 1, from time to time.

    Raises:
        StorageError: the records can't be read.
    """
    played = replace(rule, id=rule.id or DRAFT, enabled=True)
    others = circling(played, (r for r in stage.others if r.id != rule.id), stage.view, stage.scene)
    ids = {e for r in (played, *others) for e in _entities(r, stage)}
    past = await stage.history.replay(sorted(ids), start, end, values(played, stage.view))
    play = _Play(played, others, stage, past)
    await play.run(progress)
    found = play.result()
    return replace(found, kept=past.start) if past.start > start else found


def _entities(rule: Rule, stage: Stage) -> frozenset[str]:
    return watched(rule, stage.view) | looked_at(rule, stage.view) | moved(rule, stage.scene)


class _Play:
    """One rehearsal under way."""

    def __init__(self, rule: Rule, others: tuple[Rule, ...], stage: Stage, past: Replay) -> None:
        self._rule, self._stage, self._past = rule, stage, past
        self._recorded = Recorded(stage.view, past.deeds)
        self._tally, self._cover = Tally(rule.id), Cover(past.start)
        world = World(self._recorded.find, lambda: people(stage.view), stage.almanac)
        rules = {r.id: r for r in (rule, *others)}
        cast = Cast(rules, world, self._recorded, stage.scene)
        self._machine = Machine(cast, self._tally.heed, self._tally.ran)
        self._needs = watched(rule, stage.view) | looked_at(rule, stage.view)
        self._unheard = set(watched(rule, stage.view))
        self._already = False

    async def run(self, progress: Callable[[float], None]) -> None:
        """Play the window from its beginning to its end."""
        past = self._past
        self._recorded.know(past.known)
        for report in past.known:
            self._see(report.entity_id, past.start)
        if past.known or not self._needs:
            self._machine.wake(past.start)
            self._begin(*(report.entity_id for report in past.known))
        count, whole = 0, (past.end - past.start).total_seconds()
        async for told in past.told():
            self._take(told)
            count += 1
            if count % BREATH == 0:
                progress((told.at - past.start).total_seconds() / whole)
                await WallClock().sleep(0)
        # the end itself is no part of the window
        self._machine.advance(past.end - MOMENT)
        progress(1.0)

    def result(self) -> Rehearsal:
        """What came of it."""
        past, stage = self._past, self._stage
        found = self._tally.rehearsal(past.start, past.end, stage.almanac)
        needed = watched(self._rule, stage.view)
        coverage = self._cover.least(needed, past.end)
        length = past.end - past.start
        return replace(
            found,
            already=self._already,
            coverage=coverage,
            unrecorded=tuple(sorted(needed - past.entities)),
            enough=coverage >= HALF and length * coverage >= A_DAY,
        )

    def _take(self, told: Told) -> None:
        match told:
            case Report():
                self._play(told)
            case Session(at=at):
                if self._needs or not self._machine.awake:
                    self._machine.sleep()
                    self._recorded.forget()
                    self._machine.wake(at)
            case _:
                # a schedule alone needs no records: only a stop between two of them is known to be one
                if self._needs or any(begun > told.at for begun, _ in self._past.sessions):
                    self._machine.advance(told.at)
                    self._machine.sleep()
                    self._cover.lose(told.at)

    def _play(self, report: Report) -> None:
        # time passes in the world as it was before this report
        self._machine.advance(report.at)
        for event in self._recorded.tell(report):
            self._machine.hear(event)
        self._see(report.entity_id, report.at)
        if self._unheard:
            self._begin(report.entity_id)

    def _begin(self, *entity_ids: str) -> None:
        """While entities are heard for the first time: whether the limit is passed without a crossing."""
        self._unheard -= set(entity_ids)
        self._already = self._already or (not self._tally.fired and self._machine.latched(self._rule.id))

    def _see(self, entity_id: str, at: datetime) -> None:
        snapshot = self._recorded.find(entity_id)
        known = snapshot is not None and snapshot.available and snapshot.state is not None
        self._cover.see(entity_id, at, known=known)

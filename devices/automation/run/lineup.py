"""All runs of a home that are not over: by id, by rule, by their next instant, and what is to be stored."""

from collections.abc import Callable, Mapping
from datetime import datetime
from heapq import heappop, heappush

from devices.automation.run.course import Run
from devices.automation.run.steps.waiting import EVERYBODY


class Lineup:
    """The holder of runs; it moves none of them.

    Args:
        waited_for: the entities whose reports a run waits for.
    """

    def __init__(self, waited_for: Callable[[Run], frozenset[str]]) -> None:
        self._waited_for = waited_for
        self._runs: dict[str, Run] = {}
        self._by_rule: dict[str, dict[str, None]] = {}
        self._heap: list[tuple[datetime, str]] = []
        self._changed: dict[str, Run | None] = {}
        self._sources: dict[str, frozenset[str]] = {}
        self._holding: dict[str, dict[str, None]] = {}
        self._marking: dict[str, set[str]] = {}

    def put(self, run: Run) -> None:
        """Add a run, or lay its next state over the last."""
        if self._runs.get(run.id) == run:
            return
        self.load(run)
        self._changed[run.id] = run

    def load(self, run: Run) -> None:
        """Add a run that is stored as it is."""
        before = self._runs.get(run.id)
        self._runs[run.id] = run
        self._by_rule.setdefault(run.rule_id, {})[run.id] = None
        self._hold(run.id, self._waited_for(run))
        for entity_id in run.marks:
            self._marking.setdefault(entity_id, set()).add(run.id)
        if run.wake is not None and (before is None or before.wake != run.wake):
            heappush(self._heap, (run.wake, run.id))

    def drop(self, run: Run) -> None:
        """Forget a run."""
        if self._runs.pop(run.id, None) is None:
            return
        self._hold(run.id, frozenset())
        mine = self._by_rule[run.rule_id]
        del mine[run.id]
        if not mine:
            del self._by_rule[run.rule_id]
        self._changed[run.id] = None

    def run(self, run_id: str) -> Run | None:
        """The run with this id."""
        return self._runs.get(run_id)

    def all(self) -> tuple[Run, ...]:
        """Every run, oldest first."""
        return tuple(self._runs.values())

    def of(self, rule_id: str) -> tuple[Run, ...]:
        """The runs of a rule, oldest first."""
        return tuple(self._runs[run_id] for run_id in self._by_rule.get(rule_id, ()))

    def holding(self, entity_id: str) -> tuple[Run, ...]:
        """The runs that wait for a condition in which this entity plays a part."""
        found = {**self._holding.get(entity_id, {}), **self._holding.get(EVERYBODY, {})}
        return tuple(self._runs[run_id] for run_id in found)

    def _hold(self, run_id: str, sources: frozenset[str]) -> None:
        before = self._sources.get(run_id, frozenset())
        if sources == before:
            return
        for one in before - sources:
            self._holding[one].pop(run_id)
            if not self._holding[one]:
                del self._holding[one]
        for one in sources - before:
            self._holding.setdefault(one, {})[run_id] = None
        self._sources[run_id] = sources
        if not sources:
            del self._sources[run_id]

    def marking(self, entity_id: str) -> tuple[Run, ...]:
        """The runs that may have to put this entity back."""
        known = self._marking.get(entity_id, set())
        gone = {run_id for run_id in known if run_id not in self._runs}
        known -= gone
        return tuple(self._runs[run_id] for run_id in sorted(known) if entity_id in self._runs[run_id].marks)

    def next(self) -> datetime | None:
        """The earliest instant at which a run goes on by itself."""
        while self._heap:
            at, run_id = self._heap[0]
            run = self._runs.get(run_id)
            if run is not None and run.wake == at:
                return at
            heappop(self._heap)
        return None

    def due(self, to: datetime) -> Run | None:
        """The run whose instant comes first, if it has come."""
        at = self.next()
        return self._runs[self._heap[0][1]] if at is not None and at <= to else None

    def changes(self) -> Mapping[str, Run | None]:
        """What changed since the last call; None for a run that is gone."""
        changed, self._changed = self._changed, {}
        return changed

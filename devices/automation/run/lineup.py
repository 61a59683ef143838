"""All runs of a home that are not over: by id, by rule, by their next instant, and what is to be stored."""

from collections.abc import Mapping
from datetime import datetime
from heapq import heappop, heappush

from devices.automation.run.course import Run, Stage


class Lineup:
    """The holder of runs; it moves none of them."""

    def __init__(self) -> None:
        self._runs: dict[str, Run] = {}
        self._by_rule: dict[str, dict[str, None]] = {}
        self._heap: list[tuple[datetime, str]] = []
        self._changed: dict[str, Run | None] = {}
        self._holding: dict[str, None] = {}
        self._marking: dict[str, set[str]] = {}

    def put(self, run: Run) -> None:
        """Add a run, or lay its next state over the last."""
        if self._runs.get(run.id) == run:
            return
        self.load(run)
        self._changed[run.id] = run

    def load(self, run: Run) -> None:
        """Add a run that is stored as it is."""
        self._runs[run.id] = run
        self._by_rule.setdefault(run.rule_id, {})[run.id] = None
        self._holding.pop(run.id, None)
        if run.stage is Stage.HOLDING:
            self._holding[run.id] = None
        for entity_id in run.marks:
            self._marking.setdefault(entity_id, set()).add(run.id)
        if run.wake is not None:
            heappush(self._heap, (run.wake, run.id))

    def drop(self, run: Run) -> None:
        """Forget a run."""
        if self._runs.pop(run.id, None) is None:
            return
        self._holding.pop(run.id, None)
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

    def holding(self) -> tuple[Run, ...]:
        """The runs that wait for a condition."""
        return tuple(self._runs[run_id] for run_id in self._holding)

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

"""A world made of readings: recorded entities as snapshots and events, told as a home would tell them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from devices.automation.insight.effect import effect
from devices.command import Cause, Command, Origin, Outcome, Reason, Status
from devices.events import Event, EventFired, StateChanged, StateReported
from devices.history.replayed import Deed, Report
from devices.history.sight import EVENT, UNAVAILABLE, UNKNOWN, Mark
from devices.model import Fields, Scalar, Snapshot
from devices.view import View

DEVICE = Cause(Origin.DEVICE)
BEFORE = timedelta(seconds=2)
AFTER = timedelta(seconds=10)
"""A change so long before or after a command that went out is its doing."""


@dataclass(frozen=True, slots=True)
class RecordedState:
    """A state word and attributes as recorded."""

    said: str
    shown: Mapping[str, Scalar] = field(default_factory=dict)

    @property
    def word(self) -> str:
        """The state word."""
        return self.said

    def attributes(self) -> Fields:
        """The recorded attributes that are known."""
        return dict(self.shown)


class Recorded:
    """The entities as they were at the instant that was told last; those of now lend their descriptions."""

    def __init__(self, view: View, deeds: Iterable[Deed] = ()) -> None:
        self._entities = {entity_id: s.entity for entity_id, s in view.snapshots.items()}
        self._now: dict[str, Snapshot] = {}
        self._deeds: dict[str, list[Deed]] = {}
        for deed in deeds:
            self._deeds.setdefault(deed.entity_id, []).append(deed)
        self.caused_by: dict[str, str] = {}

    def find(self, entity_id: str) -> Snapshot | None:
        """An entity as it was; None before anything of it was told."""
        return self._now.get(entity_id)

    def forget(self) -> None:
        """Nothing is known any more, as after a restart."""
        self._now.clear()

    def know(self, reports: Iterable[Report]) -> None:
        """How entities stood when the window began."""
        for report in reports:
            self.tell(report)

    def tell(self, report: Report) -> tuple[Event, ...]:
        """Take in what was recorded, and say it as a home would have."""
        entity = self._entities.get(report.entity_id)
        if entity is None:
            return ()
        if EVENT in report.values:
            return (EventFired(entity.id, str(report.values[EVENT]), report.at),)
        before = self._now.get(entity.id) or Snapshot(entity)
        if report.mark is Mark.BACK:
            # that it was away may be on record of the very same instant, and so overwritten
            before = replace(before, available=False)
        after = _after(before, report)
        return self._put(before, after, report.at, report.mark)

    def assume(self, command: Command, rule_id: str, at: datetime) -> tuple[Outcome, tuple[Event, ...]]:
        """A rule's command taken to be carried out; where the records tell what came of it, they speak."""
        before = self._now.get(command.entity_id)
        if before is None:
            return Outcome(command, Status.REFUSED, reason=Reason.UNKNOWN_ENTITY), ()
        left, shown = effect(command), dict(before.attributes())
        word = left.word or (_FLIPPED.get(before.word, before.word) if left.flips else before.word)
        attributes: dict[str, Scalar] = {n: v for n, v in shown.items() if not isinstance(v, tuple)}
        after = replace(
            before,
            state=RecordedState(word, attributes | dict(left.attributes)),
            reported_at=at,
            changed_at=before.changed_at if word == before.word else at,
            live=True,
        )
        outcome = Outcome(
            command, Status.CONFIRMED, before.word, word, previous=shown, attributes=after.attributes()
        )
        if self._done(command.entity_id, rule_id, at) or after.state == before.state:
            return outcome, ()
        self._now[command.entity_id] = after
        self.caused_by[command.entity_id] = rule_id
        return outcome, (StateChanged(before, after, Cause(Origin.RULE, rule_id), at),)

    def _put(self, before: Snapshot, after: Snapshot, at: datetime, mark: Mark) -> tuple[Event, ...]:
        self._now[after.entity.id] = after
        retained = mark is Mark.RETAINED
        if before.state == after.state and before.available is after.available:
            return (StateReported(after, at, retained),)
        cause = DEVICE if mark is not Mark.LIVE else self._cause(after.entity.id, at)
        self.caused_by[after.entity.id] = cause.ref
        return (StateChanged(before, after, cause, at, retained),)

    def _cause(self, entity_id: str, at: datetime) -> Cause:
        """The rule whose recorded command explains a change, else the device."""
        for deed in reversed(self._deeds.get(entity_id, ())):
            if deed.began - BEFORE <= at <= deed.ended + AFTER:
                return Cause(Origin.RULE, deed.rule_id)
        return DEVICE

    def _done(self, entity_id: str, rule_id: str, at: datetime) -> bool:
        """Whether the records hold this very command."""
        deeds = self._deeds.get(entity_id, ())
        return any(d.rule_id == rule_id and abs(d.began - at) <= AFTER for d in deeds)


_FLIPPED = {"on": "off", "off": "on"}


def _after(before: Snapshot, report: Report) -> Snapshot:
    word = report.values.get("")
    shown = dict(before.state.shown) if isinstance(before.state, RecordedState) else {}
    for name, value in report.values.items():
        if name and value in (UNKNOWN, UNAVAILABLE):
            # what a device showed last is kept while it can't be reached
            shown = shown if value == UNAVAILABLE else {n: v for n, v in shown.items() if n != name}
        elif name:
            shown[name] = value
    if word == UNAVAILABLE:
        return replace(before, available=False)
    said = before.state.word if word is None and before.state is not None else _spelled(word)
    state = None if said == UNKNOWN and not shown and before.state is None else RecordedState(said, shown)
    told = report.mark is not Mark.BACK
    moved = before.state is None or before.state.word != said
    return Snapshot(
        before.entity,
        state,
        word is not None or before.available,
        report.at if told else before.reported_at,
        report.at if moved else before.changed_at,
        before.live or report.mark is Mark.LIVE,
    )


def _spelled(value: float | str | None) -> str:
    """A recorded state as the word that a sensor says."""
    return UNKNOWN if value is None else f"{value:.12g}" if isinstance(value, float) else value

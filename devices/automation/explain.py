"""How a rule stands now, as data: what it watches, which clocks run, what holds. Decides and runs nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from devices.automation.almanac import Almanac
from devices.automation.instants import after
from devices.automation.rule.condition import AllOf, AnyOf, Condition, Daylight, During, NotOf
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Coming,
    Every,
    Happens,
    Lost,
    Once,
    Pool,
    Presence,
    Sun,
    Swing,
    Threshold,
    TimeTrigger,
    Trigger,
)
from devices.automation.watch.holds import holds
from devices.automation.watch.kinds import spot
from devices.automation.watch.people import people
from devices.automation.watch.pool import all_of, any_of, average, none_of
from devices.automation.watch.signal import Lacking, number, unit_of, word
from devices.automation.watch.spec import Memory, Phase, Place, World
from devices.automation.watch.trigger import latch
from devices.automation.watch.trigger.presence import at_home
from devices.automation.watch.trigger.threshold import passed
from devices.model import Snapshot
from devices.view import View


@dataclass(frozen=True, slots=True)
class Moment:
    """When it is asked, where the home lies, and what the watching remembers, if whoever asks knows it."""

    at: datetime
    almanac: Almanac
    memories: Mapping[Place, Memory] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Watch:
    """One trigger and one entity of it (none for a time, and for an average).

    `past` says whether what it waits for is so now; None: not known, or over as soon as it happens. `lacking`
    is why there is nothing to compare. `since` is the last report, `clock_from` and `clock_ends` the running
    `for` clock, `latched` that it fired and has to fall back first, `next_at` the next time of a schedule.
    """

    trigger: int
    entity_id: str = ""
    value: float | None = None
    word: str = ""
    unit: str = ""
    past: bool | None = None
    lacking: Lacking = Lacking.NO
    since: datetime | None = None
    clock_from: datetime | None = None
    clock_ends: datetime | None = None
    latched: bool = False
    next_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """One condition and whether it holds; None: not known."""

    condition: Condition
    holds: bool | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule as of now.

    `value`, `unit` and `since` (its last report) are those of the first trigger that is past, else of the
    first; `holds` says whether a trigger is past and all conditions hold, so that it would run if asked now
    (None: not known, or it has nothing that could be past). `blind` says that none of its triggers can fire
    as things are: everything watched is missing, away or without a number. `watches` is everything watched,
    `conditions` how each stands, `next_at` the next time of a schedule or the end of a `for` clock.
    """

    value: float | None = None
    unit: str = ""
    holds: bool | None = None
    since: datetime | None = None
    blind: bool = True
    watches: tuple[Watch, ...] = field(default=(), compare=False)
    conditions: tuple[Checked, ...] = field(default=(), compare=False)
    next_at: datetime | None = None


def standing(rule: Rule, view: View, moment: Moment | None = None) -> Standing:
    """How this rule stands in this view; pure. Without a moment nothing is told of times and clocks."""
    watches = tuple(w for n in range(len(rule.triggers)) for w in _watches(rule, n, view, moment))
    verdicts = [_past(trigger, n, watches, view) for n, trigger in enumerate(rule.triggers)]
    conditions = tuple(_checked(rule, view, moment))
    past = [n for n, verdict in enumerate(verdicts) if verdict]
    shown = next((w for w in watches if w.past and w.trigger in past), watches[0] if watches else None)
    ahead = [at for w in watches for at in (w.next_at, w.clock_ends) if at is not None]
    return Standing(
        value=None if shown is None else shown.value,
        unit="" if shown is None else shown.unit,
        holds=_would_run(verdicts, conditions),
        since=None if shown is None else shown.since,
        blind=all(w.lacking is not Lacking.NO for w in watches),
        watches=watches,
        conditions=conditions,
        next_at=min(ahead, default=None),
    )


def _would_run(verdicts: list[bool | None], conditions: tuple[Checked, ...]) -> bool | None:
    past = any_of(verdicts) if any(v is not None for v in verdicts) else None
    return past if not past else all_of(checked.holds for checked in conditions)


def _watches(rule: Rule, index: int, view: View, moment: Moment | None) -> list[Watch]:
    trigger = rule.triggers[index]
    if isinstance(trigger, At | Sun | Every | Once):
        return [Watch(index, next_at=_next(rule.id, index, trigger, moment))]
    entities = trigger.entities
    if isinstance(trigger, Presence) and not entities:
        entities = people(view)
        if not entities:
            return [Watch(index, lacking=Lacking.MISSING)]
    found = [_watch(trigger, index, entity_id, view, moment) for entity_id in entities]
    if isinstance(trigger, Threshold) and trigger.pool is Pool.MEAN:
        return [_mean(trigger, index, found)]
    remembered = {} if moment is None else moment.memories
    return [_clocked(trigger, rule.id, watch, remembered) for watch in found]


def _next(rule_id: str, index: int, trigger: TimeTrigger, moment: Moment | None) -> datetime | None:
    if moment is None:
        return None
    return after(trigger, moment.at, moment.almanac, f"{rule_id}/{index}")


def _watch(trigger: Trigger, index: int, entity_id: str, view: View, moment: Moment | None) -> Watch:
    """How one entity stands to what a trigger waits for."""
    snapshot = view.find(entity_id)
    since = None if snapshot is None else snapshot.reported_at
    lacking = _absent(snapshot)
    said = "" if snapshot is None else snapshot.word
    match trigger:
        case Threshold(attribute=attribute, unit=unit) | Swing(attribute=attribute, unit=unit):
            signal = number(snapshot, attribute, unit, None if moment is None else moment.at)
            own = "" if snapshot is None else unit or unit_of(snapshot.entity, attribute)
            past = None
            if isinstance(trigger, Threshold) and signal.value is not None:
                past = passed(trigger, signal.value)
            return Watch(index, entity_id, signal.value, said, own, past, signal.lacking, since)
        case Becomes(attribute=attribute, to=to):
            found = word(snapshot, attribute)
            past = None if found is None or not to else found in to
            unread = Lacking.UNKNOWN if found is None and lacking is Lacking.NO else lacking
            return Watch(index, entity_id, word=found or said, past=past, lacking=unread, since=since)
        case Lost(back=back):
            away = None if snapshot is None else not snapshot.available
            gone = Lacking.MISSING if snapshot is None else Lacking.NO
            past = None if away is None else away is not back
            return Watch(index, entity_id, word=said, past=past, lacking=gone, since=since)
        case Happens():
            away_now = lacking if lacking in (Lacking.MISSING, Lacking.UNAVAILABLE) else Lacking.NO
            return Watch(index, entity_id, word=said, lacking=away_now, since=since)
        case _:
            return Watch(index, entity_id, word=said, lacking=lacking, since=since)


def _absent(snapshot: Snapshot | None) -> Lacking:
    if snapshot is None:
        return Lacking.MISSING
    if not snapshot.available:
        return Lacking.UNAVAILABLE
    return Lacking.UNKNOWN if snapshot.state is None else Lacking.NO


def _mean(trigger: Threshold, index: int, found: list[Watch]) -> Watch:
    """The average of those that are known."""
    value = average(w.value for w in found)
    lacking = Lacking.NO if value is not None else found[0].lacking
    reported = [w.since for w in found if w.since is not None]
    past = None if value is None else passed(trigger, value)
    unit = next((w.unit for w in found if w.unit), "")
    return Watch(index, "", value, "", unit, past, lacking, max(reported, default=None))


def _clocked(trigger: Trigger, rule_id: str, watch: Watch, remembered: Mapping[Place, Memory]) -> Watch:
    """With the `for` clock and the latch that the watching remembers."""
    places = (spot(watch.trigger, watch.entity_id), spot(watch.trigger))
    memory = next((remembered[rule_id, place] for place in places if (rule_id, place) in remembered), None)
    if memory is None or isinstance(trigger, Swing | Happens | At | Sun | Every | Once):
        return watch
    if memory.phase is not Phase.WAITING:
        return replace(watch, latched=memory.phase is Phase.LATCHED)
    return replace(watch, clock_from=memory.since, clock_ends=latch.due(memory, trigger.for_seconds))


def _past(trigger: Trigger, index: int, watches: tuple[Watch, ...], view: View) -> bool | None:
    """Whether what a whole trigger waits for is so now."""
    own = [w.past for w in watches if w.trigger == index]
    match trigger:
        case Threshold() | Becomes():
            return all_of(own) if trigger.pool is Pool.ALL else any_of(own)
        case Lost():
            return any_of(own)
        case Presence():
            there = [at_home(view.find(w.entity_id)) for w in watches if w.trigger == index]
            return any_of(there) if trigger.coming is Coming.ARRIVE else none_of(there)
        case _:
            return None


def _checked(rule: Rule, view: View, moment: Moment | None) -> list[Checked]:
    return [
        Checked(condition, _holds(condition, f"c{n}", rule.id, view, moment))
        for n, condition in enumerate(rule.conditions)
    ]


def _holds(condition: Condition, place: str, rule_id: str, view: View, moment: Moment | None) -> bool | None:
    if moment is None:
        if _of_time(condition):
            return None
        moment = Moment(_newest(view), Almanac(UTC))
    remembered = moment.memories

    def held(spot_: str) -> datetime | None:
        memory = remembered.get((rule_id, spot_))
        return None if memory is None else memory.since

    world = World(view.find, lambda: people(view), moment.almanac)
    return holds(condition, world, moment.at, held, place)


def _of_time(condition: Condition) -> bool:
    match condition:
        case During() | Daylight():
            return True
        case AllOf(of=of) | AnyOf(of=of) | NotOf(of=of):
            return any(_of_time(part) for part in of)
        case _:
            return False


def _newest(view: View) -> datetime:
    """The instant of the newest report: the present, as far as a view knows of one."""
    reported = (s.reported_at for s in view.snapshots.values() if s.reported_at is not None)
    return max(reported, default=datetime.fromtimestamp(0, UTC))

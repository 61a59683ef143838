"""Rules of every kind by chance, for property tests: whatever the stored form allows."""

from datetime import UTC

from hypothesis import strategies as st

from devices.automation.rule.action import (
    Act,
    Action,
    ApplyScene,
    Notify,
    PutBack,
    Ramp,
    Repeat,
    Wait,
    WaitUntil,
)
from devices.automation.rule.condition import (
    AllOf,
    AnyOf,
    Condition,
    Daylight,
    During,
    NotOf,
    Someone,
    Stands,
)
from devices.automation.rule.rule import Mode, Rule
from devices.automation.rule.trigger import (
    At,
    Becomes,
    Coming,
    Days,
    Every,
    Happens,
    Holidays,
    Lost,
    Once,
    Pool,
    Presence,
    Sun,
    SunEvent,
    Swing,
    Threshold,
    Trigger,
    Way,
    Weekday,
)
from devices.command import Command

words = st.text("abcdefghij_ é室ж", min_size=1, max_size=12)
ids = st.sampled_from(("sensor.hall", "sensor.attic", "lock.door", "light.lamp", "cover.blind"))
entities = st.lists(ids, min_size=1, max_size=3, unique=True).map(tuple)
several = st.lists(words, max_size=3).map(tuple)
numbers = st.floats(-1e6, 1e6)
seconds = st.floats(0, 1e5)
shifts = st.floats(0, 86_400)
times = st.times().map(lambda t: t.replace(tzinfo=None))
days = st.builds(
    Days,
    st.sets(st.sampled_from(Weekday)).map(lambda picked: tuple(day for day in Weekday if day in picked)),
    st.sampled_from(Holidays),
)
moments = st.datetimes(timezones=st.just(UTC))
_bands = st.tuples(numbers, numbers).filter(lambda pair: pair[0] < pair[1])
_pools = st.sampled_from(Pool)

thresholds = st.one_of(
    st.builds(Threshold, entities, above=numbers, for_seconds=seconds, attribute=words, unit=words),
    st.builds(Threshold, entities, below=numbers, hysteresis=st.floats(0, 9), pool=_pools),
    _bands.flatmap(lambda band: st.builds(Threshold, entities, st.just(band[0]), st.just(band[1]))),
    _bands.flatmap(
        lambda band: st.builds(
            Threshold, entities, st.just(band[1]), st.just(band[0]), outside=st.just(True), pool=_pools
        )
    ),
)
triggers: st.SearchStrategy[Trigger] = st.one_of(
    thresholds,
    st.builds(Swing, entities, st.floats(0.1, 99), st.floats(1, 1e5), st.sampled_from(Way), unit=words),
    st.builds(Becomes, entities, several, several, seconds, pool=_pools),
    st.builds(Happens, entities, several),
    st.builds(Presence, st.sampled_from(Coming), entities, _pools, seconds),
    st.builds(Lost, entities, st.booleans(), seconds),
    st.builds(At, times, days, shifts),
    st.builds(Sun, st.sampled_from(SunEvent), st.one_of(shifts, shifts.map(lambda s: -s)), days),
    st.builds(Every, st.floats(1, 1e6), moments),
    st.builds(Once, moments),
)
_plain_conditions: st.SearchStrategy[Condition] = st.one_of(
    thresholds,
    st.builds(Stands, entities, st.lists(words, min_size=1, max_size=3).map(tuple), seconds, pool=_pools),
    st.builds(During, st.one_of(st.none(), times), st.one_of(st.none(), times), days),
    st.builds(Daylight, st.booleans(), shifts, shifts),
    st.builds(Someone, st.booleans(), entities),
)
conditions: st.SearchStrategy[Condition] = st.recursive(
    _plain_conditions,
    lambda inner: st.one_of(
        *(st.builds(kind, st.lists(inner, max_size=3).map(tuple)) for kind in (AllOf, AnyOf, NotOf))
    ),
    max_leaves=4,
)
_scalars = st.one_of(st.none(), st.booleans(), st.integers(-1000, 1000), numbers, words)
commands = st.builds(Command, ids, words, st.dictionaries(words, _scalars, max_size=3))
_plain_actions: st.SearchStrategy[Action] = st.one_of(
    commands.map(Act),
    st.builds(ApplyScene, words),
    st.builds(Notify, words, st.booleans(), words),
    st.builds(Wait, seconds),
    st.builds(WaitUntil, conditions, seconds, st.booleans()),
    st.builds(Ramp, ids, words, words, numbers, seconds),
    st.just(PutBack()),
)
actions: st.SearchStrategy[Action] = st.recursive(
    _plain_actions,
    lambda inner: st.builds(
        Repeat,
        st.lists(inner, min_size=1, max_size=2).map(tuple),
        st.integers(1, 9),
        st.one_of(st.none(), conditions),
    ),
    max_leaves=3,
)
rules = st.builds(
    Rule,
    id=words,
    triggers=st.lists(triggers, min_size=1, max_size=3).map(tuple),
    conditions=st.lists(conditions, max_size=2).map(tuple),
    actions=st.lists(actions, min_size=1, max_size=3).map(tuple),
    until=st.lists(actions, max_size=2).map(tuple),
    enabled=st.booleans(),
    mode=st.sampled_from(Mode),
    once=st.booleans(),
    cooldown_seconds=seconds,
    runs_a_minute=st.integers(1, 99),
    late_seconds=seconds,
    created_at=st.one_of(st.none(), moments),
    words=words,
)
"""Any rule at all; whether it makes sense in a home is another matter."""

"""A live run on simulated time and the rehearsal of its recording fire at identical instants."""

import asyncio
from datetime import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devices.automation.rule.action import Act
from devices.automation.rule.condition import During, NotOf, Stands
from devices.automation.rule.rule import Rule
from devices.automation.rule.trigger import At, Becomes, Every, Lost, Pool, Swing, Threshold, Way
from devices.command import Command
from tests.automation.rehearsal.story import Step, lived
from tests.automation.scene import FAN, FAN_ON, LAMP, SENSOR, rule
from tests.fakes.clock import START

LIT = (Act(Command(LAMP, "turn_on")),)

limits = st.builds(
    Threshold,
    st.just((SENSOR,)),
    above=st.sampled_from((25.0, 26.0)),
    for_seconds=st.sampled_from((0.0, 45.0, 100.0)),
    hysteresis=st.sampled_from((0.0, 1.0)),
)
bands = st.builds(
    Threshold,
    st.just((SENSOR,)),
    above=st.just(27.0),
    below=st.just(25.0),
    outside=st.just(True),
    for_seconds=st.sampled_from((0.0, 45.0)),
)
turned = st.builds(
    Becomes,
    st.just((FAN,)),
    to=st.sampled_from((("on",), ("off",), ())),
    for_seconds=st.sampled_from((0.0, 45.0)),
    pool=st.just(Pool.ANY),
)
moved = st.builds(
    Swing, st.just((SENSOR,)), st.just(1.5), st.sampled_from((60.0, 200.0)), st.sampled_from(Way)
)
gone = st.builds(Lost, st.just((SENSOR,)), st.booleans(), st.sampled_from((0.0, 45.0)))
timed = st.sampled_from((At(time(12, 3)), Every(90.0, START)))
triggers = st.lists(
    st.one_of(limits, limits, bands, turned, moved, gone, timed), min_size=1, max_size=2, unique=True
)
conditions = st.lists(
    st.sampled_from(
        (
            Stands((FAN,), ("off",)),
            NotOf((Stands((FAN,), ("on",)),)),
            During(time(12, 1), time(12, 6)),
            Threshold((SENSOR,), below=28.0),
        )
    ),
    max_size=1,
)
watching = st.builds(
    lambda trigger, condition: Rule(
        triggers=tuple(trigger), conditions=tuple(condition), actions=LIT, runs_a_minute=100
    ),
    triggers,
    conditions,
)
temperatures = st.sampled_from((24.0, 24.5, 25.5, 27.5, 28.5, 29.0))
pauses = st.sampled_from((1, 2, 29, 44, 46, 59, 61, 101))
happenings = st.sampled_from((*("read",) * 8, *("fan",) * 3, *("away", "back") * 2, "unknown", "restart"))
stories = st.lists(st.tuples(happenings, temperatures, pauses), min_size=5, max_size=12)


async def alike(rules: list[Rule], story: list[Step]) -> None:
    with TemporaryDirectory() as folder:
        found = await lived(Path(folder), rules, [("read", 24.0, 1), ("fan", 0.0, 1), *story])
    assert found.rehearsed == found.really


@given(first=watching, chained=st.booleans(), story=stories)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_live_run_and_rehearsal_fire_at_identical_instants(
    *, first: Rule, chained: bool, story: list[Step]
) -> None:
    others = [rule(Threshold((SENSOR,), above=26), FAN_ON)] if chained else []
    asyncio.run(alike([first, *others], story))


async def test_a_schedule_over_a_restart_runs_alike(tmp_path: Path) -> None:
    story: list[Step] = [("read", 24.0, 1), ("read", 24.0, 200), ("restart", 24.0, 101), ("read", 24.0, 50)]
    found = await lived(tmp_path, [rule(Every(90.0, START), *LIT)], story)
    assert len(found.really) > 2
    assert found.rehearsed == found.really


async def test_a_device_that_came_back_while_nothing_ran_is_back_alike(tmp_path: Path) -> None:
    story: list[Step] = [("read", 24.0, 1), ("away", 0, 5), ("restart", 24.0, 60), ("read", 24.0, 5)]
    found = await lived(tmp_path, [rule(Lost((SENSOR,), back=True), *LIT)], story)
    assert len(found.really) == 1
    assert found.rehearsed == found.really


@pytest.mark.parametrize(
    "story",
    [
        [("read", 25.0, 1), ("read", 27.5, 10), ("away", 0, 5), ("back", 0, 20), ("read", 27.5, 10)],
        [("read", 25.0, 1), ("read", 27.5, 10), ("restart", 27.5, 20), ("read", 27.5, 30)],
        [("read", 25.0, 1), ("read", 27.5, 10), ("restart", 24.0, 20), ("read", 27.5, 30)],
        [("read", 25.0, 1), ("unknown", 0, 5), ("read", 27.5, 10), ("unknown", 0, 61), ("read", 27.5, 50)],
    ],
    ids=["blip", "restart", "restart below", "unknown"],
)
async def test_a_clock_of_45_seconds_ends_alike(tmp_path: Path, story: list[Step]) -> None:
    waiting = rule(Threshold((SENSOR,), above=26, for_seconds=45), *LIT)
    found = await lived(tmp_path, [waiting], [*story, ("read", 27.5, 50), ("read", 27.5, 50)])
    assert len(found.really) == 1
    assert found.rehearsed == found.really

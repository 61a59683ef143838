"""Runs as they are stored: every one comes back as it was, and what can't be read is told by its key."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.automation.run.course import Frame, Mark, Ramping, Run, Stage
from devices.automation.run.stored import run_from_json, run_to_json
from devices.automation.watch.spec import Fire
from devices.command import Command, Outcome, Reason, Status
from devices.errors import ConfigError

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
instants = st.integers(0, 10**9).map(lambda ms: FIRST + timedelta(milliseconds=ms))
words = st.text(max_size=8)
names = st.text("abc._", min_size=1, max_size=8)
numbers = st.floats(-1e6, 1e6)
plain = st.one_of(words, st.booleans(), st.integers(-1000, 1000), numbers)
attributes = st.dictionaries(names, st.one_of(plain, st.tuples(numbers, numbers)), max_size=3)
commands = st.builds(Command, names, names, st.dictionaries(names, plain, max_size=2))
outcomes = st.builds(
    Outcome,
    commands,
    st.sampled_from(Status),
    words,
    words,
    st.sampled_from(Reason),
    attributes,
    attributes,
    words,
    st.integers(0, 5000),
)
facts = st.dictionaries(names, words, max_size=3)
fires = st.builds(
    Fire,
    rule_id=st.just("a1"),
    trigger=st.integers(0, 5),
    at=instants,
    entity_id=words,
    value=st.none() | numbers,
    word=words,
    over=st.booleans(),
    late=st.floats(0, 1e5),
    missed=st.booleans(),
    facts=facts,
)
marks = st.builds(
    Mark, words, attributes, words, attributes, st.none() | commands, st.none() | instants, st.booleans()
)
runs = st.builds(
    Run,
    id=st.just("a1-5"),
    fire=fires,
    body=words,
    at=instants,
    began=instants,
    stage=st.sampled_from(Stage),
    frames=st.lists(st.builds(Frame, st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=3).map(
        tuple
    ),
    step=st.integers(0, 99),
    wake=st.none() | instants,
    limit=st.none() | instants,
    commands=st.lists(commands, max_size=2).map(tuple),
    allowed=st.booleans(),
    again=st.booleans(),
    stopping=words,
    skipped=words,
    remove=st.booleans(),
    tell=st.booleans(),
    ramps=st.lists(
        st.builds(Ramping, numbers, instants, instants, numbers, numbers, st.integers(0, 9)), max_size=2
    ).map(tuple),
    marks=st.dictionaries(names, marks, max_size=2),
    since=st.dictionaries(names, instants, max_size=2),
    outcomes=st.lists(outcomes, max_size=2).map(tuple),
    facts=facts,
    depth=st.integers(1, 9),
    chain=st.none() | instants,
)


@given(runs)
def test_run_comes_back_as_it_was(run: Run) -> None:
    text = json.dumps(run_to_json(run))
    assert run_from_json(run.id, run.rule_id, text) == run


@pytest.mark.parametrize("key", ["fire", "at", "began", "stage", "frames", "step"])
def test_run_without_a_part_names_it(key: str) -> None:
    whole = run_to_json(Run("a1-5", Fire("a1", 0, FIRST), "", FIRST, FIRST))
    with pytest.raises(ConfigError, match=key):
        run_from_json("a1-5", "a1", {name: value for name, value in whole.items() if name != key})

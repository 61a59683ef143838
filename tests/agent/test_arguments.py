"""What a model writes as arguments: read when only one meaning is possible, else refused with words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from assistant.agent.nodes.arguments import Fitting, fit
from tools.registry import TOOLS, tool
from tools.tool import Tool

names = st.sampled_from(
    ["targets", "action", "brightness_pct", "above", "area", "window", "more_steps", "junk"]
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-200, 9000)
    | st.text(max_size=8)
    | st.sampled_from(["50%", "true", "22 C"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


def named(name: str) -> Tool:
    found = tool(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("given_args", "read"),
    [
        ({"targets": "lamp", "action": "turn_on"}, {"targets": ["lamp"]}),
        ({"targets": ["lamp"], "action": "turn_on", "brightness_pct": "50%"}, {"brightness_pct": 50}),
        ({"targets": ["lamp"], "action": "turn_on", "everything": "false"}, {"everything": False}),
        ({"targets": ["t"], "action": "set_temperature", "temperature": "22 C"}, {"temperature": 22.0}),
        ({"targets": ["t"], "action": "set_temperature", "temperature": "21,5"}, {"temperature": 21.5}),
        ({"targets": ["lamp"], "action": "turn_on", "brightness_pct": None}, {}),
        ({"targets": ["lamp"], "action": "turn_on", "more_steps": True}, {}),
    ],
)
def test_fit_reads_what_is_plain(given_args: dict[str, JsonValue], read: dict[str, JsonValue]) -> None:
    fitting = fit(named("control_device"), given_args)
    assert isinstance(fitting, Fitting), fitting
    assert {key: fitting.args[key] for key in read} == read
    assert "more_steps" not in fitting.args


@pytest.mark.parametrize(
    "given_args",
    [
        {},
        {"targets": ["lamp"]},
        {"targets": ["lamp"], "action": "explode"},
        {"targets": {}, "action": "turn_on"},
    ],
)
def test_fit_says_what_is_wrong(given_args: dict[str, JsonValue]) -> None:
    fitting = fit(named("control_device"), given_args)
    assert isinstance(fitting, str)
    assert fitting


@given(st.sampled_from(TOOLS), st.dictionaries(names, values, max_size=5))
def test_fit_never_raises(one: Tool, args: dict[str, JsonValue]) -> None:
    fitting = fit(one, args)
    assert isinstance(fitting, str | Fitting)
    if isinstance(fitting, Fitting):
        assert isinstance(fit(one, fitting.args), Fitting)

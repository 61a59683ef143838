"""What a model writes as arguments: read when only one meaning is possible, else refused with words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from assistant.agent.judge.coerce import snake
from assistant.agent.nodes.arguments import Fitting, fit
from tools.meaning.arguments import Action
from tools.registry import TOOLS, tool
from tools.tool import Tool

names = st.sampled_from(
    ["targets", "action", "brightness_pct", "above", "area", "window", "more_steps", "junk", "device", "Room"]
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-200, 9000)
    | st.text(max_size=8)
    | st.sampled_from(["50%", "true", "22 C", "half", "двадцать", '["lamp"]', "[[[", "{"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
IDLE = frozenset(
    {
        *("reason", "reasoning", "thought", "thoughts", "explanation", "comment", "note", "rationale"),
        *("description", "language", "lang", "confidence", "request_id", "call_id", "tool_call_id"),
        "more_steps",
    }
)
"""Keys that tell of a call and not what to do."""
LAMP: dict[str, JsonValue] = {"targets": ["lamp"], "action": "turn_on"}


def named(name: str) -> Tool:
    found = tool(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("part", "read"),
    [
        ({"type": "state", "entity_id": "lock.front_door", "to": "open"}, {"entities": ["lock.front_door"]}),
        ({"kind": "threshold", "sensor": "hall", "above": "twenty six"}, {"above": 26.0}),
        (
            {"kind": "threshold", "sensors": ["hall"], "above": "26 C", "for": "10 minutes"},
            {"for_seconds": 600.0},
        ),
        ({"platform": "time", "time": "7 pm", "weekdays": ["Mon"]}, {"at": "19:00:00", "days": ["mon"]}),
        ({"kind": "every", "interval": "half an hour"}, {"every_seconds": 1800.0}),
        ({"kind": "event", "entity": "button", "event_type": "single"}, {"types": ["single"]}),
    ],
)
def test_parts_of_a_rule_are_read_as_leniently(
    part: dict[str, JsonValue], read: dict[str, JsonValue]
) -> None:
    shapes: tuple[JsonValue, ...] = (part, [part], json.dumps(part), [json.dumps(part)])
    for shape in shapes:
        fitting = fit(named("create_automation"), {"when": shape, **LAMP})
        assert isinstance(fitting, Fitting), fitting
        listed = fitting.args["when"]
        assert isinstance(listed, list)
        (when,) = listed
        assert isinstance(when, dict)
        assert {key: when[key] for key in read} == read


@pytest.mark.parametrize(
    ("given_args", "read"),
    [
        ({"targets": "lamp", "action": "turn_on"}, {"targets": ["lamp"]}),
        ({**LAMP, "everything": "false"}, {"everything": False}),
        ({**LAMP, "everything": "yes"}, {"everything": True}),
        ({**LAMP, "brightness_pct": None}, {}),
        ({**LAMP, "more_steps": True}, {}),
        # numbers
        ({**LAMP, "brightness_pct": "50%"}, {"brightness_pct": 50}),
        ({**LAMP, "brightness_pct": "50 percent"}, {"brightness_pct": 50}),
        ({**LAMP, "brightness_pct": "half"}, {"brightness_pct": 50}),
        ({**LAMP, "brightness_pct": "twenty"}, {"brightness_pct": 20}),
        ({**LAMP, "brightness_pct": "twenty-five percent"}, {"brightness_pct": 25}),
        ({**LAMP, "brightness_pct": "二十"}, {"brightness_pct": 20}),
        ({**LAMP, "brightness_pct": "百分之三十"}, {"brightness_pct": 30}),
        ({**LAMP, "brightness_pct": "двадцать пять"}, {"brightness_pct": 25}),
        ({**LAMP, "brightness_pct": "двадцать пять процентов"}, {"brightness_pct": 25}),
        ({**LAMP, "brightness_pct": [30]}, {"brightness_pct": 30}),
        ({**LAMP, "color_temp_kelvin": "2700K"}, {"color_temp_kelvin": 2700}),
        ({"targets": ["t"], "action": "set_temperature", "temperature": "22 C"}, {"temperature": 22.0}),
        ({"targets": ["t"], "action": "set_temperature", "temperature": "21,5"}, {"temperature": 21.5}),
        ({"targets": ["t"], "action": "set_temperature", "temperature": "72 F"}, {"temperature": 22.22}),
        ({"targets": ["t"], "action": "set_temperature", "temperature": "72°F"}, {"temperature": 22.22}),
        (
            {"targets": ["t"], "action": "set_temperature", "temperature": "twenty degrees"},
            {"temperature": 20.0},
        ),
        ({"targets": ["t"], "action": "set_temperature", "temperature": "二十度"}, {"temperature": 20.0}),
        # lists and ids
        ({"targets": '["lamp", "fan"]', "action": "turn_on"}, {"targets": ["lamp", "fan"]}),
        ({"targets": [{"entity_id": "light.hall"}], "action": "turn_on"}, {"targets": ["light.hall"]}),
        ({"targets": ["Light.Hall Lamp"], "action": "turn_on"}, {"targets": ["light.hall_lamp"]}),
        ({"targets": " light.hall ", "action": "turn_on"}, {"targets": ["light.hall"]}),
        # words of an enumeration
        ({"targets": ["lamp"], "action": "TURN_ON"}, {"action": "turn_on"}),
        ({"targets": ["lamp"], "action": "turnOn"}, {"action": "turn_on"}),
        ({"targets": ["lamp"], "action": "on"}, {"action": "turn_on"}),
        ({"targets": ["lamp"], "action": "light.turn_on"}, {"action": "turn_on"}),
        ({"targets": ["lamp"], "action": ["switch off"]}, {"action": "turn_off"}),
        ({"targets": ["lamp"], "action": "включи"}, {"action": "turn_on"}),
        ({"targets": ["door"], "action": "отопри"}, {"action": "unlock"}),
        ({"targets": ["door"], "action": "锁上"}, {"action": "lock"}),
        ({"targets": ["lamp"], "action": "set", "brightness_pct": 30}, {"action": "turn_on"}),
        ({"targets": ["lamp"], "action": "set_brightness", "brightness": 30}, {"action": "turn_on"}),
        ({"targets": ["t"], "action": "set", "temperature": 21}, {"action": "set_temperature"}),
        ({"targets": ["t"], "temperature": 21}, {"action": "set_temperature"}),
        ({"action": "turn_off", "everything": True, "domain": "lamps"}, {"domain": "light"}),
        ({"action": "turn_off", "everything": True, "domain": "Lights"}, {"domain": "light"}),
        # other names
        ({"device": "lamp", "action": "on"}, {"targets": ["lamp"]}),
        ({"entity_id": "light.hall", "action": "on"}, {"targets": ["light.hall"]}),
        ({"entityId": "light.hall", "action": "on"}, {"targets": ["light.hall"]}),
        ({"name": "lamp", "command": "on"}, {"targets": ["lamp"], "action": "turn_on"}),
        ({**LAMP, "brightness": "50%"}, {"brightness_pct": 50}),
        ({**LAMP, "brightness": 40}, {"brightness_pct": 40}),
        ({**LAMP, "brightness": 255}, {"brightness_pct": 100}),
        ({**LAMP, "color_temp": 370}, {"color_temp_kelvin": 2703}),
        ({"room": "kitchen", "domain": "light", "action": "on"}, {"areas": ["kitchen"]}),
        ({"targets": ["t"], "action": "set", "temp": "21 C"}, {"temperature": 21.0}),
        ({**LAMP, "everything": True, "except": "hall"}, {"excluding": ["hall"]}),
        ({**LAMP, "device": "lamp"}, {"targets": ["lamp"]}),
        ({"arguments": {"device": "lamp", "action": "on"}}, {"targets": ["lamp"]}),
        ({"parameters": json.dumps({"device": "lamp", "action": "on"})}, {"targets": ["lamp"]}),
        # what says nothing
        ({**LAMP, "reason": "the user wants light"}, {}),
        ({**LAMP, "zone": None, "strict": False}, {}),
    ],
)
def test_fit_reads_what_is_plain(given_args: dict[str, JsonValue], read: dict[str, JsonValue]) -> None:
    fitting = fit(named("control_device"), given_args)
    assert isinstance(fitting, Fitting), fitting
    assert {key: fitting.args[key] for key in read} == read
    assert set(fitting.args) <= {*named("control_device").arguments.model_fields}


@pytest.mark.parametrize(
    ("given_args", "read"),
    [
        ({"for": "5 minutes"}, {"for_seconds": 300.0}),
        ({"for_seconds": "1 hour 30 minutes"}, {"for_seconds": 5400.0}),
        ({"duration": "десять минут"}, {"for_seconds": 600.0}),
        ({"duration": "十分钟"}, {"for_seconds": 600.0}),
        ({"greater_than": "26 degrees", "above": None}, {"above": 26.0}),
        ({"entity_id": "fan", "targets": None}, {"targets": ["fan"]}),
    ],
)
def test_fit_reads_a_rule(given_args: dict[str, JsonValue], read: dict[str, JsonValue]) -> None:
    base: dict[str, JsonValue] = {
        "targets": ["fan"],
        "action": "turn_on",
        "sensor": "temperature",
        "above": 26,
    }
    fitting = fit(named("create_automation"), {**base, **given_args})
    assert isinstance(fitting, Fitting), fitting
    assert {key: fitting.args[key] for key in read} == read


@pytest.mark.parametrize(
    "given_args",
    [
        {},
        {"targets": ["lamp"]},
        {"targets": ["lamp"], "action": "explode"},
        {"targets": ["lamp"], "action": "turn_on and turn_off"},
        {"targets": {}, "action": "turn_on"},
        {**LAMP, "brightness_pct": "1,000"},
        {**LAMP, "brightness_pct": "21 C"},
        {**LAMP, "brightness_pct": "thirty or forty"},
        {**LAMP, "temperature": "half"},
        {**LAMP, "position": "full"},
        {**LAMP, "delay": 300},
        {**LAMP, "unless": "the hall"},
        {**LAMP, "at": "7:30"},
        {**LAMP, "device": "fan"},
        {**LAMP, "brightness": 40, "brightness_pct": 60},
        {"targets": ["lamp"], "action": "打开"},
    ],
)
def test_fit_says_what_is_wrong(given_args: dict[str, JsonValue]) -> None:
    fitting = fit(named("control_device"), given_args)
    assert isinstance(fitting, str)
    assert fitting


@given(st.sampled_from(TOOLS), st.dictionaries(names, values, max_size=5))
def test_fit_never_raises_and_reads_its_own_reading(one: Tool, args: dict[str, JsonValue]) -> None:
    fitting = fit(one, args)
    assert isinstance(fitting, str | Fitting)
    if isinstance(fitting, Fitting):
        again = fit(one, fitting.args)
        assert isinstance(again, Fitting)
        assert again.args == fitting.args


@given(st.sampled_from(list(Action)), st.integers(1, 100), st.lists(st.text("abc ", min_size=1), min_size=1))
def test_fit_leaves_what_fits_alone(action: Action, share: int, targets: list[str]) -> None:
    args: dict[str, JsonValue] = {"targets": [*targets], "action": action.value, "brightness_pct": share}
    fitting = fit(named("control_device"), args)
    assert isinstance(fitting, Fitting)
    assert fitting.args == {**args, "targets": [target.strip() for target in targets]}


@given(st.integers(0, 100), st.sampled_from(["{} %", "{}%", "{} percent", "{} процентов", "百分之{}", "{}"]))
def test_fit_reads_a_share_in_any_spelling(share: int, spelling: str) -> None:
    fitting = fit(named("control_device"), {**LAMP, "brightness_pct": spelling.format(share)})
    assert isinstance(fitting, Fitting)
    assert fitting.args["brightness_pct"] == share


@given(st.text(min_size=1, max_size=12).filter(lambda key: key.isascii() and key.strip()), st.integers(2, 9))
def test_fit_drops_no_argument_that_may_mean_something(key: str, value: int) -> None:
    fitting = fit(named("undo"), {key: value})
    idle = snake(key) in IDLE
    assert isinstance(fitting, str) or fitting.args.get("count") == value or idle

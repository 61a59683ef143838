"""Calls read out of refused text, in every form seen in the wild."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.models.salvage import SalvagedCall, refusal, salvage

LIGHT = SalvagedCall("control_device", {"targets": ["kitchen light"], "action": "turn_on"})
ARGUMENTS = json.dumps(LIGHT.arguments)
names = st.from_regex(r"[a-z][a-z_]{0,15}", fullmatch=True)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
arguments = st.dictionaries(st.text(max_size=8), values, max_size=4)


@pytest.mark.parametrize(
    "generation",
    [
        f'{{"name": "control_device", "arguments": {ARGUMENTS}}}',
        f'{{"name": "control_device", "parameters": {ARGUMENTS}}}',
        f'{{"name": "control_device", "arguments": {json.dumps(ARGUMENTS)}}}',
        f'[{{"name": "control_device", "arguments": {ARGUMENTS}}}]',
        f'{{"tool_calls": [{{"function": {{"name": "control_device", "arguments": {ARGUMENTS}}}}}]}}',
        f"<function=control_device>{ARGUMENTS}</function>",
        f"<function=control_device={ARGUMENTS}</function>",
        f"<function=control_device {ARGUMENTS}></function>",
        f'Sure! <tool_call>{{"name": "control_device", "arguments": {ARGUMENTS}}}</tool_call>',
        f"I will do it.\n<function=control_device>\n{ARGUMENTS}\n</function>",
    ],
)
def test_salvage_every_known_form(generation: str) -> None:
    assert salvage(generation) == (LIGHT,)


@pytest.mark.parametrize(
    "generation", ["", "I turned on the light.", "{}", "[]", '{"name": 3}', "{broken", "<function=>", "[[[["]
)
def test_salvage_plain_words_is_no_call(generation: str) -> None:
    assert salvage(generation) == ()


def test_salvage_two_calls_in_order() -> None:
    found = salvage('<function=a>{"x": 1}</function><function=b>{"y": 2}</function>')
    assert found == (SalvagedCall("a", {"x": 1}), SalvagedCall("b", {"y": 2}))


@given(names, arguments)
def test_salvage_round_trip_of_any_arguments(name: str, args: dict[str, object]) -> None:
    told = json.dumps({"name": name, "arguments": args})
    assert [(call.name, call.arguments) for call in salvage(told)] == [(name, args)]
    tagged = salvage(f"<function={name}>{json.dumps(args)}</function>")
    assert (tagged[0].name, tagged[0].arguments) == (name, args)


@given(st.text(max_size=200))
def test_salvage_survives_any_text(text: str) -> None:
    assert all(call.name for call in salvage(text))


@given(st.text(alphabet='<>function={}[]":, abx1', max_size=120))
def test_salvage_survives_almost_calls(text: str) -> None:
    assert all(isinstance(call.arguments, dict) for call in salvage(text))


def test_refusal_reads_both_shapes() -> None:
    inner = {"code": "tool_use_failed", "message": "m", "failed_generation": "g"}
    assert refusal({"error": inner}) == refusal(inner)
    assert refusal(inner).generation == "g"


@pytest.mark.parametrize("body", [None, "html", {"error": "text"}, [], 3])
def test_refusal_of_a_body_that_is_no_error_object(body: object) -> None:
    assert refusal(body).generation is None

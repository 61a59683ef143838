"""Templates of strangers: what they say, and what they can't do."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.dialects.homeassistant.templates import template
from devices.errors import BadAnnouncement
from devices.model import Json
from devices.mqtt.payload import Payload


def read(source: str, payload: str) -> str | None:
    return template(source).read(Payload(payload.encode()))


@pytest.mark.parametrize(
    ("source", "payload", "said"),
    [
        ("{{ value_json.t }}", '{"t": 21.50}', "21.5"),
        ('{{ value_json["a b"] }}', '{"a b": "x"}', "x"),
        ("{{ value_json.a.b[1] }}", '{"a": {"b": [1, 2]}}', "2"),
        ("{{ value_json.occupancy }}", '{"occupancy": true}', "True"),
        ("{{ value_json.x }}", '{"x": null}', "None"),
        ("{{ value_json.x }}", "{}", None),
        ("{{ value_json.a.b }}", "{}", None),
        ("{{ value_json.x }}", "plain", None),
        ("{{ value }}", " on ", "on"),
        ("{{ value_json.x | float(0) | round(1) }}", '{"x": "2.345"}', "2.3"),
        ("{{ value_json.x | int }}", '{"x": "7.9"}', "7"),
        ("{{ value_json.x | float }}", '{"x": "warm"}', None),
        ("{{ value_json.x | default('off') }}", "{}", "off"),
        ("{{ value_json.x | is_defined }}", "{}", None),
        ("{{ value_json.x | is_defined }}", '{"x": 3}', "3"),
        ("{{ value_json.x | lower }}", '{"x": "ON"}', "on"),
        ("{% if value_json.x > 5 %}high{% else %}low{% endif %}", '{"x": 9}', "high"),
        ("{{ 'ON' if value_json.get('s') == 'heat' else 'OFF' }}", '{"s": "heat"}', "ON"),
        ("{{ value.split(',')[1] }}", "1,2", "2"),
        ("{{ value_json.a | multiply(10) | round(0) }}", '{"a": 1.26}', "13"),
        ("{{ value_json | to_json }}", '{"a":[1]}', '{"a":[1]}'),
        ("{{ value_json.e | string | truncate(3, True, '', 0) }}", '{"e": "abcdef"}', "abc"),
        ("{{ value | regex_replace('[^0-9]', '') }}", "a1b2", "12"),
    ],
)
def test_read(source: str, payload: str, said: str | None) -> None:
    assert read(source, payload) == said


BOMBS = (
    "{{ 'a' * 999999999 }}",
    "{{ 9 ** 9 ** 9 }}",
    "{% for i in range(999999999) %}x{% endfor %}",
    "{% for i in range(5000) %}{% for j in range(5000) %}{% endfor %}{% endfor %}",
    "{{ '%999999999d' | format(1) }}",
    "{{ '{:999999999}'.format(1) }}",
    "{{ 'a'.ljust(999999999) }}",
    "{{ ().__class__.__bases__[0].__subclasses__() }}",
    "{{ value_json.__class__ }}",
    "{{ cycler.__init__.__globals__ }}",
    "{% for i in range(9000) %}" + "x" * 100 + "{% endfor %}",
    "{{ [1] * 99999999 }}",
)


@pytest.mark.parametrize("source", BOMBS)
def test_read_of_a_bomb_says_nothing(source: str) -> None:
    assert read(source, '{"x": 1}') is None


@pytest.mark.parametrize("source", ["{% if %}", "{{ value_json.x ", "a" * 40_000])
def test_compile_of_nonsense_is_a_bad_announcement(source: str) -> None:
    with pytest.raises(BadAnnouncement):
        template(source)


VALUES: st.SearchStrategy[Json] = (
    st.none()
    | st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.floats(-1e6, 1e6)
    | st.text("abON12. ", max_size=6)
)
CHAINS = ("", "| float(0)", "| int(0)", "| round(1)", "| lower", "| upper", "| string", "| default('d')", "| is_defined", "| float(0) | round(2)", "| multiply(2)")  # fmt: skip


@given(
    name=st.sampled_from(["t", "other"]), value=VALUES, chain=st.sampled_from(CHAINS), quoted=st.booleans()
)
def test_quick_way_says_what_the_engine_says(name: str, value: Json, chain: str, *, quoted: bool) -> None:
    path = f"value_json['{name}']" if quoted else f"value_json.{name}"
    both = template(f"{{{{ {path} {chain} }}}}")
    assert both.plain is not None
    payload = json.dumps({"t": value}).encode()
    assert both.read(Payload(payload)) == replace(both, plain=None).read(Payload(payload))


def test_read_with_an_unknown_filter_says_nothing() -> None:
    assert read("{{ value | nosuchfilter }}", "x") is None


def test_write_gives_the_value_and_the_variables() -> None:
    assert (
        template('{"pos": {{ position }}, "raw": {{ value }}}').write(40, {"position": 60})
        == '{"pos": 60, "raw": 40}'
    )

"""Home Assistant discovery: announcements good, bad, changed and taken back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.dialects.homeassistant.dialect import HomeAssistant
from devices.dialects.spec import Announced, Fact, Rejected, Reported, Withdrawn
from devices.model import Domain, Entity, Json
from devices.mqtt.transport import Message
from tests.fakes.broker import Wire, wire

CONFIGS: dict[str, dict[str, Json]] = {
    "light": {"command_topic": "a/set", "state_topic": "a"},
    "switch": {"command_topic": "a/set", "state_topic": "a"},
    "fan": {"command_topic": "a/set", "state_topic": "a"},
    "cover": {"command_topic": "a/set", "state_topic": "a"},
    "lock": {"command_topic": "a/set", "state_topic": "a"},
    "climate": {"mode_command_topic": "a/set", "mode_state_topic": "a"},
    "sensor": {"state_topic": "a"},
    "binary_sensor": {"state_topic": "a"},
}
STATES = {"light": "ON", "switch": "ON", "fan": "ON", "cover": "open", "lock": "LOCKED", "climate": "heat", "sensor": "21.5", "binary_sensor": "ON"}  # fmt: skip
EACH = pytest.mark.parametrize("component", sorted(CONFIGS))


def say(dialect: HomeAssistant, topic: str, payload: Wire) -> tuple[Fact, ...]:
    return dialect.read(Message(topic, wire(payload)))


def entities(facts: tuple[Fact, ...]) -> list[Entity]:
    return [fact.entity for fact in facts if isinstance(fact, Announced)]


def reasons(facts: tuple[Fact, ...]) -> str:
    return "; ".join(fact.reason for fact in facts if isinstance(fact, Rejected))


def only(facts: tuple[Fact, ...]) -> Entity:
    (found,) = entities(facts)
    return found


@EACH
def test_announce_plain(component: str) -> None:
    dialect = HomeAssistant()
    found = only(say(dialect, f"homeassistant/{component}/x/config", {**CONFIGS[component], "name": "Thing"}))
    assert (found.domain, found.id, found.name) == (Domain(component), f"{component}.thing", "Thing")
    (report,) = [f for f in say(dialect, "a", STATES[component]) if isinstance(f, Reported)]
    assert report.key == f"{component}:x"
    assert report.fields


@EACH
def test_announce_twice_says_nothing_new(component: str) -> None:
    dialect = HomeAssistant()
    assert say(dialect, f"homeassistant/{component}/x/config", CONFIGS[component])
    assert say(dialect, f"homeassistant/{component}/x/config", CONFIGS[component]) == ()


@EACH
def test_announce_without_its_topic_is_rejected_and_names_the_key(component: str) -> None:
    config: dict[str, Json] = {"name": "Thing"}
    facts = say(HomeAssistant(), f"homeassistant/{component}/x/config", config)
    if component in ("climate", "cover"):  # every topic of theirs may be missing
        assert entities(facts)
    else:
        assert "topic is missing" in reasons(facts)


@EACH
def test_announce_bad_after_good_keeps_the_good(component: str) -> None:
    dialect = HomeAssistant()
    topic = f"homeassistant/{component}/x/config"
    say(dialect, topic, CONFIGS[component])
    for junk in (b"{", b"\xff\xfe", "[]", {**CONFIGS[component], "availability_mode": "maybe"}):
        assert reasons(say(dialect, topic, junk))
    assert any(isinstance(fact, Reported) for fact in say(dialect, "a", STATES[component]))


@EACH
def test_withdraw_by_an_empty_payload(component: str) -> None:
    dialect = HomeAssistant()
    topic = f"homeassistant/{component}/node/x/config"
    say(dialect, topic, CONFIGS[component])
    assert say(dialect, topic, None) == (Withdrawn(f"{component}:node x"),)
    assert say(dialect, "a", STATES[component]) == ()
    assert say(dialect, topic, None) == ()


def test_announce_with_abbreviations_and_a_base_topic() -> None:
    dialect = HomeAssistant()
    config: dict[str, Json] = {
        "~": "lamp/one", "cmd_t": "~/set", "stat_t": "state/~", "avty": {"t": "~/lwt", "pl_avail": "up"},
        "uniq_id": "u1", "dev": {"ids": "d1", "mf": "ACME", "mdl": "L1", "name": "Lamp", "sa": "Kitchen"},
        "name": None, "o": {"name": "bridge", "sw": "1"},
    }  # fmt: skip
    facts = say(dialect, "homeassistant/light/x/config", config)
    found = only(facts)
    (announced,) = [fact for fact in facts if isinstance(fact, Announced)]
    assert announced.topics == ("state/lamp/one", "lamp/one/lwt")
    assert found.name == "Lamp"
    assert found.device is not None
    assert (found.device.manufacturer, found.device.model, found.device.identifiers) == (
        "ACME",
        "L1",
        ("d1",),
    )
    assert found.device.suggested_area == "Kitchen"
    (message,) = dialect.write("light:x", {"state": "on"})
    assert (message.topic, message.payload) == ("lamp/one/set", b"ON")


@pytest.mark.parametrize(
    ("keys", "name"),
    [
        ({"name": "Power"}, "Plug Power"),
        ({"name": None}, "Plug"),
        ({"device_class": "carbon_monoxide"}, "Plug Carbon monoxide"),
        ({}, "Plug MQTT Sensor"),
    ],
)
def test_announce_names_the_entity_after_its_device(keys: dict[str, Json], name: str) -> None:
    config: dict[str, Json] = {
        "state_topic": "a",
        "unique_id": "u",
        "device": {"identifiers": ["d"], "name": "Plug"},
    }
    assert (
        only(say(HomeAssistant(), "homeassistant/sensor/x/config", config | keys)).name.lower()
        == name.lower()
    )


def test_announce_takes_the_suggested_id() -> None:
    config: dict[str, Json] = {"state_topic": "a", "default_entity_id": "sensor.mine", "object_id": "other"}
    assert only(say(HomeAssistant(), "homeassistant/sensor/x/config", config)).id == "sensor.mine"


@pytest.mark.parametrize(
    ("extra", "word"),
    [
        ({"device": {"name": "nobody"}}, "identifiers"),
        ({"origin": {"sw": "1"}}, "origin"),
        ({"availability_topic": "b", "availability": [{"topic": "c"}]}, "exclude"),
        ({"command_topic": "a/+/set"}, "wildcard"),
        ({"state_topic": "a/b+"}, "wildcard"),
        ({"qos": 7}, "qos"),
        ({"optimistic": "perhaps"}, "optimistic"),
        ({"value_template": "{% if %}"}, "template"),
    ],
)
def test_announce_malformed_is_rejected_with_its_reason(extra: dict[str, Json], word: str) -> None:
    config = {**CONFIGS["switch"], **extra}
    assert word in reasons(say(HomeAssistant(), "homeassistant/switch/x/config", config))


def test_announce_of_an_unknown_component_is_left_alone() -> None:
    assert say(HomeAssistant(), "homeassistant/infrared/x/config", {"schema": "emitter"}) == ()
    assert say(HomeAssistant(), "homeassistant/status", "online") == ()


DEVICE: dict[str, Json] = {
    "dev": {"ids": "d", "name": "Box"},
    "o": {"name": "maker"},
    "state_topic": "box",
    "cmps": {
        "t": {"p": "sensor", "uniq_id": "t", "dev_cla": "temperature", "val_tpl": "{{ value_json.t }}"},
        "s": {"p": "switch", "uniq_id": "s", "cmd_t": "box/set", "val_tpl": "{{ value_json.s }}"},
        "odd": {"p": "switch", "cmd_t": "x"},
        "new": {"p": "hologram", "uniq_id": "h"},
    },
}


def test_device_message_announces_each_component_and_rejects_only_the_faulty() -> None:
    facts = say(HomeAssistant(), "homeassistant/device/box/config", DEVICE)
    assert {entity.domain for entity in entities(facts)} == {Domain.SENSOR, Domain.SWITCH}
    assert reasons(facts) == "component odd has no unique_id"


def test_device_message_takes_one_component_back_and_then_all() -> None:
    dialect = HomeAssistant()
    say(dialect, "homeassistant/device/box/config", DEVICE)
    smaller: dict[str, Json] = {**DEVICE, "cmps": {"t": {"p": "sensor"}}}
    assert Withdrawn("sensor:box t") in say(dialect, "homeassistant/device/box/config", smaller)
    assert say(dialect, "homeassistant/device/box/config", None) == (Withdrawn("switch:box s"),)


@given(payload=st.binary(max_size=200), topic=st.sampled_from(["a", "homeassistant/light/x/config", "homeassistant/device/x/config"]))  # fmt: skip
def test_read_of_junk_never_raises(payload: bytes, topic: str) -> None:
    dialect = HomeAssistant()
    say(dialect, "homeassistant/light/y/config", {"schema": "json", "command_topic": "c", "state_topic": "a"})
    for fact in dialect.read(Message(topic, payload)):
        assert not isinstance(fact, Announced)


JSONS: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
KEYS = ("state_topic", "command_topic", "availability", "device", "name", "modes", "brightness_scale", "value_template", "~", "origin", "components", "speed_range_max", "qos", "schema")  # fmt: skip


@given(config=st.dictionaries(st.sampled_from(KEYS), JSONS), component=st.sampled_from([*CONFIGS, "device"]))
def test_announce_of_any_shape_never_raises(config: dict[str, Json], component: str) -> None:
    say(HomeAssistant(), f"homeassistant/{component}/x/config", config)

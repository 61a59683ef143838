"""Whatever lies on a broker under the discovery prefix: it is refused with a reason, and the next message is read."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devices.bus import Bus
from devices.dialects.homeassistant.components import COMPONENTS
from devices.home import Home
from devices.model import Json
from tests.fakes.broker import FakeBroker, Wire
from tests.fakes.clock import FakeClock, turns

KEYS = (
    "name",
    "unique_id",
    "state_topic",
    "command_topic",
    "value_template",
    "availability",
    "availability_topic",
    "availability_mode",
    "device",
    "dev",
    "o",
    "cmps",
    "schema",
    "supported_color_modes",
    "brightness",
    "brightness_scale",
    "position_topic",
    "position_open",
    "speed_range_min",
    "speed_range_max",
    "percentage_command_topic",
    "percentage_state_topic",
    "modes",
    "min_temp",
    "max_temp",
    "temp_step",
    "temperature_state_topic",
    "mode_state_topic",
    "effect_list",
    "payload_on",
    "qos",
    "encoding",
    "entity_category",
    "enabled_by_default",
    "device_class",
    "unit_of_measurement",
    "suggested_display_precision",
    "~",
)
SCALAR = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**63), 2**63),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["t/s", "~/x", "a/+/b", "#", "json", "{{ value_json.x }}", "{{ 1/0 }}", "{% for %}", ""]),
)
VALUE = st.recursive(
    SCALAR,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=8,
)
CONFIG = st.dictionaries(st.sampled_from(KEYS), VALUE, max_size=10)
STATE = st.one_of(
    st.binary(max_size=20),
    st.sampled_from(
        [
            b"NaN",
            b"1e999",
            b"-Infinity",
            b"{",
            b"[" * 5000,
            b'{"x": NaN}',
            b"\xff\xfe",
            b"ON",
            b"",
            b"9" * 5000,
        ]
    ),
    st.dictionaries(st.sampled_from(["state", "brightness", "color_temp", "color", "position", "x"]), VALUE),
)
SOUND: dict[str, Json] = {
    "name": "Sound",
    "unique_id": "s",
    "state_topic": "sound/s",
    "command_topic": "sound/c",
}


class Trap(logging.Handler):
    """Keeps what Hearth itself logs as an error: there must be none."""

    def __init__(self, kept: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(record)


@asynccontextmanager
async def home() -> AsyncIterator[tuple[FakeBroker, Home]]:
    broker, clock = FakeBroker(), FakeClock(hasty=True)
    living = Home(broker, Bus(), clock)
    task = asyncio.create_task(living.run())
    await turns()
    yield broker, living
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(COMPONENTS)), CONFIG, STATE), min_size=1, max_size=4))
async def test_junk_breaks_nothing(heard: list[tuple[str, dict[str, Json], Wire]]) -> None:
    failures: list[logging.LogRecord] = []
    trap = Trap(failures)
    logging.getLogger("devices").addHandler(trap)
    try:
        async with home() as (broker, living):
            for number, (component, config, state) in enumerate(heard):
                broker.device(f"homeassistant/{component}/j{number}/config", config)
                await turns(3)
                broker.device("t/s", state)
            broker.device("homeassistant/switch/sound/config", SOUND)
            await turns(3)
            broker.device("sound/s", "ON")
            found = living.view().find("switch.sound")
    finally:
        logging.getLogger("devices").removeHandler(trap)
    assert [record.getMessage() + str(record.exc_info) for record in failures] == []
    assert found is not None or any(s.entity.name == "Sound" for s in living.view().snapshots.values())


@pytest.mark.parametrize(
    "payload",
    [
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"\xff" * 1000,
        b"{}" * 3,
        b'{"name": ' + b"9" * 10_000 + b"}",
        b"null",
    ],
)
async def test_message_that_is_none_is_refused(payload: bytes) -> None:
    async with home() as (broker, living):
        for component in sorted(COMPONENTS):
            broker.device(f"homeassistant/{component}/x/config", payload)
        broker.device("homeassistant/device/x/config", payload)
        broker.device("homeassistant/switch/sound/config", SOUND)
        await turns(3)
        broker.device("sound/s", "ON")
        assert list(living.view().snapshots) == ["switch.sound"]

"""Buttons and bells: every live report is an event, retained ones are none; device triggers are gathered."""

from devices.events import EntityGone, EventFired, PayloadRejected, StateChanged
from devices.model import Json
from tests.devices.houses import House, announce, house
from tests.fakes.clock import turns

DEVICE: Json = {"identifiers": ["0x01"], "name": "Hall button"}
BELL: dict[str, Json] = {"state_topic": "bell", "event_types": ["press", "hold"], "device_class": "doorbell"}


def fired(built: House) -> list[tuple[str, str]]:
    return [(e.entity_id, e.event_type) for e in built.events if isinstance(e, EventFired)]


async def say(built: House, topic: str, payload: Json, *, retain: bool = False) -> None:
    built.broker.device(topic, payload, retain=retain)
    await turns()


async def trigger(built: House, name: str, kind: str, part: str, topic: str, **keys: Json) -> None:
    config = {"automation_type": "trigger", "type": kind, "subtype": part, "topic": topic, "device": DEVICE}
    await say(built, f"homeassistant/device_automation/0x01/{name}/config", {**config, **keys}, retain=True)


async def test_equal_events_all_count() -> None:
    async with house() as built:
        await announce(built, "event", "bell", **BELL)
        for _ in range(3):
            await say(built, "bell", {"event_type": "press"})
        assert fired(built) == [("event.bell", "press")] * 3
        assert built.see("event.bell").word == "press"


async def test_event_carries_what_the_device_said_of_it() -> None:
    async with house() as built:
        await announce(built, "event", "bell", **BELL)
        await say(built, "bell", {"event_type": "hold", "seconds": 2, "path": [1, 2]})
        (event,) = built.happened(EventFired)
        assert isinstance(event, EventFired)
        assert dict(event.attributes) == {"seconds": 2}
        await say(built, "bell", {"event_type": "press"})
        assert built.see("event.bell").attributes() == {}


async def test_event_that_the_broker_kept_is_none() -> None:
    async with house() as built:
        await say(built, "bell", {"event_type": "press"}, retain=True)
        await announce(built, "event", "bell", **BELL)
        assert fired(built) == []
        assert built.see("event.bell").word == "unknown"
        assert not built.happened(StateChanged)


async def test_event_that_came_before_its_announcement_is_none() -> None:
    async with house() as built:
        await announce(built, "sensor", "last", state_topic="bell")
        await say(built, "bell", {"event_type": "press"})
        await announce(built, "event", "bell", **BELL)
        assert fired(built) == []


async def test_event_of_another_type_or_no_json_changes_nothing() -> None:
    async with house() as built:
        await announce(built, "event", "bell", **BELL)
        junks: list[Json] = [{"event_type": "explode"}, {"kind": "press"}, "press", [1]]
        for junk in junks:
            await say(built, "bell", junk)
        assert fired(built) == []
        assert len(built.happened(PayloadRejected)) == 4


async def test_event_without_types_is_not_announced() -> None:
    async with house() as built:
        await announce(built, "event", "bell", state_topic="bell")
        assert built.home.view().find("event.bell") is None
        assert len(built.happened(PayloadRejected)) == 1


async def test_device_triggers_become_one_event_entity() -> None:
    async with house() as built:
        await trigger(built, "action_single", "action", "single", "z2m/button/action", payload="single")
        await trigger(built, "action_double", "action", "double", "z2m/button/action", payload="double")
        await trigger(built, "shake", "button_long_press", "button_2", "z2m/button/other")
        entity = built.see("event.hall_button_action").entity
        assert entity.features.modes == ("button_2/button_long_press", "double", "single")
        assert entity.device is not None
        assert entity.device.name == "Hall button"
        for topic, payload in (
            ("action", "double"),
            ("action", "single"),
            ("action", "none"),
            ("other", "x"),
        ):
            await say(built, f"z2m/button/{topic}", payload)
        happened = [kind for _, kind in fired(built)]
        assert happened == ["double", "single", "button_2/button_long_press"]


async def test_device_trigger_by_a_template() -> None:
    async with house() as built:
        template = "{{ value_json.action }}"
        await trigger(built, "one", "action", "single", "z2m/b", payload="single", value_template=template)
        await say(built, "z2m/b", {"action": "single", "battery": 90})
        await say(built, "z2m/b", {"battery": 90})
        assert [kind for _, kind in fired(built)] == ["single"]


async def test_device_triggers_taken_back_one_by_one() -> None:
    async with house() as built:
        await trigger(built, "one", "action", "single", "t", payload="single")
        await trigger(built, "two", "action", "double", "t", payload="double")
        await say(built, "homeassistant/device_automation/0x01/one/config", "", retain=True)
        assert built.see("event.hall_button_action").entity.features.modes == ("double",)
        await say(built, "homeassistant/device_automation/0x01/two/config", "", retain=True)
        assert built.home.view().find("event.hall_button_action") is None
        assert len(built.happened(EntityGone)) == 1


async def test_device_triggers_of_a_whole_device_need_no_unique_id() -> None:
    async with house() as built:
        shared: dict[str, Json] = {
            "platform": "device_automation",
            "automation_type": "trigger",
            "type": "action",
        }
        parts: dict[str, Json] = {
            name: {**shared, "subtype": name, "topic": "t", "payload": name} for name in ("single", "double")
        }
        config: Json = {"device": DEVICE, "origin": {"name": "maker"}, "components": parts}
        await say(built, "homeassistant/device/0x01/config", config, retain=True)
        assert built.see("event.hall_button_action").entity.features.modes == ("double", "single")
        await say(built, "homeassistant/device/0x01/config", "", retain=True)
        assert built.home.view().find("event.hall_button_action") is None


async def test_device_automation_that_is_no_trigger_is_left_alone() -> None:
    async with house() as built:
        await trigger(built, "one", "action", "single", "t", automation_type="condition")
        assert not built.home.view().snapshots
        assert not built.happened(PayloadRejected)

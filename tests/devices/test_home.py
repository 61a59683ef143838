"""What a home makes of messages: retained and live, availability, connection, names, junk."""

from devices.command import Origin
from devices.events import (
    ConnectionChanged,
    EntityAnnounced,
    EntityGone,
    PayloadRejected,
    StateChanged,
    StateReported,
)
from devices.model import Area, Floor, Json
from devices.mqtt.transport import Message
from devices.registry import Names
from tests.devices.houses import announce, house
from tests.fakes.clock import turns

SENSOR: dict[str, Json] = {"state_topic": "t", "unit_of_measurement": "°C", "device_class": "temperature"}


async def test_state_retained_before_the_config_shows_but_is_not_live() -> None:
    async with house() as built:
        built.broker.device("t", "21.5", retain=True)
        await announce(built, "sensor", "Air", **SENSOR)
        seen = built.see("sensor.air")
        assert (seen.word, seen.live) == ("21.5", False)
        (change,) = built.happened(StateChanged)
        assert isinstance(change, StateChanged)
        assert change.retained


async def test_state_live_is_live_and_caused_by_the_device() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR)
        built.broker.device("t", "22")
        assert built.see("sensor.air").live
        change = built.happened(StateChanged)[-1]
        assert isinstance(change, StateChanged)
        assert change.cause.origin is Origin.DEVICE
        assert not change.retained


async def test_state_reported_again_is_fresh_but_no_change() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR)
        built.broker.device("t", "22")
        first = built.see("sensor.air")
        await built.clock.advance(60)
        built.broker.device("t", "22")
        seen = built.see("sensor.air")
        assert len(built.happened(StateChanged)) == 1
        assert len(built.happened(StateReported)) == 1
        assert first.reported_at is not None
        assert seen.reported_at is not None
        assert (seen.reported_at - first.reported_at).total_seconds() == 60
        assert seen.changed_at == first.changed_at


async def test_state_on_a_shared_topic_reaches_an_entity_announced_later() -> None:
    async with house() as built:
        await announce(built, "sensor", "First", state_topic="z", value_template="{{ value_json.a }}")
        built.broker.device("z", {"a": 1, "b": 2})
        await announce(built, "sensor", "Second", state_topic="z", value_template="{{ value_json.b }}")
        seen = built.see("sensor.second")
        assert (seen.word, seen.live) == ("2", False)
        built.broker.device("z", {"a": 5})
        assert built.see("sensor.first").word == "5"
        assert built.see("sensor.second").word == "2"


async def test_state_junk_is_counted_and_changes_nothing() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR)
        built.broker.device("t", "21")
        for junk in ("nan", "inf", "warm", b"\xff\xfe"):
            built.broker.device("t", junk)
        assert built.see("sensor.air").word == "21"
        assert len(built.happened(PayloadRejected)) == 4
        built.broker.device("t", "None")
        assert built.see("sensor.air").word == "unknown"
        built.broker.device("t", "22")
        assert built.see("sensor.air").word == "22"


async def test_availability_starts_unavailable_and_follows_its_topic() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR, availability_topic="lwt")
        built.broker.device("t", "21")
        assert built.see("sensor.air").word == "unavailable"
        built.broker.device("lwt", "perhaps")
        assert built.see("sensor.air").word == "unavailable"
        built.broker.device("lwt", "online")
        assert built.see("sensor.air").word == "21"
        built.broker.device("lwt", "offline")
        assert built.see("sensor.air").word == "unavailable"


async def test_availability_all_needs_every_topic() -> None:
    async with house() as built:
        listed: list[Json] = [
            {"topic": "bridge", "value_template": "{{ value_json.state }}"},
            {"topic": "dev", "payload_available": "1", "payload_not_available": "0"},
        ]
        await announce(built, "sensor", "Air", **SENSOR, availability=listed, availability_mode="all")
        built.broker.device("bridge", {"state": "online"})
        assert not built.see("sensor.air").available
        built.broker.device("dev", "1")
        assert built.see("sensor.air").available
        built.broker.device("bridge", {"state": "offline"})
        assert not built.see("sensor.air").available


async def test_availability_latest_and_any() -> None:
    async with house() as built:
        listed: list[Json] = [{"topic": "one"}, {"topic": "two"}]
        await announce(built, "sensor", "Latest", **SENSOR, availability=listed)
        await announce(built, "sensor", "Any", **SENSOR, availability=listed, availability_mode="any")
        built.broker.device("one", "online")
        built.broker.device("two", "offline")
        assert not built.see("sensor.latest").available
        assert built.see("sensor.any").available


async def test_availability_retained_before_the_config_counts() -> None:
    async with house() as built:
        built.broker.device("lwt", "online", retain=True)
        await announce(built, "sensor", "Air", **SENSOR, availability_topic="lwt")
        assert built.see("sensor.air").available


async def test_connection_lost_makes_all_unavailable_and_back_again() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR)
        built.broker.device("t", "21")
        built.broker.drop("the cat pulled the plug")
        seen = built.see("sensor.air")
        assert (seen.word, seen.live, built.home.connected) == ("unavailable", False, False)
        assert seen.state is not None
        assert seen.state.word == "21"
        built.broker.restore()
        assert built.see("sensor.air").word == "21"
        reasons = [e.reason for e in built.happened(ConnectionChanged) if isinstance(e, ConnectionChanged)]
        assert reasons == ["", "the cat pulled the plug", ""]


async def test_withdrawn_entity_is_gone_and_its_id_is_free() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR)
        built.broker.device("homeassistant/sensor/Air/config", None, retain=True)
        assert built.home.view().find("sensor.air") is None
        assert len(built.happened(EntityGone)) == 1
        await announce(built, "sensor", "Air", **SENSOR)
        assert built.see("sensor.air").word == "unknown"


async def test_same_name_twice_gives_two_ids() -> None:
    async with house() as built:
        for topic in ("one", "two"):
            built.broker.device(f"homeassistant/sensor/{topic}/config", {"name": "Air", "state_topic": topic})
            await turns()
        assert set(built.home.view().snapshots) == {"sensor.air", "sensor.air_2"}


async def test_devices_that_share_an_identifier_are_one() -> None:
    async with house() as built:
        one: Json = {"identifiers": ["a"], "connections": [["mac", "AA:BB"]], "name": "Box"}
        two: Json = {"connections": [["mac", "aa:bb"]], "name": "Box"}
        await announce(built, "sensor", "One", state_topic="t", device=one)
        await announce(built, "sensor", "Two", state_topic="t", device=two)
        first, second = (built.see(i).entity.device for i in ("sensor.box_one", "sensor.box_two"))
        assert first is not None
        assert second is not None
        assert first.id == second.id


async def test_update_keeps_id_and_state() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR)
        built.broker.device("t", "21")
        config: dict[str, Json] = {**SENSOR, "name": "Better air", "unique_id": "u"}
        built.broker.device("homeassistant/sensor/Air/config", config)
        seen = built.see("sensor.air")
        assert (seen.entity.name, seen.word) == ("Better air", "21")
        assert len(built.happened(EntityAnnounced)) == 2


async def test_names_of_the_user_win_over_what_devices_suggest() -> None:
    device: Json = {"identifiers": ["a"], "name": "Box", "suggested_area": "Living room"}
    names = Names(
        areas=(Area("den", "Den", "up"),),
        floors=(Floor("up", "Upstairs"),),
        aliases={"sensor.box_air": ("nose",)},
        entity_areas={"sensor.box_air": "den"},
        hidden=frozenset({"sensor.box_air"}),
    )
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR, device=device)
        view = built.home.view()
        assert view.area_name(built.see("sensor.box_air").entity) == "Living room"
        built.home.adopt(names)
        entity = built.see("sensor.box_air").entity
        assert (entity.area, entity.aliases, entity.exposed) == ("den", ("nose",), False)
        assert built.home.view().areas["den"].floor == "up"
        assert view.area_name(view.snapshots["sensor.box_air"].entity) == "Living room"


async def test_disabled_entity_is_listed_without_state() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR, enabled_by_default=False)
        built.broker.device("t", "21")
        seen = built.see("sensor.air")
        assert (seen.entity.enabled, seen.word) == (False, "unknown")


async def test_overhear_hands_on_own_topics_and_a_broken_listener_stops_no_later_one() -> None:
    heard: list[Message] = []

    def broken(message: Message) -> None:
        raise ValueError(message.topic)

    async with house() as built:
        built.home.overhear("hearth/+", heard.append)
        built.home.overhear("hearth/bad", broken)
        await turns()
        await built.home.publish(Message("hearth/changed", b"rules"))
        built.broker.device("hearth/bad", "x")
        built.broker.device("hearth/changed", "again")
        assert [m.payload for m in heard] == [b"rules", b"again"]


async def test_settled_when_discovery_is_quiet_and_not_without_connection() -> None:
    async with house() as built:
        await announce(built, "sensor", "Air", **SENSOR)
        assert await built.home.settled()
        built.broker.drop()
        assert not await built.home.settled(limit=0.5)


async def test_greeting_is_sent_on_every_connection_only_when_asked() -> None:
    async with house() as quiet:
        assert quiet.broker.sent == []
    async with house(greet=True) as built:
        assert [(m.topic, m.payload) for m in built.broker.sent] == [("homeassistant/status", b"online")]
        built.broker.drop()
        await turns()
        built.broker.restore()
        await turns()
        assert len(built.broker.sent) == 2

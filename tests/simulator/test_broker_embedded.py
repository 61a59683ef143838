"""What only our own broker does: refuse what it does not speak, stop without a trace, come back as it was."""

import asyncio

import aiomqtt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.broker import Broker
from simulator.broker.packet import PacketError, decode_connect, decode_publish, decode_subscribe, split
from simulator.broker.subscription import Subscriptions, matches, well_formed
from tests.simulator.raw_client import RawClient

LEVELS = st.lists(st.sampled_from(["a", "b", "", "$c"]), min_size=1, max_size=4)
PATTERNS = st.lists(st.sampled_from(["a", "b", "", "+", "#", "$c"]), min_size=1, max_size=4)


async def test_mqtt_5_client_told_to_fall_back() -> None:
    async with Broker() as broker:
        stranger = await RawClient.open(broker.port)
        assert await stranger.greet("five", level=5) == 1
        assert await stranger.closed()
        with pytest.raises(aiomqtt.MqttError, match=r"[Uu]nsupported protocol"):
            async with aiomqtt.Client("127.0.0.1", broker.port, protocol=aiomqtt.ProtocolVersion.V5):
                pass
        await asyncio.sleep(0)


async def test_stop_leaves_no_task_and_start_finds_retained_and_sessions() -> None:
    before = asyncio.all_tasks()
    async with Broker() as broker:
        client = await RawClient.connect(broker.port, "one", clean=False)
        await client.subscribe(("a", 1))
        await client.publish("kept", b"x", 1, retain=True)
        await broker.stop()
        assert await client.closed()
        assert asyncio.all_tasks() == before
        await broker.start()
        again = await RawClient.connect(broker.port, "one", clean=False)
        assert again.present
        await again.subscribe(("kept", 0))
        assert (await again.message()).payload == b"x"
    assert asyncio.all_tasks() == before


async def test_overlapping_filters_deliver_once_at_the_highest_qos() -> None:
    async with Broker() as broker:
        client = await RawClient.connect(broker.port, "one")
        await client.subscribe(("a/#", 0), ("a/+", 2), ("a/b", 1))
        await client.publish("a/b", b"x", 2)
        assert [message.qos for message in await client.rest()] == [2]


async def test_port_taken() -> None:
    async with Broker() as broker:
        with pytest.raises(OSError, match="in use"):
            await Broker(port=broker.port).start()


async def test_hopelessly_slow_subscriber_dropped() -> None:
    async with Broker() as broker:
        slow, publisher = (
            await RawClient.connect(broker.port, "slow"),
            await RawClient.connect(broker.port, "pub"),
        )
        await slow.subscribe(("flood", 0))
        for _ in range(100):
            publisher.post("flood", bytes(1 << 20))
            await publisher.writer.drain()
        assert await publisher.silent()
        assert await slow.closed()


@given(LEVELS, PATTERNS)
def test_tree_agrees_with_plain_matching(levels: list[str], pattern: list[str]) -> None:
    topic, text = "/".join(levels), "/".join(pattern)
    if not topic or not well_formed(text):
        return
    tree: Subscriptions[str] = Subscriptions()
    tree.add(text, "who", 1)
    assert bool(tree.find(topic)) == matches(text, topic)
    tree.remove(text, "who")
    assert tree.find(topic) == ()


@given(st.binary(max_size=60))
def test_decoders_only_raise_packet_errors(body: bytes) -> None:
    for decode in (decode_connect, decode_subscribe, lambda data: decode_publish(0x32, data)):
        try:
            decode(body)
        except PacketError:
            continue


@given(st.binary(max_size=12))
def test_split_never_reads_past_the_end(data: bytes) -> None:
    try:
        borders = split(data, 0, 1000)
    except PacketError:
        return
    assert borders is None or borders[1] <= len(data)

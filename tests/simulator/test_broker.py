"""What a home needs of a broker, asked of ours and of a real Mosquitto alike."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from tests.simulator.raw_client import RawClient, packet, text
from tests.simulator.served import served

KINDS = ("embedded", "mosquitto")


@pytest.fixture(params=KINDS)
async def port(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[int]:
    async with served(request.param, tmp_path) as number:
        yield number


async def test_round_trip_at_each_qos(port: int) -> None:
    publisher = await RawClient.connect(port, "pub")
    for wanted, sent in product(range(3), range(3)):
        subscriber = await RawClient.connect(port, f"sub{wanted}{sent}")
        assert await subscriber.subscribe(("home/lamp", wanted)) == [wanted]
        await publisher.publish("home/lamp", b"on", sent)
        got = await subscriber.message()
        assert (got.topic, got.payload, got.qos, got.retain) == ("home/lamp", b"on", min(wanted, sent), False)
        assert await subscriber.silent()
        await subscriber.leave()
    await publisher.leave()


async def test_qos_2_repeated_before_release_arrives_once(port: int) -> None:
    publisher, subscriber = await RawClient.connect(port, "pub"), await RawClient.connect(port, "sub")
    await subscriber.subscribe(("a", 0))
    publisher.post("a", b"x", 2, mid=5)
    await publisher.answer(0x50)
    publisher.send(packet(0x3C, text("a") + b"\x00\x05x"))
    await publisher.answer(0x50)
    publisher.send(packet(0x62, b"\x00\x05"))
    await publisher.answer(0x70)
    assert (await subscriber.message()).payload == b"x"
    assert await subscriber.silent()


async def test_retained_set_replaced_and_cleared(port: int) -> None:
    publisher, early = await RawClient.connect(port, "pub"), await RawClient.connect(port, "early")
    await early.subscribe(("state", 0))
    for payload in (b"1", b"2"):
        await publisher.publish("state", payload, 1, retain=True)
        assert not (await early.message()).retain
    late = await RawClient.connect(port, "late")
    await late.subscribe(("state", 1))
    got = await late.message()
    assert (got.payload, got.retain) == (b"2", True)
    assert await late.silent()
    await publisher.publish("state", b"", 1, retain=True)
    assert (await late.message()).payload == b""
    last = await RawClient.connect(port, "last")
    await last.subscribe(("state", 1))
    assert await last.silent()


@pytest.mark.parametrize(
    ("pattern", "heard", "unheard"),
    [
        ("a/+/c", ["a/b/c", "a//c"], ["a/b", "a/b/c/d", "a/b/x"]),
        ("+/b", ["a/b", "/b"], ["b", "a/b/c"]),
        ("a/+", ["a/b", "a/"], ["a", "a/b/c"]),
        ("a/#", ["a", "a/b", "a/b/c"], ["b", "ab"]),
        ("#", ["a", "/", "a/b"], []),
        ("+", ["a"], ["/a", "a/b"]),
    ],
)
async def test_wildcards(port: int, pattern: str, heard: list[str], unheard: list[str]) -> None:
    client = await RawClient.connect(port, "one")
    await client.subscribe((pattern, 0))
    for topic in [*unheard, *heard]:
        client.post(topic, b"x")
    assert [message.topic for message in await client.messages(len(heard))] == heard
    assert await client.silent()


async def test_dollar_topics_only_when_asked(port: int) -> None:
    client = await RawClient.connect(port, "one")
    await client.subscribe(("#", 0), ("+/broker/version", 0))
    assert await client.silent()
    await client.subscribe(("$SYS/broker/version", 0))
    got = await client.message()
    assert got.topic == "$SYS/broker/version"
    assert got.payload


@pytest.mark.parametrize("pattern", ["a/#/b", "a#", "+a", "a/b+"])
async def test_malformed_filter_refused(port: int, pattern: str) -> None:
    client = await RawClient.connect(port, "one")
    try:
        assert await client.subscribe((pattern, 0)) == [0x80]
    except (asyncio.IncompleteReadError, ConnectionError):
        # Mosquitto closes the connection instead, which is allowed as well.
        assert await client.closed()


async def test_overlapping_filters_deliver_until_the_last_is_gone(port: int) -> None:
    client = await RawClient.connect(port, "one")
    await client.subscribe(("a/#", 1), ("a/+", 1), ("a/b", 1))
    for pattern in ("a/+", "a/b", "a/#"):
        await client.publish("a/b", b"x", 1)
        assert {(message.topic, message.qos) for message in await client.rest()} == {("a/b", 1)}
        await client.unsubscribe(pattern)
    await client.publish("a/b", b"x", 1)
    assert await client.silent()


async def test_will_on_abrupt_close(port: int) -> None:
    watcher = await RawClient.connect(port, "watcher")
    await watcher.subscribe(("lwt/+", 1))
    dying = await RawClient.connect(port, "dying", will=("lwt/dying", b"offline", 1, True))
    dying.abort()
    got = await watcher.message()
    assert (got.topic, got.payload, got.qos) == ("lwt/dying", b"offline", 1)
    late = await RawClient.connect(port, "late")
    await late.subscribe(("lwt/+", 0))
    assert (await late.message()).retain


async def test_will_on_keepalive_expiry(port: int) -> None:
    watcher = await RawClient.connect(port, "watcher")
    await watcher.subscribe(("lwt", 0))
    silent = await RawClient.connect(port, "mute", keepalive=1, will=("lwt", b"gone", 0, False))
    assert (await watcher.message(15)).payload == b"gone"
    assert await silent.closed()


async def test_no_will_on_clean_disconnect(port: int) -> None:
    watcher = await RawClient.connect(port, "watcher")
    await watcher.subscribe(("lwt", 0))
    polite = await RawClient.connect(port, "polite", will=("lwt", b"gone", 0, False))
    await polite.leave()
    assert await polite.closed()
    assert await watcher.silent()


async def test_persistent_session_keeps_messages_in_order(port: int) -> None:
    sleeper = await RawClient.connect(port, "sleeper", clean=False)
    assert not sleeper.present
    await sleeper.subscribe(("news/#", 1))
    await sleeper.leave()
    publisher = await RawClient.connect(port, "pub")
    for number in range(200):
        await publisher.publish(f"news/{number}", str(number).encode(), 1 + number % 2)
    awake = await RawClient.connect(port, "sleeper", clean=False)
    assert awake.present
    assert [m.payload for m in await awake.messages(200)] == [str(n).encode() for n in range(200)]
    await awake.leave()
    fresh = await RawClient.connect(port, "sleeper", clean=True)
    assert not fresh.present
    await publisher.publish("news/x", b"x", 1)
    assert await fresh.silent()


async def test_unacknowledged_message_comes_again(port: int) -> None:
    first = await RawClient.connect(port, "one", clean=False)
    await first.subscribe(("a", 1))
    first.post("a", b"x", 1, mid=3)
    while (await first.packet())[0] >> 4 != 3:
        pass
    first.abort()
    again = await RawClient.connect(port, "one", clean=False)
    got = await again.message()
    assert (got.payload, got.dup) == (b"x", True)


async def test_takeover_ends_the_older_connection(port: int) -> None:
    older = await RawClient.connect(port, "same")
    await older.subscribe(("a", 0))
    newer = await RawClient.connect(port, "same")
    assert await older.closed()
    await newer.subscribe(("a", 0))
    await newer.publish("a", b"x")
    assert (await newer.message()).payload == b"x"
    assert await newer.silent()


@pytest.mark.parametrize("size", [20_000, 300_000, 1_048_576])
async def test_large_payload(port: int, size: int) -> None:
    client = await RawClient.connect(port, "one")
    await client.subscribe(("big", 1))
    payload = bytes(range(256)) * (size // 256)
    await client.publish("big", payload, 1)
    assert (await client.message()).payload == payload


@pytest.mark.parametrize(
    "junk",
    [
        b"GET / HTTP/1.1\r\nHost: home\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
        b"\x10\xff\xff\xff\xff\xff",
        b"\x10\x04\x00\x09MQ",
        b"\x30\x03\x00\x01a",
        b"\xff" * 300,
    ],
)
async def test_garbage_survived(port: int, junk: bytes) -> None:
    stranger = await RawClient.open(port)
    stranger.send(junk)
    with suppress(OSError):
        stranger.writer.write_eof()
    assert await stranger.closed()
    (await RawClient.open(port)).abort()
    client = await RawClient.connect(port, "one")
    assert await client.silent()


async def test_garbage_after_connect_ends_only_that_client(port: int) -> None:
    good, bad = await RawClient.connect(port, "good"), await RawClient.connect(port, "bad")
    bad.send(b"\x00\x02zz\xf0\x7f")
    assert await bad.closed()
    assert await good.silent()


@pytest.mark.parametrize("topic", ["a/+", "#"])
async def test_publish_to_wildcard_topic_kicked(port: int, topic: str) -> None:
    client = await RawClient.connect(port, "one")
    client.post(topic, b"x")
    assert await client.closed()


async def test_five_thousand_subscriptions_in_one_client(port: int) -> None:
    client = await RawClient.connect(port, "many")
    for start in range(0, 5_000, 250):
        granted = await client.subscribe(*((f"device/{n}/state", 0) for n in range(start, start + 250)))
        assert granted == [0] * 250
    for number in (0, 2_500, 4_999, 5_000):
        client.post(f"device/{number}/state", b"x")
    assert len(await client.messages(3)) == 3
    assert await client.silent()


@pytest.mark.parametrize("qos", [0, 1])
async def test_retained_flood(port: int, qos: int) -> None:
    publisher = await RawClient.connect(port, "pub")
    for number in range(5_000):
        publisher.post(f"homeassistant/sensor/n{number}/config", b"{}" * 100, retain=True)
    await publisher.publish("homeassistant/end/config", b"x", 1, retain=True)
    subscriber = await RawClient.connect(port, "sub")
    await subscriber.subscribe(("homeassistant/#", qos))
    got = await subscriber.messages(5_001)
    assert len({message.topic for message in got}) == 5_001
    assert all(message.retain for message in got)


async def test_slow_subscriber_does_not_hold_up_the_others(port: int) -> None:
    slow, quick = await RawClient.connect(port, "slow"), await RawClient.connect(port, "quick")
    publisher = await RawClient.connect(port, "pub")
    await slow.subscribe(("flood", 0))
    await quick.subscribe(("flood", 0))
    slow.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a stream's transport reads, too
    payload = bytes(1 << 20)
    for _ in range(80):
        publisher.post("flood", payload)
        await publisher.writer.drain()
        assert len((await quick.message()).payload) == 1 << 20
    assert await publisher.silent()
    slow.abort()


async def test_unicode_topics(port: int) -> None:
    client = await RawClient.connect(port, "one")
    topics = ["Спальня/Лампа", "客厅/灯", "Wohnzimmer Lampe Ü", "🏠/💡"]
    await client.subscribe(*((topic, 0) for topic in topics))
    for topic in topics:
        client.post(topic, topic.encode())
    assert [m.payload.decode() for m in await client.messages(4)] == topics


@pytest.mark.parametrize("kind", KINDS)
async def test_login(kind: str, tmp_path: Path) -> None:
    async with served(kind, tmp_path, ("ada", "s3cret")) as port:
        for login in (("ada", "wrong"), ("ben", "s3cret"), None):
            stranger = await RawClient.open(port)
            assert await stranger.greet("x", login=login) in {4, 5}
            assert await stranger.closed()
        friend = await RawClient.connect(port, "x", login=("ada", "s3cret"))
        assert await friend.silent()


async def test_nameless_client_must_be_clean(port: int) -> None:
    client = await RawClient.connect(port, "")
    assert await client.silent()
    stranger = await RawClient.open(port)
    assert await stranger.greet("", clean=False) == 2

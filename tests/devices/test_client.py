"""The connection to a broker, against a real Mosquitto: every way it stands, fails and comes back."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt
import pytest

from devices.bus import Bus
from devices.clock import WallClock
from devices.command import Command, Reason, Request, Status
from devices.errors import ConfigError, NotConnected
from devices.home import Home
from devices.mqtt.address import address
from devices.mqtt.client import Client
from devices.mqtt.transport import Message
from simulator.broker import Broker
from tests.devices.houses import CHAT
from tests.devices.mosquitto import Mosquitto, mosquitto
from tests.simulator.served import free_port

pytestmark = pytest.mark.mosquitto


class Brisk(WallClock):
    """Real time, but never waiting long between attempts."""

    async def patience(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.05))


class Ear:
    """Notes what a client tells its receiver."""

    def __init__(self) -> None:
        self.ups = 0
        self.reasons: list[str] = []
        self.messages: list[Message] = []

    def connected(self) -> None:
        self.ups += 1

    def disconnected(self, reason: str) -> None:
        self.reasons.append(reason)

    def received(self, message: Message) -> None:
        self.messages.append(message)


async def until(condition: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until something is so; the test fails when it takes too long."""
    for _ in range(round(seconds * 100)):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"not so within {seconds} seconds")


@asynccontextmanager
async def listening(url: str, *filters: str, patience: float = 8.0) -> AsyncIterator[tuple[Client, Ear]]:
    """A client that runs."""
    client, ear = Client(url, Brisk(), timeout=patience), Ear()
    await client.subscribe(filters)
    running = asyncio.create_task(client.run(ear), name="client")
    try:
        yield client, ear
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def other(broker: Mosquitto) -> AsyncIterator[aiomqtt.Client]:
    """Another client of the same broker: the devices' side."""
    async with aiomqtt.Client("127.0.0.1", broker.port) as client:
        yield client


async def reason_of(url: str, patience: float = 8.0) -> str:
    async with listening(url, patience=patience) as (_client, ear):
        await until(lambda: ear.reasons)
        assert ear.ups == 0
        return ear.reasons[0]


def _passwords(folder: Path) -> Path:
    found = folder / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(found), "anna", "right"], check=True)
    return found


def _certificate(folder: Path) -> tuple[Path, Path]:
    if shutil.which("openssl") is None:
        pytest.fail("no openssl binary here: install it (Debian: apt-get install openssl)", pytrace=False)
    key, cert = folder / "key.pem", folder / "cert.pem"
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", str(key), "-out", str(cert)]
    subprocess.run([*made, *names], check=True, capture_output=True)
    return key, cert


async def test_receive_retained_and_live(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as broker, other(broker) as device:
        await device.publish("a/kept", "1", retain=True)
        async with listening(broker.url, "a/+") as (_client, ear):
            await until(lambda: ear.messages)
            await device.publish("a/live", "2", retain=True)
            await until(lambda: len(ear.messages) == 2)
            assert [(m.topic, m.payload, m.retain) for m in ear.messages] == [
                ("a/kept", b"1", True),
                ("a/live", b"2", False),
            ]


async def test_publish_and_subscribe_later(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as broker, listening(broker.url) as (client, ear):
        await until(lambda: ear.ups)
        await client.subscribe(("b/#",))
        await client.publish(Message("b/x", "Лампа".encode(), qos=1))
        await until(lambda: ear.messages)
        assert ear.messages[0].payload.decode() == "Лампа"


async def test_reconnect_after_the_broker_was_killed(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as broker, listening(broker.url, "c/#") as (client, ear):
        await until(lambda: ear.ups == 1)
        await broker.kill()
        await until(lambda: ear.reasons)
        with pytest.raises(NotConnected, match="no connection"):
            await client.publish(Message("c/late", b"never"))
        await broker.start()
        await until(lambda: ear.ups == 2)
        async with other(broker) as device:
            await device.publish("c/again", "1")
            await until(lambda: ear.messages)
        assert [m.topic for m in ear.messages] == ["c/again"]
        assert "lost" in ear.reasons[0]


async def test_command_refused_while_down_is_not_published_later(tmp_path: Path) -> None:
    async with mosquitto(tmp_path) as broker:
        home = Home(Client(broker.url, Brisk()), Bus(), Brisk())
        running = asyncio.create_task(home.run(), name="home")
        config = '{"name": "Lamp", "command_topic": "l/set", "state_topic": "l"}'
        async with other(broker) as device:
            await device.publish("homeassistant/light/lamp/config", config, retain=True)
            await until(lambda: home.view().find("light.lamp"))
        await broker.kill()
        await until(lambda: not home.connected)
        (outcome,) = await home.execute(Request((Command("light.lamp", "turn_on"),), CHAT))
        assert (outcome.status, outcome.reason) == (Status.REFUSED, Reason.BROKER_DOWN)
        await broker.start()
        async with listening(broker.url, "l/#") as (_client, ear):
            await until(lambda: home.connected and ear.ups)
            await asyncio.sleep(0.2)
            assert ear.messages == []
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_flood_of_retained_announcements_arrives_whole(tmp_path: Path) -> None:
    number = 2_000
    async with mosquitto(tmp_path) as broker, other(broker) as device:
        for index in range(number):
            config = f'{{"name": "S{index}", "state_topic": "s/{index}", "unit_of_measurement": "W"}}'
            await device.publish(f"homeassistant/sensor/s{index}/config", config, retain=True)
            await device.publish(f"s/{index}", str(index), retain=True)
        home = Home(Client(broker.url, Brisk()), Bus(), WallClock())
        running = asyncio.create_task(home.run(), name="home")
        assert await home.settled(limit=20)
        assert len(home.view().snapshots) == number
        assert [i for i, s in home.view().snapshots.items() if s.word == "unknown"] == []
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_connect_to_an_older_broker_falls_back(tmp_path: Path) -> None:
    async with Broker() as broker, listening(broker.url, "a") as (client, ear):
        await until(lambda: ear.ups)
        await client.publish(Message("a", b"1"))
        await until(lambda: ear.messages)
        assert ear.reasons == []


async def test_connect_refused() -> None:
    url = f"mqtt://127.0.0.1:{free_port()}"
    assert await reason_of(url) == f"nothing listens at {url}: connection refused"


async def test_connect_to_an_unknown_host() -> None:
    assert await reason_of("mqtt://nowhere.invalid") == "the host name nowhere.invalid is not known"


async def test_connect_with_a_bad_login(tmp_path: Path) -> None:
    passwords = _passwords(tmp_path)
    async with mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}") as broker:
        for login in ("anna:wr0ng@", ""):
            said = await reason_of(broker.url.replace("//", f"//{login}"))
            assert "authorised" in said or "password" in said
            assert "wr0ng" not in said
        async with listening(broker.url.replace("//", "//anna:right@")) as (_client, ear):
            await until(lambda: ear.ups)


async def test_connect_to_something_silent() -> None:
    async def ignore(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.read()
        finally:
            writer.close()

    server = await asyncio.start_server(ignore, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        assert (
            await reason_of(f"mqtt://127.0.0.1:{port}", patience=0.3)
            == f"mqtt://127.0.0.1:{port} does not answer"
        )


async def test_connect_with_tls(tmp_path: Path) -> None:
    key, cert = _certificate(tmp_path)
    async with mosquitto(tmp_path, "allow_anonymous true", f"certfile {cert}", f"keyfile {key}") as broker:
        url = broker.url.replace("mqtt:", "mqtts:")
        assert "certificate that is not trusted" in await reason_of(url)
        async with listening(f"{url}?ca={cert}", "a") as (client, ear):
            await until(lambda: ear.ups)
            await client.publish(Message("a", b"1"))
            await until(lambda: ear.messages)
    async with mosquitto(tmp_path) as plain:
        said = await reason_of(plain.url.replace("mqtt:", "mqtts:"), patience=1)
        assert "TLS" in said or "can't be reached" in said


@pytest.mark.parametrize("url", ["http://x", "mqtt://", "mqtt://h:port", "mqtt://h:99999"])
def test_address_that_is_none_names_the_fault_and_no_password(url: str) -> None:
    with pytest.raises(ConfigError, match="broker"):
        address(url)


def test_client_with_a_missing_certificate_names_the_setting() -> None:
    with pytest.raises(ConfigError, match="certificate"):
        Client("mqtts://localhost?ca=/nowhere.pem", Brisk())


def test_address_parts() -> None:
    found = address("mqtts://an%40na:p%3Aw@home.lan")
    assert (found.host, found.port, found.tls, found.username, found.password) == (
        "home.lan",
        8883,
        True,
        "an@na",
        "p:w",
    )
    assert "p:w" not in repr(found)
    assert str(found) == "mqtts://home.lan:8883"
    assert str(address("[::1]:1884")) == "mqtt://[::1]:1884"
    assert address("192.168.1.5").port == 1883

"""Phones as trackers: home, away, another place, and nothing of where exactly they are."""

import pytest

from devices.model import Json
from tests.devices.houses import announce, house
from tests.fakes.clock import turns


@pytest.mark.parametrize(
    ("payload", "word"),
    [("home", "home"), ("not_home", "not_home"), ("Work", "Work"), ("None", "unknown"), ("", "unknown")],
)
async def test_place_of_a_tracker(payload: str, word: str) -> None:
    async with house() as built:
        await announce(built, "device_tracker", "phone", state_topic="p", source_type="gps")
        built.broker.device("p", payload)
        await turns()
        assert built.see("device_tracker.phone").word == word


async def test_payloads_of_its_own() -> None:
    keys: dict[str, Json] = {"payload_home": "in", "payload_not_home": "out", "payload_reset": "lost"}
    async with house() as built:
        await announce(built, "device_tracker", "phone", state_topic="p", **keys)
        words = []
        for payload in ("in", "out", "lost"):
            built.broker.device("p", payload)
            await turns()
            words.append(built.see("device_tracker.phone").word)
        assert words == ["home", "not_home", "unknown"]


async def test_coordinates_are_not_kept() -> None:
    async with house() as built:
        await announce(built, "device_tracker", "phone", state_topic="p", json_attributes_topic="p/where")
        built.broker.device("p", "home")
        built.broker.device("p/where", {"latitude": 52.1, "longitude": 13.2})
        await turns()
        assert built.see("device_tracker.phone").attributes() == {}

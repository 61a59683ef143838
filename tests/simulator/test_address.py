"""Broker addresses as people write them."""

import pytest

from simulator.address import Address, AddressError, parse


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("mqtt://127.0.0.1", Address("127.0.0.1")),
        ("mqtt://home.local:1884", Address("home.local", 1884)),
        ("home.local", Address("home.local")),
        ("tcp://h:1", Address("h", 1)),
        ("mqtt://ada:p%40ss@h", Address("h", 1883, "ada", "p@ss")),
        ("mqtt://[::1]:1883", Address("::1")),
    ],
)
def test_parse(url: str, address: Address) -> None:
    assert parse(url) == address
    assert parse(address.url).host == address.host


@pytest.mark.parametrize(
    "url", ["mqtts://ada:secret@h", "http://h", "mqtt://", "mqtt://h:99999", "mqtt://h:x"]
)
def test_parse_of_what_cannot_be_used(url: str) -> None:
    with pytest.raises(AddressError) as caught:
        parse(url)
    assert "secret" not in str(caught.value)


def test_password_is_never_shown() -> None:
    address = parse("mqtt://ada:secret@h")
    assert "secret" not in repr(address)
    assert address.url == "mqtt://h:1883"

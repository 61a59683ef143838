"""The price of energy as a setting: read wherever it stands, and refused in one line when it is none."""

from pathlib import Path

import pytest

from assistant.compose import tariff_of
from assistant.config import Config, load
from devices.errors import ConfigError


def test_tariff_is_read_from_the_environment(tmp_path: Path) -> None:
    config = load(environment={"HEARTH_TARIFF": "0.32 EUR; 22:00-06:00 0.21"}, folder=tmp_path)
    found = tariff_of(config)
    assert found is not None
    assert (found.currency, found.price, len(found.bands)) == ("EUR", 0.32, 1)


def test_tariff_is_unknown_until_it_is_set() -> None:
    assert tariff_of(Config()) is None


def test_tariff_that_is_none_says_what_to_write() -> None:
    with pytest.raises(ConfigError, match=r"^tariff: .*write for instance"):
        tariff_of(Config(tariff="cheap"))

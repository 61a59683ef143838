"""Chooses the brain that a configuration names, with its key. Loads models, so it is imported late."""

from collections.abc import Callable
from datetime import UTC, tzinfo

from assistant.config import Config, user_file
from assistant.models.key import VARIABLE, Key, find
from assistant.models.provider import Brain, brain
from assistant.runtime import Runtime
from devices.view import View


def brain_for(config: Config, runtime: Runtime) -> Brain:
    """The brain of this configuration, knowing this home.

    Raises:
        ConfigError: a key or a package is missing; the text says which.
    """
    house = runtime.house
    return _brain(config, key_of(config), house.home.view, house.zone)


def homeless(config: Config, key: Key | None) -> Brain:
    """The brain of this configuration, knowing no home: enough to try it.

    Raises:
        ConfigError: a key or a package is missing; the text says which.
    """
    return _brain(config, key, View, UTC)


def key_of(config: Config) -> Key | None:
    """The key of this configuration's model; looked for only where that model needs one of ours.

    Raises:
        ConfigError: the file with the key can be read by others.
    """
    if config.model.partition(":")[0] != "groq":
        return None
    return find({VARIABLE: config.groq_key or ""}, user_file().parent)


def _brain(config: Config, key: Key | None, view: Callable[[], View], zone: tzinfo) -> Brain:
    return brain(config.model, key.secret if key else None, view, zone)

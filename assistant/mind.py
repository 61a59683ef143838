"""Chooses the brain that a configuration names for a running home. Loads models, so it is imported late."""

from assistant.config import Config
from assistant.models.provider import Brain, brain
from assistant.runtime import Runtime


def brain_for(config: Config, runtime: Runtime) -> Brain:
    """The brain of this configuration, knowing this home.

    Raises:
        ConfigError: a key or a package is missing; the text says which.
    """
    house = runtime.house
    return brain(config.model, config.groq_key, house.home.view, house.zone)

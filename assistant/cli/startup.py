"""What every command does first: settings from the flags, the log, and warnings. Opens no home."""

import logging
import os
import sys

from assistant.cli.flags import Common
from assistant.cli.terminal import note
from assistant.config import Config, has_password, load

_OURS = ("assistant", "tools", "devices", "simulator")


def prepare(flags: Common) -> Config:
    """Read the configuration for these flags.

    Raises:
        ConfigError: naming what is wrong and where.
    """
    if flags.no_color:
        os.environ["NO_COLOR"] = "1"
    _log(debug=flags.debug)
    config = load(flags.overrides())
    if flags.broker is not None and has_password(flags.broker) and not flags.quiet:
        note("the password in --broker shows in the process list; HEARTH_BROKER keeps it out of there")
    if flags.database is not None and has_password(flags.database) and not flags.quiet:
        note("the password in --database shows in the process list; HEARTH_DATABASE keeps it out of there")
    return config


def _log(*, debug: bool) -> None:
    """Only Hearth's own log, and only when asked: libraries might log what a secret travels in."""
    logging.getLogger().addHandler(logging.NullHandler())
    if debug:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(relativeCreated)6d ms %(name)s: %(message)s"))
        for name in _OURS:
            logging.getLogger(name).addHandler(handler)
            logging.getLogger(name).setLevel(logging.DEBUG)

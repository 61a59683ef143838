"""`hearth` alone: the terminal app, or one line on what to do where there is no terminal for it."""

import os
import sys
from importlib import import_module, metadata
from typing import Protocol, cast

from assistant.cli.exit import Exit
from assistant.cli.flags import App
from assistant.cli.startup import prepare
from assistant.cli.terminal import note, say
from assistant.config import Config

DISTRIBUTION = "hearth-assistant"


class Screen(Protocol):
    """What the terminal app offers to be started by."""

    def start(self, config: Config) -> int:
        """Run the app to its end; the exit code."""
        ...


def run(flags: App) -> int:
    """Show the version, or open the app."""
    if flags.version:
        say(f"hearth {metadata.version(DISTRIBUTION)}")
        return Exit.DONE
    config = prepare(flags)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        note('the app needs a terminal; here, use: hearth ask "turn on the kitchen light"')
        return Exit.USAGE
    return cast("Screen", import_module("assistant.tui.start")).start(config)

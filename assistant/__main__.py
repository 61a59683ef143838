"""The outermost line: arguments in, exit code out. Loads only the command that was asked for."""

import sys
from importlib import import_module
from typing import Protocol, cast

from assistant.cli import crash
from assistant.cli.exit import Exit
from assistant.cli.flags import Common
from assistant.cli.program import Choice, parse
from assistant.cli.terminal import ReaderGoneError, note, silence
from devices.errors import ConfigError, HearthError, NotConnected


class Command(Protocol):
    """What every module under `cli.verbs` is."""

    def run(self, flags: Common) -> int:
        """Do it and return the exit code."""
        ...


def main() -> int:
    """Run one command line of the process."""
    try:
        choice = parse(sys.argv[1:])
        code = choice if isinstance(choice, int) else _run(choice)
        sys.stdout.flush()
    except (ReaderGoneError, BrokenPipeError):
        silence()
        return Exit.PIPE_CLOSED
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except HearthError as error:
        note(str(error))
        return _exit(error)
    except Exception as error:  # noqa: BLE001 - the outermost line: a person gets one line, never a traceback
        return crash.report(error)
    return code


def _run(choice: Choice) -> int:
    """Load the command's module, the one lazy door of the command line, and run it."""
    command = cast("Command", import_module(choice.verb.module))
    return command.run(choice.flags)


def _exit(error: HearthError) -> Exit:
    match error:
        case ConfigError():
            return Exit.USAGE
        case NotConnected():
            return Exit.BROKER_DOWN
        case _:
            return Exit.FAILED


if __name__ == "__main__":
    sys.exit(main())

"""Exit codes, the part of the command line that scripts live by. Stable; documented in docs."""

from enum import IntEnum


class Exit(IntEnum):
    """What the process tells the shell."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    NO_TARGET = 3
    NOT_ALLOWED = 4
    BROKER_DOWN = 5
    NO_MODEL = 6
    UNCONFIRMED = 7
    INTERNAL = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143

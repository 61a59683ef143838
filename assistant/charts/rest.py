"""Which words of a state are no news: what is at rest, and what says that nothing is known. Values only."""

AT_REST = frozenset(
    {
        *("off", "closed", "locked", "idle", "standby", "docked", "disarmed", "paused", "not_home", "clear"),
        *("none", "ok", "normal", "below_horizon", "unoccupied", "dry", "0", "false"),
    }
)
"""Words of things that nobody needs to look at."""

LOST = frozenset({"unavailable", "unknown"})
"""Words that say that nothing is known."""

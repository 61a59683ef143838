"""One file a command; each offers `run(flags)`, which does it and returns the exit code."""

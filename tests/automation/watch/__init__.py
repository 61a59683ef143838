"""Watching, by itself: events in, fires out, on a line of time that only the test moves."""

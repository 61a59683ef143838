"""Rehearsal: a rule over a recorded past, against the very home that made the recording."""

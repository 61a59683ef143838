"""Golden transcripts and their runner."""

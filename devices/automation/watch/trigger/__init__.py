"""The kinds of trigger, each with the same five functions, and the latch they share. Pure steps."""

"""What happened in the home: writing it down and asking about it."""

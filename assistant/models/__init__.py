"""The brains: choosing one, salvaging what it said, and the one that is built in."""

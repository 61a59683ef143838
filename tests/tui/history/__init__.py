"""The view of the past."""

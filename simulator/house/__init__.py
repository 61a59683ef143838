"""A simulated house: its parts, physics, weather and people. It speaks to nobody; firmware does."""

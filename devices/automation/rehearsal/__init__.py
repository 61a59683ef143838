"""A rule played through over the recorded past: the machines that run rules, and a world made of readings."""

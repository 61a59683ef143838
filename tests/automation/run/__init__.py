"""Tests of the machine that runs rules: steps, modes, limits, restarts."""

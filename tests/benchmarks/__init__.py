"""Benchmarks: commands that print what was measured beside a peer in the same run, and never fail on a figure."""

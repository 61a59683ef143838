"""Readings rolled up by stretches of the home's clock: mended by late ones, let go when they are old."""

"""The device layer: what the home is, what it reports and what it can be told. It speaks no sentence."""

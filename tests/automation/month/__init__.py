"""A month of forty rules, lived in minutes and compared with an oracle that knows nothing of the engine."""

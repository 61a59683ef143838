"""The tools that explain: why something is so, how a rule stands, how it would have run."""

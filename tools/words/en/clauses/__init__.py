"""English for clauses: times, turns and what is there already, as patterns for a plain text."""

"""How findings about the past are told: figures, spans, coverage, and the neutral echo."""

"""What a model's words claim about the home, and what bears it out: pure readings of sentences."""

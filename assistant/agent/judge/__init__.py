"""What the nodes decide by: pure functions over values, each tested alone."""

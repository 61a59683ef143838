"""What a condition watches, one file a kind of condition: limits, states, moves, events, people."""

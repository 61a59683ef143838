"""Running a conversation's graph: one turn with its questions, and what is kept of it between turns."""

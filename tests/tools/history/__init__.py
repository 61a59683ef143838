"""The tools that answer about the past, on a home whose past is known."""

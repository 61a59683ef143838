"""How a home is put together: who runs it, who joins it, and what is told when it can't be opened."""

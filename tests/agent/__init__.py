"""The agent's graph and session."""

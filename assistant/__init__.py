"""The assistant: its agent, models, terminal app and command line."""

"""The real program in processes of its own: its answers, its exit codes, and what it puts on the wire."""

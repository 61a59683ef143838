"""What goes by the clock of the home."""

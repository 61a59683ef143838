"""What of the past is chosen to be seen, and how it is told in words. Pure."""

"""What is worked out of a course."""

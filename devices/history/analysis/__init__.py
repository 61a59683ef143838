"""What can be worked out of a course: one idea a file, all of them pure."""

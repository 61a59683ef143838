"""What is kept of a home and how it is opened, also when its file is no good."""

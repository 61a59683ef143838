"""Charts as pictures in files, by matplotlib where it is installed."""

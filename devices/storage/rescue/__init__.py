"""What is done about a database file that can't be used: what is wrong is named, and something stands in."""

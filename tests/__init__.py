"""The tests, one folder a package; they meet the code at its seams only."""

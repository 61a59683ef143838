"""What the steps of a run do: pure moves from one wait to the next."""

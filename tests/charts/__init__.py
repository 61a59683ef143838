"""Charts: from records to values, to letters and to pictures."""

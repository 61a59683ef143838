"""What a rule is, as values, and its one JSON form. Nothing here looks at a home or at a clock."""

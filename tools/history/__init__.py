"""The tools that answer from records: one number or state, a comparison, a habit, a digest."""

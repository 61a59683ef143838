"""What was changed and how it is taken back: values, a pure plan, and a journal in the database."""

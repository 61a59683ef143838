"""What is kept of rules: rules, where they stand, runs, scenes, permissions, questions. Nothing here runs."""

"""What the command line can do with rules, jobs, scenes, permissions, questions and notices."""

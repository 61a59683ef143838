"""The tools of rules and jobs: from arguments to a stored rule, and what is said of it. They run nothing."""

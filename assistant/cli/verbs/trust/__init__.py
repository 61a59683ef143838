"""What rules may do without asking, what they ask, and what they told: permissions, questions, notices."""

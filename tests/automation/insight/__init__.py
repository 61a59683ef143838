"""What is wrong with a rule: fights, circles, and what can never be."""

"""What can be known of a rule without running it: how rules fight, circle or never fire. Decides nothing."""

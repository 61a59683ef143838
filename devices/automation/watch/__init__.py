"""Whether and when rules fire: pure steps, one file a kind of trigger. Nothing here acts."""

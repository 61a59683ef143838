"""What rules say, ask and are on the screen."""

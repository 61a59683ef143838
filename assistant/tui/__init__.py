"""The terminal app: what a person sees and presses. Device truth comes from the home, words from the turn."""

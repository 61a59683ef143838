"""Rules: their form, their book, the engine that runs them, and taking things back."""

"""The built-in brain: routes a sentence, fills its slots from the home, plans tool calls; no network."""

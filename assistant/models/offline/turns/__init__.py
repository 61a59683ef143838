"""Times and turns in a sentence about later or always, and the sentence cut by them. Resolves no names."""

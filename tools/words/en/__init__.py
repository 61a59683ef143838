"""English: its replies, labels, lexicon, numbers, windows and word forms; no logic beyond forms."""

"""Past time in words: found in a sentence, true to the home's calendar, named in the turn's language."""

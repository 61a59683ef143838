"""From courses and states to findings that a sentence can be made of: one kind of question a file."""

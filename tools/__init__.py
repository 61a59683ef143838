"""What the assistant can do in a home, as grouped tools; and the words in which it speaks."""

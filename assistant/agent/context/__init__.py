"""What a model is given besides the words of the turn, each part within its own budget of tokens."""

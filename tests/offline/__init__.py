"""The offline brain: sentences in, plans out."""

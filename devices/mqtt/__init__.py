"""How Hearth reaches a broker."""

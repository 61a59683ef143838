"""The two roads of a home: messages come up and become facts, commands go down and come back as receipts."""

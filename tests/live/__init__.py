"""A few requests to the real Groq, for `make live` alone."""

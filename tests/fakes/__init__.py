"""The four fakes: a broker, a clock, a model and a Groq server."""

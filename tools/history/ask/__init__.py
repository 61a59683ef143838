"""What a question about the past names: the measure, the things, the time. Reads no records."""

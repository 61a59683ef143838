"""The hand-built graph that turns a sentence into confirmed acts."""

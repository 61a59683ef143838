"""The words of three languages: complete, counted, agreed, and true to the clock."""

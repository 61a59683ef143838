"""Rules, jobs and scenes in words: from a sentence to arguments of their tools. Stores nothing."""

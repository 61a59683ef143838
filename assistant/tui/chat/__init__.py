"""The conversation on screen: prompt, messages, tool lines, cards."""

"""Questions about the past and about causes, as calls of the history tools and of why. Computes nothing."""

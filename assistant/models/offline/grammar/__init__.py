"""From words to meaning in this home: spans, clauses, values and targets. Plans nothing."""

"""The parts of a rule's sentence: triggers, days, conditions, steps. Each is made of stored values alone."""

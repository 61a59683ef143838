"""What a rule does once it fired: steps as a machine that can be stored, and what carries them out."""

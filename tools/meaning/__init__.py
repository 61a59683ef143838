"""What a call means: from its words to entities, sensors and commands. Pure; nothing here acts."""

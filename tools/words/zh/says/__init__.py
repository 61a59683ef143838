"""What Hearth says in Chinese: templates a phrase, one file a subject. Nothing is listened for here."""

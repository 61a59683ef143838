"""What Hearth says in English: templates a phrase, one file a subject. Nothing is listened for here."""

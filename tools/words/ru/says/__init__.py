"""What Hearth says in Russian: templates a phrase, one file a subject. Nothing is listened for here."""

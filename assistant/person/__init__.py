"""What a person does by hand and is told beside the talk, the same at the terminal and in the app."""

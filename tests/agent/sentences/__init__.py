"""What people say to a home, what models make of it and answer: right and wrong, a line each."""

"""Charts of the past: values, and how they are drawn as text and as pictures. Knows no face."""

"""Charts drawn with letters: canvas, panels of lines, bars, the axis of time."""

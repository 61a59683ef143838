"""The course of a value over a window, out of readings and rollups, without a seam between them."""

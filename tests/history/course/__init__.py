"""The course of a value: windows over readings and rollups."""

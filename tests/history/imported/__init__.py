"""Tests of the import of another program's past."""

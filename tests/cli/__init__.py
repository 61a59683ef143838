"""Tests of the command line, most of them as a process of its own."""

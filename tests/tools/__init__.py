"""Tests of the tools against a real home on a broker in memory."""

"""Tests of devices.history."""

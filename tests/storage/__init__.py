"""Tests of devices.storage."""

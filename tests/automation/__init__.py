"""Tests of devices.automation."""

"""Tests of the device layer: wire messages in, events and publishes out."""

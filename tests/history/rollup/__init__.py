"""Tests of devices.history.rollup."""

"""Firmware families: each file speaks one family's real dialect and decides nothing about the house."""

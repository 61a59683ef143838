"""The places where conversations are kept, one file each; loaded by memory.py when one is used."""

"""Whole screens and panels around the conversation."""

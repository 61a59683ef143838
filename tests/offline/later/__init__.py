"""Sentences about later or always in three languages: what becomes of each, and what must never become of one."""

"""Suites: what is run again and again."""

"""Suites: saved recipes of runs."""

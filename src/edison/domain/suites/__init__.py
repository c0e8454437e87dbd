"""Suites: saved recipes of runs that can be executed repeatedly."""

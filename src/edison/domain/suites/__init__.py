"""Suites: saved recipes of runs, which can be executed repeatedly."""

"""Suites: saved recipes of runs, which can be executed again and again."""

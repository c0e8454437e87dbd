"""Suites: what `edison run` reads, asks the server for, and says at the end."""

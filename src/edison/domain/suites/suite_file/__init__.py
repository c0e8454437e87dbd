"""Suites as YAML files with names instead of ids, read and written by `edison run` and the server."""

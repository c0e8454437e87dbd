"""Suites as YAML files, with names instead of ids. Used by `edison run` and by the server."""

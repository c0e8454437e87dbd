"""Suites as YAML files: names and no ids. `edison run` and the server read and write the same."""

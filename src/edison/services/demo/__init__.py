"""Use cases of the demo project: create it, and do its steps."""

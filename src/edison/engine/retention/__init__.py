"""Delete data that is older than the retention period of its project."""

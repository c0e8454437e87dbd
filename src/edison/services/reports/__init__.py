"""Reports of what was spent: read, compared and taken away as files."""

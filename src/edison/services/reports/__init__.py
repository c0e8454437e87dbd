"""Use cases of spending reports: read, compare and export."""

"""Use cases of the project home."""

"""Use cases for reviewing suggestions: read, check, edit, approve, reject and comment."""

"""Reviews of suggestions by people: read, check, edit, approve, reject and comment."""

"""People decide on suggestions: look, check, choose, edit, approve or reject, and talk about it."""

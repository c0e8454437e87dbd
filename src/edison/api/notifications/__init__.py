"""Routes of notifications and of their preferences."""

"""Where alerts go, and what is on its way there."""

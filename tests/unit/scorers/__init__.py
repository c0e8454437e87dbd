"""Rules of single scorers."""

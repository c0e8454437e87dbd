"""Starts what is due, each time once."""

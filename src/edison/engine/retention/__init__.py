"""Deletes what is past the age that its project keeps it for."""

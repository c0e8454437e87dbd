"""Assistants, one file each: build the request to a model and strictly parse the answer."""

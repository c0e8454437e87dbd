"""Assistants: the request to a model, and the strict parsing of its answer. One file each; pure."""

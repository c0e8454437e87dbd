"""Refiners: build the request for a better prompt and parse the answer. The engine makes the call."""

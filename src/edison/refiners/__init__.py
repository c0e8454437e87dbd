"""Refiners: the request for a better prompt, and the parsing of the answer. Pure: the engine makes the call."""

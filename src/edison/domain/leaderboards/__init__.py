"""Runs on equal terms beside each other: who is ahead, what that costs, and what people say who do not know who is who."""
